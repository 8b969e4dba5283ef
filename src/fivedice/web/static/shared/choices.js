/** Choosing one of a few: buttons side by side, or the list of variants. */

import { byId, el, put } from "./dom.js";
import { t } from "./language.js";

/**
 * Buttons of which one is pressed.
 * @param {string} label @param {{value: string, text: string}[]} options @param {string} chosen
 * @param {(value: string) => void} choose @param {string} [kind] further classes
 */
export function switchButtons(label, options, chosen, choose, kind = "") {
  return el(
    "div",
    { class: `switch ${kind}`, role: "group", "aria-label": label },
    ...options.map(({ value, text }) =>
      el("button", {
        type: "button",
        "aria-pressed": String(value === chosen),
        data: { stay: `choice-${value}` },
        text,
        on: { click: () => choose(value) },
      }),
    ),
  );
}

/**
 * The filters above a list: what the page has of its own, and which game.
 * @param {import("./types.js").Variant[]} variants @param {string} chosen @param {(variant: string) => void} choose
 * @param {...HTMLElement} before
 */
export function drawFilters(variants, chosen, choose, ...before) {
  const choice = el(
    "select",
    { data: { stay: "variant" }, on: { change: (event) => choose(event.currentTarget.value) } },
    ...variants.map((one) => el("option", { value: one.name, text: one.title, selected: one.name === chosen })),
  );
  put(byId("filters"), ...before, el("label", {}, t("Game"), choice));
}
