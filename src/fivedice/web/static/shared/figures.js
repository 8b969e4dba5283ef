/** Numbers as every page shows them. */

import { el } from "./dom.js";
import { decimal, t } from "./language.js";

/** @param {number} points @param {number} [digits] */
export function signed(points, digits = 1) {
  const shown = decimal(Math.abs(points), digits);
  return /[1-9]/.test(shown) ? `${points < 0 ? "−" : "+"}${shown}` : shown;
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
  return el("span", { class: "badge", title: t("The coach gave advice in this game"), text: t("coached") });
}
