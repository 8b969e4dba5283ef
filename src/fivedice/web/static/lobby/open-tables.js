/** The lists of games under way, in the lobby: the own ones to go on with, and those that everybody may see. */

import { TABLES, getTables, sleep } from "../shared/api.js";
import { byId, el, put } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { showProblem } from "../shared/problem.js";
import { forgetTable, ownTables } from "../shared/storage.js";
import { offerToContinue } from "./ways.js";
/** @typedef {import("../shared/types.js").OpenTable} OpenTable */

const INTERVAL = 10_000;
/** Tables whose seats this browser remembers; of more, those that are over are forgotten. */
const MOST_OWN = 100;
/** Seconds of the units in which an age is told, the greatest first. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** Such as "3 hours ago". @param {string} time */
function age(time) {
  const seconds = Math.max(0, (Date.now() - Date.parse(time)) / 1000);
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? UNITS[UNITS.length - 1];
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  return format.format(-Math.floor(seconds / size), unit);
}

/** @param {OpenTable} table @param {Set<string>} own @param {Map<string, number>} rounds */
function row(table, own, rounds) {
  const names = table.seats.map((seat) =>
    seat.open ? t("an open seat") : seat.kind === "bot" ? t("{name} (bot)", { name: seat.name }) : seat.name,
  );
  const all = rounds.get(table.variant);
  const round = all
    ? t("Round {round} of {all}", { round: Math.min(table.round, all), all })
    : t("Round {round}", { round: table.round });
  const invitation = own.has(table.id) ? t("Go on playing") : table.open ? t("Take a seat") : t("Watch");
  return el(
    "li",
    {},
    el(
      "a",
      { class: "open-table", data: { stay: table.id }, href: `/table/${encodeURIComponent(table.id)}` },
      el("strong", { text: table.title }),
      el("span", { class: "open-names", text: names.join(", ") }),
      el("span", { class: "small soft", text: [invitation, round, age(table.acted)].join(" · ") }),
    ),
  );
}

/** @param {Map<string, number>} rounds of each variant */
async function loadTables(rounds) {
  const own = new Set(ownTables());
  const tables = await getTables([...own]);
  const open = new Set(tables.map((table) => table.id));
  if (own.size > MOST_OWN) for (const id of own) if (!open.has(id)) forgetTable(id);
  const mine = tables.filter((table) => own.has(table.id));
  const others = tables.filter((table) => !own.has(table.id));
  offerToContinue(mine[0]);
  byId("own-tables").hidden = !mine.length;
  put(byId("own"), ...mine.map((table) => row(table, own, rounds)));
  put(
    byId("tables"),
    ...(others.length
      ? others.map((table) => row(table, own, rounds))
      : [el("li", { class: "empty", text: t("No open game is listed. Tables are private unless their makers list them.") })]),
  );
}

/** Load the lists again and again, also after an error. @param {import("../shared/types.js").Variant[]} variants */
export async function watchTables(variants) {
  const rounds = new Map(variants.map((one) => [one.name, one.turns]));
  for (;;) {
    await loadTables(rounds).catch((/** @type {Error} */ error) => showProblem(error.message, TABLES));
    await sleep(INTERVAL);
  }
}
