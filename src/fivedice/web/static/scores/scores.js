/** High scores of all games, by variant and by list. */

import { getScores, getVariants } from "../shared/api.js";
import { drawFilters, switchButtons } from "../shared/choices.js";
import { byId, el, put } from "../shared/dom.js";
import { coachedBadge, signed } from "../shared/figures.js";
import { decimal, language, t } from "../shared/language.js";
import { listTable } from "../shared/list-table.js";
import { clearProblem, showError } from "../shared/problem.js";
import { SCORE_LISTS, listChoices, scoreList } from "../shared/score-lists.js";
import { get, set } from "../shared/storage.js";
import { toolbar } from "../shared/toolbar.js";
/** @typedef {import("../shared/types.js").Score} Score */

const LISTS = /** @type {import("../shared/types.js").ScoreList[]} */ (Object.keys(SCORE_LISTS));
const shown = { variant: get("variant", "yahtzee"), kind: scoreList(get("scores-kind", "person")) };
/** Number of the latest request: answers to earlier ones are ignored. */
let latestRequest = 0;

/** @param {import("../shared/types.js").Variant[]} variants */
function filters(variants) {
  const chooseVariant = (/** @type {string} */ variant) => {
    shown.variant = variant;
    void load();
  };
  const chooseKind = (/** @type {string} */ kind) => {
    shown.kind = scoreList(kind);
    set("scores-kind", kind);
    filters(variants);
    void load();
  };
  const lists = switchButtons(t("List"), listChoices(LISTS), shown.kind, chooseKind);
  drawFilters(variants, shown.variant, chooseVariant, lists);
  byId("list-line").textContent = SCORE_LISTS[shown.kind].line;
}

async function load() {
  clearProblem();
  const request = ++latestRequest;
  try {
    const scores = await getScores(shown.variant, shown.kind);
    if (request === latestRequest) draw(scores);
  } catch (error) {
    if (request !== latestRequest) return;
    showError(error);
    put(byId("scores"));
  }
}

/** @param {Score[]} scores greatest first */
function draw(scores) {
  if (!scores.length)
    return put(
      byId("scores"),
      el(
        "p",
        { class: "empty" },
        `${t("Nobody has finished a game of this yet.")} `,
        el("a", { href: `/?variant=${encodeURIComponent(shown.variant)}`, text: t("Be the first") }),
      ),
    );
  const rows = scores.map((score) => row(score, scores.findIndex((other) => other.score === score.score) + 1));
  return put(
    byId("scores"),
    listTable({
        [t("Place")]: "",
        [t("Name")]: "",
        [t("Score")]: "num",
        [t("Luck")]: "num",
        [t("Given away")]: "num",
        [t("Report")]: "num",
      }, rows),
  );
}

/** @param {Score} score @param {number} place */
function row(score, place) {
  const name =
    score.kind === "person"
      ? el("a", {
          href: `/player/${encodeURIComponent(score.name)}?variant=${encodeURIComponent(score.variant)}`,
          text: score.name,
        })
      : score.name;
  return el(
    "tr",
    {},
    el("td", {}, el("span", { class: `medal m${place}`, text: String(place) })),
    el(
      "td",
      {},
      name,
      score.strategy && score.strategy !== score.name
        ? el("span", { class: "soft small", text: ` ${score.strategy}` })
        : null,
      score.coached ? coachedBadge() : null,
    ),
    el("td", { class: "num best-score", text: String(score.score) }),
    el("td", { class: "num", text: score.luck === null ? "–" : signed(score.luck) }),
    el("td", { class: "num", text: score.regret === null ? "–" : decimal(score.regret, 1) }),
    el(
      "td",
      { class: "num soft" },
      el("a", { href: `/report/${encodeURIComponent(score.game)}`, text: day(score.ended) }),
    ),
  );
}

/** A date; of this year without the year. @param {string} time */
function day(time) {
  const ended = new Date(time);
  const year = ended.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return ended.toLocaleDateString(language, { day: "numeric", month: "short", year });
}

toolbar();
getVariants()
  .then((variants) => {
    filters(variants);
    return load();
  })
  .catch(showError);
