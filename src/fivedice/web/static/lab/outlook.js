/** How the final score will be distributed, under the best decision and under the one that is pointed at. */

import { el, put } from "../shared/dom.js";
import { decimal, t, tn } from "../shared/language.js";
import { listTable } from "../shared/list-table.js";
import { ask } from "./ask.js";
import { drawChart } from "./chart.js";
import { savingRow } from "./result.js";
import { offeredJob } from "./working.js";
/** @typedef {{rules: string, position: string}} Question */
/** @typedef {{name: string, mean: number, sd: number, quantiles: Record<string, number>}} Figures */

/** Milliseconds that the pointer rests before something is asked for. */
const REST = 120;
/** What lines of the server are called. @type {Record<string, string>} */
const NAMES = { "best decision": t("Best decision"), card: tn("Card", "Cards", 1) };
/** Answers of this position by decision. @type {Map<string, Promise<any>>} */
const known = new Map();
let latest = 0;

/** Forget the answers about another position. */
export function forgetOutlook() {
  known.clear();
  latest++;
}

/**
 * @param {HTMLElement} place @param {Question} question @param {{text: string, words: string}|null} decision
 * @param {() => boolean} current whether the answer is still wanted
 */
export async function drawOutlook(place, question, decision, current) {
  const number = ++latest;
  const key = decision?.text ?? "";
  await new Promise((resolve) => setTimeout(resolve, known.has(key) ? 0 : REST));
  if (number !== latest) return;
  if (!known.has(key))
    known.set(key, ask("outlook", { ...question, ...(decision ? { decision: decision.text, words: decision.words } : {}) }));
  try {
    const found = await known.get(key);
    if (number === latest && current()) await draw(place, found, question);
  } catch (error) {
    known.delete(key);
    if (number === latest && current())
      put(place, el("h2", { text: t("Final score") }), el("p", { class: "soft", text: error instanceof Error ? error.message : "" }));
  }
}

/** @param {HTMLElement} place @param {any} found @param {Question} question */
async function draw(place, found, question) {
  let first = place.querySelector(".chart-box");
  if (!first) {
    put(
      place,
      el("h2", { text: t("Final score") }),
      el("div", { class: "outlook-figures scroll", tabindex: "0", role: "region", "aria-label": t("Figures of the final score") }),
      el("div", { class: "outlook-note" }),
      ...["distribution", "reaching"].flatMap((name) => {
        const box = el("div", { class: "chart-box" });
        return [box, savingRow(box, name)];
      }),
    );
    first = place.querySelector(".chart-box");
  }
  const [one, two] = place.querySelectorAll(".chart-box");
  const [table] = place.querySelectorAll(".outlook-figures");
  const [note] = place.querySelectorAll(".outlook-note");
  put(table, figuresTable(found.figures));
  if (found.from === "card") put(note, early(question));
  else put(note);
  await drawChart(/** @type {HTMLElement} */ (one), found.charts.distribution);
  await drawChart(/** @type {HTMLElement} */ (two), found.charts.reaching);
}

/** @param {Figures[]} figures */
function figuresTable(figures) {
  const rows = figures.map((one) =>
    el(
      "tr",
      {},
      el("td", { text: NAMES[one.name] ?? one.name }),
      el("td", { class: "num", text: decimal(one.mean, 2) }),
      el("td", { class: "num", text: decimal(one.sd, 1) }),
      ...["0.05", "0.5", "0.95"].map((share) => el("td", { class: "num", text: String(one.quantiles[share]) })),
    ),
  );
  return listTable(
    { [t("After")]: "", [t("Mean")]: "num", [t("Spread")]: "num", [t("5 % below")]: "num", [t("Half below")]: "num", [t("95 % below")]: "num" },
    rows,
  );
}

/** Early in a game the dice are left out until a table is there. @param {Question} question */
function early(question) {
  const job = el("div", {});
  const words = el("p", {
    class: "small soft",
    text: t("This is the outlook of the card before the roll. With the dice it needs a table that is computed once: a minute or more."),
  });
  offeredJob(job, { kind: "scores", rules: question.rules }, t("Compute it with the dice"), () => location.reload());
  return el("div", {}, words, job);
}
