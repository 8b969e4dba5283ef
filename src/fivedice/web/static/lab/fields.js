/** Fields of the pages of the laboratory. */

import { el } from "../shared/dom.js";

/** A whole number between two bounds. @param {string} label @param {number} value @param {number} least @param {number} most @param {(value: number) => void} choose */
export function numberField(label, value, least, most, choose) {
  const field = el("input", {
    type: "number",
    value: String(value),
    props: { min: String(least), max: String(most) },
    on: {
      change: (event) => {
        const number = Math.max(least, Math.min(most, Math.round(Number(event.currentTarget.value))));
        event.currentTarget.value = String(number);
        choose(number);
      },
    },
  });
  return el("label", {}, label, field);
}
