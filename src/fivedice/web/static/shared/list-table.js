/** Lists as tables: games, scores, decisions. */

import { el } from "./dom.js";

/** @param {Record<string, "num"|"">} heads class of each column by its title @param {HTMLElement[]} rows */
export function listTable(heads, rows) {
  const titles = Object.entries(heads).map(([text, kind]) => el("th", { scope: "col", class: kind, text }));
  return el("table", { class: "list" }, el("thead", {}, el("tr", {}, ...titles)), el("tbody", {}, ...rows));
}
