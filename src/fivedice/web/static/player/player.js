/** A player's page: games, mean, does one learn by playing, and their scores beside the optimal ones. */

import { ask, lastPart } from "../shared/api.js";
import { histogram, lineChart } from "../shared/chart.js";
import { byId, el, put } from "../shared/dom.js";
import { coachedBadge, figure, signed } from "../shared/figures.js";
import { complain, forgetProblem } from "../shared/problem.js";
import { toolbar } from "../shared/toolbar.js";

const name = lastPart();
let again = 0;
let asked = 0;
let variant = new URLSearchParams(location.search).get("variant") ?? "";

const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

function draw(answer) {
  const { games } = answer;
  if (!games.length)
    return put(
      byId("player"),
      el(
        "p",
        { class: "panel empty" },
        `${name} has not finished a game of this yet. `,
        el("a", { href: "/", text: "Lay a table" }),
        ".",
      ),
    );
  const scores = games.map((game) => game.score);
  const reviewed = games.filter((game) => game.regret !== null && game.regret !== undefined);
  put(
    byId("player"),
    el(
      "div",
      { class: "figures" },
      figure(String(games.length), games.length === 1 ? "game" : "games"),
      figure(mean(scores).toFixed(1), "mean score"),
      figure(String(Math.max(...scores)), "best score"),
      reviewed.length ? figure(mean(reviewed.map((game) => game.regret)).toFixed(1), "given away in a game") : null,
      reviewed.length ? figure(signed(mean(reviewed.map((game) => game.luck))), "luck in a game") : null,
    ),
    regretChart(reviewed),
    distribution(answer),
    list(games),
  );
}

function regretChart(games) {
  if (games.length < 2) return null;
  const points = games.map((game, x) => ({
    x,
    y: game.regret,
    mark: `Game ${x + 1}: ${game.regret.toFixed(1)} given away`,
  }));
  const window = Math.max(2, Math.min(10, Math.floor(games.length / 3)));
  const trend =
    games.length < 4
      ? []
      : games.slice(window - 1).map((_, i) => ({
          x: i + window - 1,
          y: mean(games.slice(i, i + window).map((game) => game.regret)),
        }));
  return el(
    "section",
    { class: "panel block", "aria-label": "Regret over time" },
    el("h2", { text: "Points given away, game by game" }),
    lineChart({
      lines: [
        { name: "a game", kind: "tone-7 thin", points },
        { name: "mean", kind: "tone-0", points: trend },
      ],
      low: 0,
      label: `Points given away in ${games.length} games, the last ${games.at(-1).regret.toFixed(1)}`,
      choose: (_, point) => location.assign(`/report/${encodeURIComponent(games[point].game)}`),
    }),
    el("p", {
      class: "soft small",
      text: `${trend.length ? `The thick line is the mean of ${window} games. ` : ""}Downwards is better: does one learn by playing?`,
    }),
  );
}

/** How often each range was reached, in the ranges of the optimal distribution, and more of them where scores lie outside. */
function distribution({ games, optimal }) {
  const scores = games.map((game) => game.score);
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
    { class: "panel block", "aria-label": "Distribution" },
    el("h2", { text: "Scores beside the optimal ones" }),
    histogram({
      bars,
      least,
      width,
      other,
      label: "How often each range of scores was reached, beside the optimal player",
      size: innerWidth < 720 ? [440, 220] : [900, 240],
    }),
    el("p", {
      class: "soft small",
      text: optimal
        ? `Bars: ${name}. Line: the optimal player, ${optimal.mean.toFixed(1)} on average.`
        : `Bars: ${name}. The scores of the optimal player are being computed…`,
    }),
  );
}

function list(games) {
  return el(
    "section",
    { class: "panel scroll", "aria-label": "Games", tabindex: "0" },
    el(
      "table",
      { class: "list" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          ...["Game", "Score", "Luck", "Given away"].map((words, i) =>
            el("th", { scope: "col", class: i ? "num" : "", text: words }),
          ),
        ),
      ),
      el(
        "tbody",
        {},
        ...[...games]
          .reverse()
          .slice(0, 200)
          .map((game) =>
            el(
              "tr",
              {},
              el(
                "td",
                {},
                el("a", {
                  data: { stay: game.game },
                  href: `/report/${encodeURIComponent(game.game)}`,
                  text: new Date(game.ended).toLocaleString(undefined, {
                    dateStyle: "medium",
                    timeStyle: "short",
                  }),
                }),
              ),
              el("td", { class: "num best-score" }, game.coached ? coachedBadge() : null, String(game.score)),
              el("td", { class: "num", text: game.luck === null ? "–" : signed(game.luck) }),
              el("td", { class: "num", text: game.regret?.toFixed(1) ?? "–" }),
            ),
          ),
      ),
    ),
  );
}

/**
 * The optimal distribution may take a while the first time: it is asked for again, more and more seldom.
 * Without a variant in the address, the server chooses the one that was played last.
 */
async function load(wait = 1000) {
  clearTimeout(again);
  const mine = ++asked;
  const which = variant ? `?variant=${encodeURIComponent(variant)}` : "";
  try {
    const answer = await ask(`/api/player/${encodeURIComponent(name)}${which}`);
    if (mine !== asked) return;
    variant = answer.variant;
    draw(answer);
    if (answer.games.length && !answer.optimal) again = setTimeout(() => void load(wait * 1.6), wait);
  } catch (error) {
    if (mine !== asked) return;
    put(byId("player"));
    complain(/** @type {Error} */ (error));
  }
}

/** @param {{name: string, title: string}[]} variants */
function drawFilters(variants) {
  const choice = el(
    "select",
    {
      on: {
        change: (event) => {
          variant = event.target.value;
          forgetProblem();
          void load();
        },
      },
    },
    ...variants.map((one) => el("option", { value: one.name, text: one.title, selected: one.name === variant })),
  );
  put(byId("filters"), el("label", {}, "Game", choice));
}

toolbar();
byId("title").textContent = name;
document.title = `${name} – fivedice`;
load()
  .then(() => ask("/api/variants"))
  .then(({ variants }) => drawFilters(variants))
  .catch(complain);
