/** The list of games under way, in the lobby. */

import { TABLES, getTables, sleep } from "../shared/api.js";
import { byId, el, put } from "../shared/dom.js";
import { showProblem } from "../shared/problem.js";
import { tokens } from "../shared/storage.js";
import { offerToContinue } from "./ways.js";

const INTERVAL = 10_000;

async function loadTables() {
  const tables = await getTables();
  offerToContinue(tables.find((table) => Object.keys(tokens(table.id)).length));
  const rows = tables.map((table) =>
    el(
      "li",
      {},
      el(
        "a",
        { class: "open-table", data: { stay: table.id }, href: `/table/${encodeURIComponent(table.id)}` },
        el("strong", { text: table.title }),
        el("span", {
          class: "open-names",
          text: table.seats.map((seat) => (seat.open ? "an open seat" : seat.kind === "bot" ? `${seat.name} (bot)` : seat.name)).join(", "),
        }),
        el("span", {
          class: "small soft",
          text: Object.keys(tokens(table.id)).length
            ? "your table: go on playing"
            : table.open
              ? "take a seat"
              : "watch",
        }),
      ),
    ),
  );
  put(
    byId("tables"),
    ...(rows.length
      ? rows
      : [el("li", { class: "empty", text: "No game is under way." })]),
  );
}

/** Load the list again and again, also after an error. */
export async function watchTables() {
  for (;;) {
    await loadTables().catch((/** @type {Error} */ error) => showProblem(error.message, TABLES));
    await sleep(INTERVAL);
  }
}
