/** The place of a page where it says what went wrong, in the element #problem. */

import { byId } from "./dom.js";

/** Whose problem is shown: what goes well elsewhere does not take it away. */
let shownFor = "";

/** @param {string|null} sentence null takes back what was said about the same thing @param {string} [about] */
export function tellProblem(sentence, about = "") {
  const place = byId("problem");
  if (sentence === null && shownFor !== about) return;
  shownFor = about;
  // A region that is read out speaks only when it changes.
  if (place.textContent !== (sentence ?? "")) place.textContent = sentence ?? "";
  place.hidden = sentence === null;
}

/** @param {Error} error */
export function complain(error) {
  tellProblem(error.message);
}

/** Begin anew. */
export function forgetProblem() {
  shownFor = "";
  tellProblem(null);
}
