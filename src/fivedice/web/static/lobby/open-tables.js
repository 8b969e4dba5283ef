/** The list of games under way, in the lobby. */

import { ask } from "../shared/api.js";
import { byId, el, put } from "../shared/dom.js";
import { tokens } from "../shared/storage.js";
import { tellProblem } from "../shared/problem.js";

const PATH = "/api/tables";
const LOOK_EVERY = 10_000;

async function loadTables() {
  const { tables } = await ask(PATH);
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
          text: table.seats.map((seat) => (seat.open ? "an open seat" : seat.name)).join(", "),
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
      : [el("li", { class: "empty", text: "No game is under way. Lay a table and send its link." })]),
  );
}

/** What is played elsewhere changes all the time; a server that was away for a moment is asked again. */
export async function watchTables() {
  for (;;) {
    await loadTables().catch((error) => tellProblem(error.message, PATH));
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
}
