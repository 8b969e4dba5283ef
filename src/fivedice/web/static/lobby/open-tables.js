/** The list of games under way, in the lobby. */

import { TABLES, getTables, sleep } from "../shared/api.js";
import { byId, el, put } from "../shared/dom.js";
import { t } from "../shared/language.js";
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
          text: table.seats
            .map(({ name, kind, open }) => (open ? t("an open seat") : kind === "bot" ? t("{name} (bot)", { name }) : name))
            .join(", "),
        }),
        el("span", {
          class: "small soft",
          text: Object.keys(tokens(table.id)).length
            ? t("your table: go on playing")
            : table.open
              ? t("take a seat")
              : t("watch"),
        }),
      ),
    ),
  );
  put(
    byId("tables"),
    ...(rows.length
      ? rows
      : [el("li", { class: "empty", text: t("No game is under way.") })]),
  );
}

/** Load the list again and again, also after an error. */
export async function watchTables() {
  for (;;) {
    await loadTables().catch((/** @type {Error} */ error) => showProblem(error.message, TABLES));
    await sleep(INTERVAL);
  }
}
