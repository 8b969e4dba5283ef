/** Analyse: a position in the address of the page, its decisions at once, and what takes longer a moment later. */

import { byId, el, put } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { clearProblem, showError } from "../shared/problem.js";
import { ask } from "./ask.js";
import { drawDecisions } from "./decisions.js";
import { numberField } from "./fields.js";
import { drawOutlook, forgetOutlook } from "./outlook.js";
import { openPage } from "./page.js";
import { drawPosition, written } from "./position.js";
import { offeredJob } from "./working.js";
import { drawWinning } from "./winning.js";
/** @typedef {import("./position.js").Position} Position */
/** @typedef {{rules: string, position: string, objective: string}} Asked */

const USUAL = { rules: "yahtzee", position: "- 11356:2", objective: "mean" };
const OBJECTIVES = { mean: t("Mean score"), reach: t("Reach a target"), risk: t("Risk"), win: t("Win") };
/** Number of the latest question: answers to earlier ones are ignored. */
let latest = 0;
/** The position that is shown. @type {Position|null} */
let shown = null;
/** @type {import("../shared/types.js").Variant[]} */
let variants = [];

/** What the address asks for. @returns {Asked} */
function asked() {
  const query = new URLSearchParams(location.search);
  return {
    rules: query.get("rules") ?? USUAL.rules,
    position: query.get("position") ?? USUAL.position,
    objective: query.get("objective") ?? USUAL.objective,
  };
}

/** Go on to another position; the way back leads to this one. @param {Partial<Asked>} changes */
function goTo(changes) {
  const next = { ...asked(), ...changes };
  if (changes.rules) put(byId("position")); // boxes of another game
  const query = new URLSearchParams(next);
  if (next.objective === USUAL.objective) query.delete("objective");
  history.pushState(null, "", `?${query}`);
  void load();
}

async function load() {
  const number = ++latest;
  const question = asked();
  byId("decisions").setAttribute("aria-busy", "true");
  try {
    const found = /** @type {Position} */ (await ask("analyse", question));
    if (number !== latest) return;
    clearProblem();
    draw(found);
    follow(found, number);
  } catch (error) {
    if (number === latest) {
      showError(error);
      byId("problem").scrollIntoView({ block: "nearest" }); // the text may have been typed far below
      drawChooser();
      if (byId("position").hasChildNodes()) return;
      put(byId("position"), notation(question.position)); // to be mended
      put(byId("decisions"));
    }
  } finally {
    if (number === latest) byId("decisions").removeAttribute("aria-busy");
  }
}

/** @param {Position} found */
function draw(found) {
  if (shown && same(shown.roll, found.roll)) found.roll = shown.roll; // dice stay in the order in which they were set
  shown = found;
  drawChooser();
  const change = (/** @type {Position} */ changed) => goTo({ position: written(changed) });
  put(byId("position"), ...drawPosition(found, change), notation(found.position));
  if (!found.needs) drawDecisions(byId("decisions"), found, {}, hover);
}

/** Whether two rolls have the same faces, in any order. @param {number[]} one @param {number[]} other */
function same(one, other) {
  return String([...one].sort((a, b) => a - b)) === String([...other].sort((a, b) => a - b));
}

/** Ask for what takes longer. @param {Position} found @param {number} number */
function follow(found, number) {
  const question = asked();
  forgetOutlook();
  if (found.needs) return needed(found.needs.kind, question);
  if (found.decisions.length)
    void ask("chances", question)
      .then((chances) => {
        if (number === latest) drawDecisions(byId("decisions"), found, chances, hover);
      })
      .catch(() => null);
  void drawOutlook(byId("outlook"), question, null, () => number === latest);
  byId("winning").hidden = found.cards.length < 2;
  if (found.cards.length > 1) void drawWinning(byId("winning"), question, () => number === latest);
}

/** @param {import("./position.js").Decision|null} decision the one that is pointed at @param {string} words */
function hover(decision, words) {
  const number = latest;
  void drawOutlook(byId("outlook"), asked(), decision && { text: decision.text, words }, () => number === latest);
}

/** Something that is computed once for these rules. @param {string} kind @param {Asked} question */
function needed(kind, question) {
  const place = el("div", {});
  offeredJob(place, { kind, rules: question.rules }, t("Compute it"), () => void load(), "button primary");
  put(
    byId("decisions"),
    el("h2", { text: t("Decisions") }),
    el("p", { text: t("Early in a game this objective needs a table that is computed once for these rules: a minute or more.") }),
    place,
  );
  put(byId("outlook"));
}

function drawChooser() {
  const { rules, objective } = asked();
  const known = variants.some((one) => one.name === rules);
  const [kind, value = ""] = objective.startsWith("utility:risk=") ? ["risk", objective.slice(13)] : objective.split(":");
  const game = el(
    "select",
    { data: { stay: "rules" }, on: { change: (event) => goTo({ rules: event.currentTarget.value, position: "-" }) } },
    ...(known ? [] : [el("option", { value: rules, text: shown?.title ?? rules.slice(0, 40), selected: true })]),
    ...variants.map((one) => el("option", { value: one.name, text: one.title, selected: one.name === rules })),
  );
  const goal = el(
    "select",
    { data: { stay: "objective" }, on: { change: (event) => goTo({ objective: objectiveText(event.currentTarget.value) }) } },
    ...Object.entries(OBJECTIVES).map(([name, text]) => el("option", { value: name, text, selected: name === kind })),
  );
  const step = (/** @type {string} */ text, /** @type {() => void} */ click) =>
    el("button", { type: "button", class: "button", text, data: { stay: text }, on: { click } });
  put(
    byId("chooser"),
    el("label", {}, t("Game"), game),
    el("label", {}, t("Objective"), goal),
    kind === "reach" ? numberField(t("Target"), Number(value), 1, 2000, (target) => goTo({ objective: `reach:${target}` })) : null,
    kind === "risk"
      ? numberField(t("Risk, positive to shun it"), Number(value), -20, 20, (risk) => goTo({ objective: `utility:risk=${risk}` }), "any")
      : null,
    el("span", { class: "together" }, step(t("Back"), () => history.back()), step(t("Forward"), () => history.forward())),
  );
}

/** @param {string} kind */
function objectiveText(kind) {
  return { reach: "reach:200", risk: "utility:risk=1" }[kind] ?? kind;
}

/** The position as text, to copy and to paste. @param {string} text */
function notation(text) {
  const field = el("input", {
    type: "text",
    class: "grow",
    value: text,
    data: { stay: "notation" },
    "aria-label": t("Position as text"),
    autocomplete: "off",
    on: { change: (event) => goTo({ position: event.currentTarget.value }) },
  });
  return el("div", { class: "notation" }, el("h2", { text: t("Position as text") }), el("div", { class: "row" }, field));
}

openPage((found) => (variants = found), load);
