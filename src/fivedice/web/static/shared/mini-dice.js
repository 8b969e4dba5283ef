/** Small flat dice for lists and sentences. */

import { PIPS } from "./cube.js";
import { el, svg } from "./dom.js";

/** @param {number} value @param {string} [kind] */
export function miniDie(value, kind = "") {
  const marks =
    value in PIPS
      ? PIPS[value].map((cell) =>
          svg("circle", {
            class: "die-pip",
            r: 2.1,
            cx: 5.5 + ((cell - 1) % 3) * 4.5,
            cy: 5.5 + Math.floor((cell - 1) / 3) * 4.5,
          }),
        )
      : value
        ? [svg("text", { x: 10, y: 14.5, "text-anchor": "middle" }, String(value))]
        : [];
  return svg(
    "svg",
    { viewBox: "0 0 20 20", class: kind, "aria-hidden": "true" },
    svg("rect", { class: "die-body", x: 1, y: 1, width: 18, height: 18, rx: 4.2 }),
    ...marks,
  );
}

/**
 * A row of small dice that is read out as numbers.
 * @param {number[]} values @param {boolean[]} [kept]
 */
export function miniDice(values, kept = []) {
  return el(
    "span",
    { class: "mini", role: "img", "aria-label": values.join(" ") },
    ...values.map((value, i) => miniDie(value, kept[i] ? "kept" : "")),
  );
}
