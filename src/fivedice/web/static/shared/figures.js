/** Numbers as every page shows them. */

import { el } from "./dom.js";

/** @param {number} points @param {number} [digits] */
export function signed(points, digits = 1) {
  const shown = Math.abs(points).toFixed(digits);
  return Number(shown) ? `${points < 0 ? "−" : "+"}${shown}` : shown;
}

/** A number with what it means. @param {string} value @param {string} words @param {string} [kind] good or bad */
export function figure(value, words, kind = "") {
  return el(
    "div",
    { class: `figure ${kind}` },
    el("strong", { text: value }),
    el("span", { class: "soft small", text: words }),
  );
}

/** For games in which the coach helped. */
export function coachedBadge() {
  return el("span", { class: "badge", title: "The coach gave advice in this game", text: "coached" });
}
