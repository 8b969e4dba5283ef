/** How far the server is with a report: what it computes, and a bar. */

import { el } from "../shared/dom.js";
import { percent, t } from "../shared/language.js";
/** @typedef {import("../shared/types.js").ReviewProgress} ReviewProgress */

/** @param {number} done @param {number} total */
export function doneShare(done, total) {
  return total ? Math.floor((100 * done) / total) : 0;
}

/** @param {ReviewProgress["step"]} step @param {string} title @param {string} share @returns {string} */
function sentence(step, title, share) {
  if (step === "solve") return t("Solving {game} exactly, once for all games: {share}.", { game: title, share });
  if (step === "bonus") return t("Computing the chances of the upper bonus, once for all games: {share}.", { share });
  return t("Reviewing every decision of this game: {share}.", { share });
}

/** @param {ReviewProgress} progress @param {string} title of what is played @returns {HTMLElement[]} */
export function inProgress({ step, done, total }, title) {
  const share = doneShare(done, total);
  return [
    el("p", { text: sentence(step, title, percent(share / 100)) }),
    el("div", {
      class: "solving",
      role: "progressbar",
      "aria-label": t("How far the report is"),
      "aria-valuemin": "0",
      "aria-valuemax": "100",
      "aria-valuenow": String(share),
      vars: { "--share": `${share}%` },
    }),
  ];
}
