/** A heading with two buttons that walk through what is below it. */

import { el } from "../shared/dom.js";

/**
 * @param {Node} heading
 * @param {{text: string, label?: string}[]} buttons previous and next @param {(step: -1|1) => void} walk
 */
export function stepsHead(heading, [previous, next], walk) {
  return el(
    "div",
    { class: "lesson-head" },
    heading,
    el(
      "span",
      { class: "lesson-steps" },
      button(previous, () => walk(-1)),
      button(next, () => walk(1)),
    ),
  );
}

/** @param {{text: string, label?: string}} what @param {() => void} click */
function button({ text, label }, click) {
  const attributes = { type: "button", class: "button", text, "aria-label": label };
  return el("button", { ...attributes, data: { stay: label ?? text }, on: { click } });
}
