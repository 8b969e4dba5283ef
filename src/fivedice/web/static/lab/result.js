/** Results of the library: sentences, tables to sort and to save, charts, and the lines of Python that give the same. */

import { el, put } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { drawChart, savedChart } from "./chart.js";

/**
 * @typedef {{name: string, title: string, columns: string[], rows: string[][], values: (number|null)[][], note: string,
 *   csv: string}} Table
 * @typedef {{parts: (string|Table)[], charts: import("./chart.js").Spec[], python: string}} Result
 */

/** Rows of a table that stays open. */
const LONGEST = 30;

/** @param {HTMLElement} place @param {Result} result @param {...Node} first what stands above it */
export async function drawResult(place, result, ...first) {
  const boxes = result.charts.map(() => el("div", { class: "chart-box" }));
  const charts = boxes.map((box) => el("div", {}, box, savingRow(box)));
  const parts = result.parts.map((part) => (typeof part === "string" ? el("p", { text: part }) : drawFolded(part)));
  put(
    place,
    ...first,
    ...charts,
    ...parts,
    pythonLines(result.python),
  );
  for (const [at, box] of boxes.entries()) await drawChart(box, result.charts[at]);
}

/** The lines of Python that give the same. @param {string} lines */
export function pythonLines(lines) {
  return el(
    "div",
    {},
    el("h3", { text: t("The same in Python") }),
    el("pre", { class: "python", tabindex: "0", role: "region", "aria-label": t("Lines of Python"), text: lines }),
  );
}

/** Buttons that save the chart of a box. @param {HTMLElement} box @param {string} [name] of the file */
export function savingRow(box, name = "chart") {
  return el("div", { class: "row" }, saving(box, "svg", name), saving(box, "png", name));
}

/** @param {HTMLElement} box @param {"svg"|"png"} kind @param {string} name */
function saving(box, kind, name) {
  return el("button", {
    type: "button",
    class: "button quiet",
    text: kind.toUpperCase(),
    "aria-label": t("Save the chart as {kind}", { kind: kind.toUpperCase() }),
    on: { click: async () => save(`${name}.${kind}`, await savedChart(box, kind)) },
  });
}

/** @param {string} name @param {string} address */
function save(name, address) {
  const link = el("a", { href: address });
  link.download = name;
  link.click();
}

/** @param {string} name @param {string} type @param {string} text */
export function saveText(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  save(name, address);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A table, folded where it is long. @param {Table} table */
export function drawFolded(table) {
  const drawn = drawTable(table);
  if (table.rows.length <= LONGEST) return drawn;
  return el("details", {}, el("summary", { text: `${table.title} (${tn("{count} row", "{count} rows", table.rows.length)})` }), drawn);
}

/** A table whose heads sort it. @param {Table} table */
export function drawTable(table) {
  const place = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": table.title });
  const order = table.rows.map((_, i) => i);
  const isNumber = table.columns.map((_, column) => table.values.some((row) => row[column] !== null));
  let sorted = -1;
  let falls = true;
  const draw = () => {
    const heads = table.columns.map((text, column) =>
      el(
        "th",
        { scope: "col", class: isNumber[column] ? "num" : "", "aria-sort": sorted !== column ? "none" : falls ? "descending" : "ascending" },
        text ? el("button", { type: "button", class: "sort", data: { stay: `${table.name}-${column}` }, text, on: { click: () => sort(column) } }) : null,
      ),
    );
    const rows = order.map((at) =>
      el("tr", {}, ...table.rows[at].map((text, column) => el("td", { class: isNumber[column] ? "num" : look(text, table.columns[column]), text }))),
    );
    put(place, el("table", { class: "list" }, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows)));
  };
  const sort = (/** @type {number} */ column) => {
    falls = sorted === column ? !falls : isNumber[column]; // numbers begin with the greatest, words with A
    sorted = column;
    const { rows, values } = table;
    const rise = (/** @type {number} */ a, /** @type {number} */ b) =>
      isNumber[column] ? (values[a][column] ?? -Infinity) - (values[b][column] ?? -Infinity) : rows[a][column].localeCompare(rows[b][column]);
    order.sort((a, b) => (falls ? -rise(a, b) : rise(a, b)));
    draw();
  };
  draw();
  return el(
    "div",
    { class: "result-table" },
    el(
      "div",
      { class: "row" },
      el("h3", { class: "grow", text: table.title }),
      el("button", {
        type: "button",
        class: "button quiet",
        text: "CSV",
        "aria-label": t("Save {title} as CSV", { title: table.title }),
        on: { click: () => saveText(`${table.name}.csv`, "text/csv", table.csv) },
      }),
    ),
    place,
    table.note ? el("p", { class: "small soft", text: table.note }) : null,
  );
}

/** The class of a cell with words: a verdict has a colour. @param {string} text @param {string} column */
function look(text, column) {
  return column === "Verdict" ? `verdict ${text.replace(" ", "-")}` : "";
}
