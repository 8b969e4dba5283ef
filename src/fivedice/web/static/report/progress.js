/** How far the server is with a report: what it computes, and a bar. */

import { el } from "../shared/dom.js";
/** @typedef {import("../shared/types.js").ReviewProgress} ReviewProgress */

/** @param {number} done @param {number} total */
export function percent(done, total) {
  return `${total ? Math.floor((100 * done) / total) : 0} %`;
}

/** @param {ReviewProgress["step"]} step @param {string} title @param {string} share @returns {string} */
function sentence(step, title, share) {
  if (step === "solve") return `Solving ${title} exactly, once for all games: ${share}.`;
  if (step === "bonus") return `Computing the chances of the upper bonus, once for all games: ${share}.`;
  return `Reviewing every decision of this game: ${share}.`;
}

/** @param {ReviewProgress} progress @param {string} title of what is played @returns {HTMLElement[]} */
export function inProgress({ step, done, total }, title) {
  const share = percent(done, total);
  return [
    el("p", { text: sentence(step, title, share) }),
    el("div", {
      class: "solving",
      role: "progressbar",
      "aria-label": "How far the report is",
      "aria-valuemin": "0",
      "aria-valuemax": "100",
      "aria-valuenow": String(parseInt(share)),
      vars: { "--share": share.replace(" ", "") },
    }),
  ];
}
