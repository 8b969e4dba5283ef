/** The report of a study: its sections with texts, tables to sort and to save, and charts that are drawn when they are seen. */

import { el, put } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { drawChart } from "./chart.js";
import { drawFolded, drawTable, pythonLines, saveText, savingRow } from "./result.js";

/** @typedef {import("./result.js").Table & {kind: "table", claims: boolean}} ReportTable */
/** @typedef {{kind: "plot", name: string, title: string, caption: string, chart: import("./chart.js").Spec}} Plot */
/**
 * @typedef {{title: string, lead: string[], sections: {title: string, text: string[], parts: (ReportTable|Plot)[]}[],
 *   numbers: unknown, python: string, summary: {study: string}}} StudyReport
 */

/** @param {HTMLElement} place @param {StudyReport} report @param {string} words when and how it was made */
export function drawReport(place, report, words) {
  const title = el("h2", { text: report.title, tabindex: "-1" });
  const save = el("button", {
    type: "button",
    class: "button quiet",
    text: t("Save the numbers as JSON"),
    on: { click: () => saveText(`study-${report.summary.study}.json`, "application/json", JSON.stringify(report.numbers, null, 2)) },
  });
  const contents = report.sections.map(({ title: text }, at) => el("li", {}, el("a", { href: `#section-${at + 1}`, text })));
  put(
    place,
    title,
    el("p", { class: "small soft", text: words }),
    ...report.lead.map(paragraph),
    el("nav", { class: "contents", "aria-label": t("Contents") }, el("ol", {}, ...contents)),
    ...report.sections.map(({ title: text, text: paragraphs, parts }, at) =>
      el("section", { id: `section-${at + 1}` }, el("h2", { text }), ...paragraphs.map(paragraph), ...parts.map(drawPart)),
    ),
    pythonLines(report.python),
    el("div", { class: "row" }, save),
  );
  title.focus();
}

/** @param {ReportTable|Plot} part */
function drawPart(part) {
  if (part.kind === "plot") return drawPlot(part);
  return part.claims ? drawTable(part) : drawFolded(part);
}

/** @param {Plot} plot */
function drawPlot(plot) {
  const box = el("div", { class: "chart-box waiting", "aria-label": plot.title, role: "img" });
  new IntersectionObserver(
    (seen, observer) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      observer.disconnect();
      box.classList.remove("waiting");
      void drawChart(box, plot.chart);
    },
    { rootMargin: "600px" },
  ).observe(box);
  return el("figure", {}, box, savingRow(box, plot.name), plot.caption ? el("figcaption", { class: "small soft" }, ...coded(plot.caption)) : null);
}

/** @param {string} text */
function paragraph(text) {
  return el("p", {}, ...coded(text));
}

/** What stands between backticks is code. @param {string} text */
function coded(text) {
  return text.split("`").map((part, at) => (at % 2 ? el("code", { text: part }) : part));
}
