/** The summary of a seat's decisions: luck and skill apart, and how they add up. */

import { el } from "../shared/dom.js";
import { figure, signed } from "../shared/figures.js";
import { decimal, percent, t } from "../shared/language.js";
import { gradeBadge, gradeMeaning } from "./decision.js";

/**
 * @param {import("../shared/types.js").SeatReview} own
 * @param {import("../shared/types.js").Review["grades"]} grades what each grade means
 */
export function summary(own, grades) {
  const decided = Object.values(own.grades).reduce((sum, count) => sum + count, 0);
  const accuracy = own.accuracy === null ? "–" : percent(own.accuracy);
  const sum = t("{start} expected before the first roll {sign} {luck} luck − {regret} given away = {score}", {
    start: decimal(own.start, 1),
    sign: own.luck < 0 ? "−" : "+",
    luck: decimal(Math.abs(own.luck), 1),
    regret: decimal(own.regret, 1),
    score: own.score.toFixed(0),
  });
  const forgone = own.forgone ? t("{points} expected points were given up with the open boxes of the card.", { points: decimal(own.forgone, 1) }) : "";
  return el(
    "section",
    { class: "summary", "aria-label": t("Summary") },
    el(
      "div",
      { class: "figures" },
      figure(own.score.toFixed(0), t("final score")),
      figure(
        signed(own.luck),
        own.luck >= 0 ? t("luck: the dice were kind") : t("luck: the dice were not kind"),
        own.luck >= 0 ? "good" : "bad",
      ),
      figure(signed(-own.regret), t("skill: given away by decisions"), own.regret < 5 ? "good" : "bad"),
      figure(accuracy, t("accuracy: {best} of {all} decisions were the best", { best: own.grades.best, all: decided })),
    ),
    el("p", { class: "soft sum", text: forgone || sum }),
    el(
      "div",
      { class: "grade-counts" },
      ...Object.entries(own.grades).map(([grade, count]) => el("span", {}, gradeBadge(grade), ` ${count}`)),
    ),
    legend(grades),
  );
}

/** What the grades mean. @param {import("../shared/types.js").Review["grades"]} grades */
function legend(grades) {
  const rows = grades.flatMap(({ grade, below }, i) => [
    el("dt", {}, gradeBadge(grade)),
    el("dd", { text: gradeMeaning(grade, grades[i - 1]?.below ?? 0, below) }),
  ]);
  return el(
    "details",
    { class: "grade-legend" },
    el("summary", { text: t("What the grades mean") }),
    el("p", {
      class: "soft small",
      text: t(
        "A decision is graded by the points of the final score that it gave away, on average. Accuracy is the share of the decisions that were the best; where only one box was left, there was nothing to decide.",
      ),
    }),
    el("dl", {}, ...rows),
  );
}
