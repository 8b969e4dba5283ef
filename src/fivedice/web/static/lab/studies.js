/** Studies: the five with their verdicts side by side, a run with progress, and a report; the address says which. */

import { byId, el, put } from "../shared/dom.js";
import { decimal, t, tn } from "../shared/language.js";
import { listTable } from "../shared/list-table.js";
import { clearProblem, showError } from "../shared/problem.js";
import { toolbar } from "../shared/toolbar.js";
import { about, forget, read } from "./ask.js";
import { drawReport } from "./study-report.js";
import { shownJob } from "./working.js";

/** @typedef {Record<string, number>} Counts of claims by verdict */
/** @typedef {{study: string, mode: Mode, key: string, counts: Counts, wrong: number, seconds: number, ended: string}} Run */
/** @typedef {"quick"|"full"} Mode */
/**
 * @typedef {{name: string, title: string, claims: number, shipped: {counts: Counts, seconds: number},
 *   runs: {quick: Run|null, full: Run|null}}} Study
 */

/** @type {Study[]} */
let studies = [];
/** @type {string[]} */
let verdicts = [];
let level = "";
/** What runs, to be stopped where something else is wanted. @type {AbortController|null} */
let running = null;

const WORDS = {
  met: t("met"),
  differs: t("differs"),
  "not described": t("not described"),
  "not run": t("not run"),
};

/** @param {string} verdict */
function word(verdict) {
  return WORDS[/** @type {keyof typeof WORDS} */ (verdict)] ?? verdict;
}

/** What the address asks for. @returns {{study: string, mode: Mode}} */
function asked() {
  const query = new URLSearchParams(location.search);
  return { study: query.get("study") ?? "", mode: query.get("mode") === "full" ? "full" : "quick" };
}

/** @param {string} study @param {Mode} mode */
function goTo(study, mode) {
  history.pushState(null, "", study ? `?${new URLSearchParams({ study, mode })}` : location.pathname);
  void show();
}

async function load() {
  const found = await read("studies");
  ({ studies, verdicts } = found);
  byId("list").removeAttribute("aria-busy");
  drawList();
}

/** Show what the address asks for: a report that is there, or one that is being made. */
async function show() {
  running?.abort();
  running = null;
  const { study, mode } = asked();
  drawList();
  const one = studies.find(({ name }) => name === study);
  byId("running").hidden = byId("report").hidden = true;
  if (!one) return;
  try {
    clearProblem();
    if (!one.runs[mode] && !(await run(one, mode))) return;
    const found = one.runs[mode];
    if (!found) return;
    const report = byId("report");
    report.hidden = false;
    put(report, el("p", { class: "soft", text: t("Reading the report…") }));
    const document = await read(`studies/${found.key}`);
    if (asked().study === study && asked().mode === mode) drawReport(report, document, runWords(found));
  } catch (error) {
    showError(error);
  }
}

/** Run a study; whether there is a report now. @param {Study} one @param {Mode} mode */
async function run(one, mode) {
  const place = byId("running");
  place.hidden = false;
  const title = mode === "quick" ? t("Quick run: {title}", { title: one.title }) : t("Full run: {title}", { title: one.title });
  const bar = el("div", {});
  const heading = el("h2", { text: title, tabindex: "-1" });
  put(place, heading, bar);
  heading.focus();
  const control = (running = new AbortController());
  const job = { kind: "study", study: one.name, quick: mode === "quick" };
  const found = await shownJob(bar, job, control, ({ so_far }) => so_far?.stage ?? "");
  if (running !== control) return false;
  if (!found) {
    forget(job);
    history.replaceState(null, "", location.pathname); // loaded again, the page does not start what was stopped
    return false;
  }
  place.hidden = true;
  await load();
  const now = studies.find(({ name }) => name === one.name);
  one.runs = now?.runs ?? one.runs;
  return true;
}

/** When a run was made, how, and how long it took. @param {Run} found */
function runWords({ mode, ended, seconds }) {
  const values = { date: new Date(ended).toLocaleString(), time: duration(seconds) };
  return mode === "quick"
    ? t("Quick run on this server, {date}, {time}", values)
    : t("Full run on this server, {date}, {time}", values);
}

/** @param {number} seconds */
function duration(seconds) {
  return seconds < 90 ? t("{count} s", { count: decimal(seconds, seconds < 10 ? 1 : 0) }) : t("{count} min", { count: decimal(seconds / 60, 1) });
}

function drawList() {
  const chosen = asked();
  const rows = studies.map((one) => {
    const best = one.runs.full ?? one.runs.quick;
    const counts = best?.counts ?? one.shipped.counts;
    const from = best ? runWords(best) : t("Full run that came with this version, {time}", { time: duration(one.shipped.seconds) });
    return el(
      "tr",
      { "aria-current": chosen.study === one.name ? "true" : null, data: { study: one.name } },
      el("td", {}, el("strong", { text: one.title }), el("div", { class: "small soft", text: from })),
      el("td", { class: "num", text: String(one.claims), data: { label: t("Claims") } }),
      ...verdicts.map((verdict) => el("td", { class: "num", text: String(counts[verdict]), data: { label: word(verdict) } })),
      el("td", { class: "counts" }, stack(counts, one.claims)),
      el("td", {}, el("div", { class: "row" }, button(one, "quick"), level === "all" ? button(one, "full") : null)),
    );
  });
  /** @type {Record<string, "num"|"">} */
  const heads = { [t("Study")]: "", [t("Claims")]: "num" };
  for (const verdict of verdicts) heads[word(verdict)] = "num";
  Object.assign(heads, { [t("Verdicts")]: "", [t("Report")]: "" });
  const scroll = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("Verdicts") }, listTable(heads, rows));
  put(
    byId("list"),
    el("h2", { text: t("Verdicts side by side") }),
    el("div", { class: "key small", "aria-hidden": "true" }, ...verdicts.map((verdict) => el("span", {}, el("i", { class: kind(verdict) }), word(verdict)))),
    scroll,
    el("p", {
      class: "small soft",
      text: t("On an idle machine a quick run takes less than a minute; it leaves out what rests on long work; what it judges has the verdict of the full run."),
    }),
  );
}

/** @param {Study} one @param {Mode} mode */
function button(one, mode) {
  const there = one.runs[mode];
  const text =
    mode === "quick"
      ? there
        ? t("Read the quick run")
        : t("Run quickly")
      : there
        ? t("Read the full run")
        : t("Run in full");
  return el("button", {
    type: "button",
    class: there ? "button primary" : "button",
    data: { stay: `${one.name}-${mode}` },
    "aria-label": `${text}: ${one.title}`,
    text,
    on: { click: () => goTo(one.name, mode) },
  });
}

/** @param {string} verdict */
function kind(verdict) {
  return verdict.replace(" ", "-");
}

/** The shares of verdicts as a bar. @param {Counts} counts @param {number} claims */
function stack(counts, claims) {
  const words = verdicts.map((verdict) => `${word(verdict)} ${counts[verdict]}`).join(", ");
  return el(
    "div",
    { class: "stack", role: "img", "aria-label": tn("{count} claim: {words}", "{count} claims: {words}", claims, { words }) },
    ...verdicts.map((verdict) => el("i", { class: kind(verdict), vars: { "--share": `${(100 * counts[verdict]) / claims}%` } })),
  );
}

toolbar();
addEventListener("popstate", () => void show());
about()
  .then(async (found) => {
    level = found.level;
    await load();
    await show();
  })
  .catch(showError);
