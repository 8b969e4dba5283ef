/** A player's page: games, mean, points given away over time, and scores beside the optimal ones. */

import { getPlayer, getVariants, lastPart } from "../shared/api.js";
import { histogram, lineChart } from "../shared/chart.js";
import { drawFilters, switchButtons } from "../shared/choices.js";
import { byId, el, put } from "../shared/dom.js";
import { coachedBadge, figure, signed } from "../shared/figures.js";
import { decimal, language, t } from "../shared/language.js";
import { listTable } from "../shared/list-table.js";
import { clearProblem, showError } from "../shared/problem.js";
import { ownName } from "./own-name.js";
import { SCORE_LISTS, listChoices, scoreList } from "../shared/score-lists.js";
import { toolbar } from "../shared/toolbar.js";
/** @typedef {import("../shared/types.js").Player} Player */
/** @typedef {import("../shared/types.js").Score} Score */
/** @typedef {Score & {regret: number, luck: number}} Reviewed */

const MOST_ROWS = 200;
/** With fewer games, bars would show chance only: each score is marked in the optimal distribution instead. */
const FEW = 3;
const name = lastPart();
/** Timer of the next request. */
let again = 0;
/** Number of the latest request: answers to earlier ones are ignored. */
let latestRequest = 0;
const asked = new URLSearchParams(location.search);
let variant = asked.get("variant") ?? "";
/** The list whose games are shown. */
let list = scoreList(asked.get("list") ?? "person");
/** @type {import("../shared/types.js").Variant[]} */
let variants = [];
/** @type {Player|null} */
let player = null;

