/** What can be chosen for a new table beside players and game. */

import { el } from "../shared/dom.js";
import { t } from "../shared/language.js";

/** @typedef {{listed?: boolean}} Options */

/** Fields for the options, and what they say. @param {string} id of the form */
export function tableOptions(id) {
  /** @type {Options} */
  const chosen = {};
  const listed = el("input", {
    type: "checkbox",
    id: `${id}-listed`,
    on: { change: (event) => void (chosen.listed = event.currentTarget.checked) },
  });
  const element = el(
    "div",
    { class: "table-options" },
    el("label", { class: "option" }, listed, el("span", { text: t("Show this table to everybody in the lobby") })),
  );
  return { element, chosen };
}
