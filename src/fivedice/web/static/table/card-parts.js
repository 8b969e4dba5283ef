/** Parts of the score card: what stands above a column, the way to an upper bonus, the kinds of boxes. */

import { el } from "../shared/dom.js";
import { t } from "../shared/language.js";
/** @typedef {import("../shared/types.js").Category} Category */
/** @typedef {import("../shared/types.js").State} State */

/** The boxes as they stand in each column. @param {State} state @returns {Category[]} */
export function kindsOf(state) {
  return state.categories.filter((category) => category.column === 0);
}

/** How a column is filled and counted. @param {import("../shared/types.js").Column} column */
export function columnMark({ name, order, multiplier }) {
  const mark = { free: "", down: "↓", up: "↑" }[order] + (multiplier > 1 ? `×${multiplier}` : "");
  const way = {
    free: t("Column {name}: filled in any order", { name }),
    down: t("Column {name}: filled from top to bottom", { name }),
    up: t("Column {name}: filled from bottom to top", { name }),
  }[order];
  const title = multiplier > 1 ? t("{column}, counts {count} times", { column: way, count: multiplier }) : way;
  return el("span", { title, "aria-label": title, role: "img", text: mark || name });
}

/** How far it is to the upper bonus. @param {import("../shared/types.js").Bonus} bonus */
export function bonusBar({ have, need, worth, earned }) {
  const share = need ? Math.min(1, have / need) : 0;
  const words = earned
    ? t("Upper bonus of {worth} earned", { worth })
    : t("{have} of {need} points for the upper bonus of {worth}", { have, need, worth });
  return el(
    "span",
    {
      class: earned ? "progress earned" : "progress",
      role: "img",
      "aria-label": words,
      vars: { "--share": `${share * 100}%` },
    },
    el("span", { class: "progress-text", "aria-hidden": "true", text: earned ? `+${worth}` : `${have}/${need}` }),
    el("span", { class: "progress-bar", "aria-hidden": "true" }),
  );
}
