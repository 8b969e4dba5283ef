/** The summary of a seat's decisions: luck and skill apart, and how they add up. */

import { el } from "../shared/dom.js";
import { figure, signed } from "../shared/figures.js";
import { gradeBadge } from "./decision.js";

/** @param {import("../shared/types.js").SeatReview} own */
export function summary(own) {
  const accuracy = own.accuracy === null ? "–" : `${Math.round(own.accuracy * 100)} %`;
  const sum = `${own.start.toFixed(1)} expected before the first roll ${own.luck < 0 ? "−" : "+"} ${Math.abs(own.luck).toFixed(1)} luck − ${own.regret.toFixed(1)} given away = ${own.score.toFixed(0)}`;
  return el(
    "section",
    { class: "summary", "aria-label": "Summary" },
    el(
      "div",
      { class: "figures" },
      figure(own.score.toFixed(0), "final score"),
      figure(
        signed(own.luck),
        own.luck >= 0 ? "luck: the dice were kind" : "luck: the dice were not kind",
        own.luck >= 0 ? "good" : "bad",
      ),
      figure(`−${own.regret.toFixed(1)}`, "skill: given away by decisions", own.regret < 5 ? "good" : "bad"),
      figure(accuracy, "accuracy: decisions as good as the best"),
    ),
    el("p", { class: "soft sum", text: sum }),
    el(
      "div",
      { class: "grade-counts" },
      ...Object.entries(own.grades).map(([grade, count]) => el("span", {}, gradeBadge(grade), ` ${count}`)),
    ),
  );
}
