/** What can be chosen for a new table beside players and game. */

import { el } from "../shared/dom.js";
import { t } from "../shared/language.js";

/** @typedef {{listed?: boolean, casual?: boolean, clock?: number}} Options */

/** Seconds for a turn. */
const CLOCKS = [0, 30, 60, 120];

/** Fields for the options, and what they say. @param {string} id of the form */
export function tableOptions(id) {
  /** @type {Options} */
  const chosen = {};
  const listed = el("input", {
    type: "checkbox",
    id: `${id}-listed`,
    on: { change: (event) => void (chosen.listed = event.currentTarget.checked) },
  });
  const casual = el("input", {
    type: "checkbox",
    id: `${id}-casual`,
    on: { change: (event) => void (chosen.casual = event.currentTarget.checked) },
  });
  const clock = el(
    "select",
    { id: `${id}-clock`, on: { change: (event) => void (chosen.clock = Number(event.currentTarget.value)) } },
    ...CLOCKS.map((seconds) => el("option", { value: seconds, text: seconds ? t("{count} seconds", { count: seconds }) : t("no limit") })),
  );
  const element = el(
    "div",
    { class: "table-options" },
    el("label", { class: "option" }, listed, el("span", { text: t("Show this table to everybody in the lobby") })),
    el("label", { class: "option" }, casual, el("span", { text: t("Casual: the last box may be taken back if all agree") })),
    el("label", { class: "option" }, el("span", { text: t("Time for a turn") }), clock),
  );
  return { element, chosen };
}
