/** The place of a page where it says what went wrong: its element #problem. */

import { byId } from "./dom.js";

/** What the problem that is shown is about: success elsewhere does not remove it. */
let shownFor = "";

/** @param {string|null} sentence null removes a problem about the same thing @param {string} [about] */
export function showProblem(sentence, about = "") {
  const place = byId("problem");
  if (sentence === null && shownFor !== about) return;
  shownFor = about;
  // A live region is read out whenever it is written to.
  if (place.textContent !== (sentence ?? "")) place.textContent = sentence ?? "";
  place.hidden = sentence === null;
}

/** @param {unknown} error */
export function showError(error) {
  showProblem(error instanceof Error ? error.message : String(error));
}

/** Remove any problem. */
export function clearProblem() {
  shownFor = "";
  showProblem(null);
}
