/** From a decision of a report to the laboratory. */

import { el } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { formatDice } from "./decision.js";
/** @typedef {import("../shared/types.js").Decided} Decided */

/** A link, unless this server has no laboratory. @param {Decided} one @param {string} rules */
export function analyseLink(one, rules) {
  if (!document.querySelector('nav a[href="/lab"]')) return null;
  const boxes = Object.entries(one.card).map(([box, points]) => `${box}=${points}`);
  if (one.yahtzee_bonuses) boxes.push(`+${one.yahtzee_bonuses}`);
  if (one.saved) boxes.push(`*${one.saved}`);
  const position = `${boxes.join(",") || "-"} ${formatDice(one.dice)}:${one.rerolls}`;
  return el("a", { class: "button quiet", href: `/lab/analyse?${new URLSearchParams({ rules, position })}`, text: t("Analyse from here") });
}
