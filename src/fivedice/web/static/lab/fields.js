/** Fields of the pages of the laboratory. */

import { el } from "../shared/dom.js";

/**
 * A number between two bounds; one that is emptied keeps what it had.
 * @param {string} label @param {number} value @param {number} least @param {number} most @param {(value: number) => void} choose
 * @param {"1"|"any"} [step] "1" for whole numbers
 */
export function numberField(label, value, least, most, choose, step = "1") {
  const field = el("input", {
    type: "number",
    value: String(value),
    data: { stay: label },
    props: { min: String(least), max: String(most), step },
    on: {
      change: ({ currentTarget }) => {
        const typed = currentTarget.value === "" ? value : Number(currentTarget.value);
        const number = Math.max(least, Math.min(most, step === "1" ? Math.round(typed) : typed));
        currentTarget.value = String(number);
        choose(number);
      },
    },
  });
  return el("label", {}, label, field);
}