/** @param {number[]} numbers */
function mean(numbers) {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

/** The filters: which game, and which list where there are several. */
function filters() {
  const played = new Set(player?.games.map((game) => game.list));
  const lists = Object.keys(SCORE_LISTS).map(scoreList).filter((one) => played.has(one));
  if (lists.length && !lists.includes(list)) list = lists[0];
  const choice = switchButtons(t("List"), listChoices(lists), list, (chosen) => {
    list = scoreList(chosen);
    filters();
  });
  drawFilters(variants, variant, choose, ...(lists.length > 1 ? [choice] : []));
  byId("list-line").textContent = lists.length ? SCORE_LISTS[list].line : "";
  if (player) draw({ ...player, games: player.games.filter((game) => game.list === list) });
}

/** @param {Player} answer */
function draw({ games, optimal }) {
  if (!games.length)
    return put(
      byId("player"),
      el(
        "p",
        { class: "panel empty" },
        `${t("{name} has not finished a game of this yet.", { name })} `,
        el("a", { href: "/", text: t("Start a new game") }),
      ),
    );
  const scores = games.map((game) => game.score);
  const reviewed = /** @type {Reviewed[]} */ (games.filter((game) => game.regret !== null && game.luck !== null));
  return put(
    byId("player"),
    el(
      "div",
      { class: "figures" },
      ...(games.length === 1
        ? [figure(String(scores[0]), t("score of the only game so far"))]
        : [
            figure(String(games.length), t("games")),
            figure(decimal(mean(scores), 1), t("mean score")),
            figure(String(Math.max(...scores)), t("best score")),
          ]),
      reviewed.length ? figure(decimal(mean(reviewed.map((game) => game.regret)), 1), t("given away in a game")) : null,
      reviewed.length ? figure(signed(mean(reviewed.map((game) => game.luck))), t("luck in a game")) : null,
    ),
    regretChart(reviewed),
    games.length < FEW ? amongOptimal(scores, optimal) : distribution(scores, optimal),
    el("section", { class: "panel scroll", "aria-label": t("Games"), tabindex: "0" }, gameTable(games)),
  );
}

/** @param {Reviewed[]} games */
function regretChart(games) {
  if (games.length < 2) return null;
  const regrets = games.map((game) => game.regret);
  const points = regrets.map((y, x) => ({ x, y, mark: t("Game {number}: {points} given away", { number: x + 1, points: decimal(y, 1) }) }));
  const window = Math.max(2, Math.min(10, Math.floor(games.length / 3)));
  const trend =
    games.length < 4
      ? []
      : regrets.slice(window - 1).map((_, i) => ({ x: i + window - 1, y: mean(regrets.slice(i, i + window)) }));
  return el(
    "section",
    { class: "panel block", "aria-label": t("Regret over time") },
    el("h2", { text: t("Points given away, game by game") }),
    lineChart({
      lines: [
        { name: t("a game"), kind: "tone-7 thin", points },
        { name: t("mean"), kind: "tone-0", points: trend },
      ],
      low: 0,
      label: t("Points given away in {count} games, in the last {points}", {
        count: games.length,
        points: decimal(regrets[regrets.length - 1], 1),
      }),
      choose: (_, point) => location.assign(`/report/${encodeURIComponent(games[point].game)}`),
    }),
    el("p", {
      class: "soft small",
      text: [
        ...(trend.length ? [t("The thick line is the mean of {count} games.", { count: window })] : []),
        t("Downwards is better: does one learn by playing?"),
      ].join(" "),
    }),
  );
}

/**
 * How often each range was reached, in the ranges of the optimal distribution, and more of them where scores lie outside.
 * @param {number[]} scores @param {Player["optimal"]} optimal
 */
function distribution(scores, optimal) {
  const width = optimal?.width ?? 10;
  const first = optimal?.least ?? 0;
  const before = Math.max(0, Math.ceil((first - Math.min(...scores)) / width));
  const least = first - before * width;
  const count = Math.max((optimal?.bars.length ?? 0) + before, Math.floor((Math.max(...scores) - least) / width) + 1);
  const bars = Array.from({ length: count }, () => 0);
  for (const score of scores) bars[Math.floor((score - least) / width)] += 1 / scores.length;
  const other = optimal ? bars.map((_, i) => optimal.bars[i - before] ?? 0) : null;
  return el(
    "section",
    { class: "panel block", "aria-label": t("Distribution") },
    el("h2", { text: t("Scores beside the optimal ones") }),
    histogram({
      bars,
      least,
      width,
      other,
      label: t("How often each range of scores was reached, beside the optimal player"),
      size: innerWidth < 720 ? [440, 220] : [900, 240],
    }),
    el("p", {
      class: "soft small",
      text: optimal
        ? t("Bars: {name}. Line: the optimal player, {mean} on average.", { name, mean: decimal(optimal.mean, 1) })
        : t("Bars: {name}. The scores of the optimal player are being computed…", { name }),
    }),
  );
}

/** A few scores, each marked among those of optimal play. @param {number[]} scores @param {Player["optimal"]} optimal */
function amongOptimal(scores, optimal) {
  const section = el("section", { class: "panel block", "aria-label": t("Distribution") });
  if (!optimal) {
    section.append(el("p", { class: "soft", text: t("The scores of the optimal player are being computed…") }));
    return section;
  }
  const beaten = Math.round(optimal.below[optimal.below.length - 1] * 100);
  section.append(
    el("h2", { text: t("Beside the optimal player") }),
    histogram({
      ...optimal,
      mean: null,
      marks: scores,
      label: t("Scores of the optimal player, {mean} on average; {name} reached {scores}", {
        mean: decimal(optimal.mean, 1),
        name,
        scores: scores.join(", "),
      }),
      size: innerWidth < 720 ? [440, 220] : [900, 240],
    }),
    el("p", {
      class: "soft small",
      text: t(
        "Bars: the optimal player, {mean} on average. The last score of {name}, {score}, is better than {share} % of the games of the optimal player.",
        { mean: decimal(optimal.mean, 1), name, score: scores[scores.length - 1], share: beaten },
      ),
    }),
  );
  return section;
}

/** @param {Score[]} games oldest first */
function gameTable(games) {
  const rows = [...games]
    .reverse()
    .slice(0, MOST_ROWS)
    .map((game) => {
      const ended = new Date(game.ended).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
      const href = `/report/${encodeURIComponent(game.game)}`;
      return el(
        "tr",
        {},
        el("td", {}, el("a", { data: { stay: game.game }, href, text: ended })),
        el("td", { class: "num best-score" }, game.coached ? coachedBadge() : null, String(game.score)),
        el("td", { class: "num", text: game.luck === null ? "–" : signed(game.luck) }),
        el("td", { class: "num", text: game.regret === null ? "–" : decimal(game.regret, 1) }),
      );
    });
  return listTable({ [t("Game")]: "", [t("Score")]: "num", [t("Luck")]: "num", [t("Given away")]: "num" }, rows);
}

/** Load the games, again and again until the optimal distribution is computed. @param {number} [wait] milliseconds */
async function load(wait = 1000) {
  clearTimeout(again);
  const request = ++latestRequest;
  try {
    const answer = await getPlayer(name, variant);
    if (request !== latestRequest) return;
    variant = answer.variant;
    player = answer;
    filters();
    if (answer.games.length && !answer.optimal) again = setTimeout(() => void load(wait * 1.6), wait);
  } catch (error) {
    if (request !== latestRequest) return;
    player = null;
    put(byId("player"));
    filters();
    showError(error);
  }
}

/** @param {string} chosen */
function choose(chosen) {
  variant = chosen;
  clearProblem();
  void load();
}

toolbar();
byId("title").textContent = name;
document.title = `${name} – fivedice`;
ownName(name);
load()
  .then(getVariants)
  .then((found) => {
    variants = found;
    filters();
  })
  .catch(showError);
