/** Rules: a designer. The server describes the controls; each change is solved anew, and what takes longer follows. */

import { byId, el, put } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { clearProblem, showError } from "../shared/problem.js";
import { ask, Declined } from "./ask.js";
import { drawBoxes } from "./boxes.js";
import { follow, sweeping } from "./consequences.js";
import { drawControls } from "./controls.js";
import { drawPlay } from "./rules-play.js";
import { openPage } from "./page.js";
import { drawSweep } from "./sweep.js";

/**
 * @typedef {{key: string, kind: "number"|"word"|"chances"|"steps"|"columns", value: any, usual: any, least: number, most: number,
 *   high: number, count: number, options: string[], words?: string[]}} Control
 * @typedef {{key: string, title: string, code: string, section: "upper"|"lower", pattern: string, points: number|string,
 *   usual: number|string|null, on: boolean, own: boolean, least: number, most: number, high: number, words: string[]}} Box
 * @typedef {{rules: string, toml: string, name: string, title: string, digest: string, base: string, base_title: string,
 *   same: boolean, parameters: Control[], boxes: Box[], levels: import("../shared/types.js").Level[],
 *   grammar: {pattern: string, points: string}, python: string}} Design
 * @typedef {{set: Record<string, unknown>}|{chance: [number, number]}|{box: Record<string, unknown>}|{move: [string, number]}|
 *   {name: string}} Change
 * @typedef {{key: string, sentence: string}|null} Refusal
 */

/** Milliseconds between changes of a control that are undone together. */
const SAME_STEP = 1000;
const LAST = "designer.last";
/** Number of the latest rules: answers about earlier ones are ignored. */
let latest = 0;
/** @type {Design|null} */
let shown = null;
/** @type {import("../shared/types.js").Variant[]} */
let variants = [];
/** Changes wait for each other: each is made to what the one before has led to. @type {Promise<unknown>} */
let changes = Promise.resolve();
let waiting = 0;
/** The control that was changed last, and when. */
let recent = { control: "", time: 0 };
/** What the address asks for is shown. @type {Promise<unknown>} */
let loaded = Promise.resolve();
/** The latest change, until it is sent: another one of the same control takes its place. @type {{change: Change, made: Promise<Refusal>}|null} */
let unsent = null;
/** A slider that is moved, by pointer or by keys whose changes wait, is not drawn anew; what was missed is drawn after that. */
let held = false;
let missed = false;
/** Nor is a field in which something is typed. @type {Element|null} */
let typing = null;
/** What was refused, until something else is done. @type {Refusal} */
let refusal = null;

/** What the address asks for. */
function asked() {
  const query = new URLSearchParams(location.search);
  const rules = query.get("rules");
  const base = query.get("base");
  return { rules: rules ?? base ?? "yahtzee", ...(base ? { base } : {}) };
}

/** @param {Design} found */
function address(found) {
  return `?${new URLSearchParams({ base: found.base, ...(found.rules === found.base ? {} : { rules: found.rules }) })}`;
}

/** Where the page is in its history of changes, and how far that goes. */
function step() {
  const at = /** @type {{at?: number}|null} */ (history.state)?.at ?? 0;
  return { at, last: Math.max(at, Number(sessionStorage.getItem(LAST) ?? 0)) };
}

/** Undo or redo, after the changes, undos and redos that were asked for before. @param {-1|1} by */
function go(by) {
  changes = changes.then(async () => {
    const { at, last } = step();
    if (at + by < 0 || at + by > last) return;
    history.go(by);
    await new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
    await loaded;
  });
}

/** Show what the address asks for. */
async function load() {
  if (history.state?.at === undefined) {
    history.replaceState({ at: 0 }, "");
    sessionStorage.setItem(LAST, "0");
  }
  const number = ++latest;
  refusal = null;
  recent.control = "";
  try {
    const found = /** @type {Design} */ (await ask("design", asked()));
    if (number === latest) show(found);
  } catch (error) {
    if (number !== latest) return;
    showError(error);
    byId("mean").removeAttribute("aria-busy");
    if (!shown) drawChooser();
  }
}

/** Make a change to the rules that are shown; the promise has the refusal, or null. @param {Change} change @returns {Promise<Refusal>} */
function make(change) {
  if (unsent && controlOf(change) && controlOf(unsent.change) === controlOf(change)) {
    unsent.change = change;
    return unsent.made;
  }
  ++waiting;
  const made = changes.then(async () => {
    const { change } = own;
    if (unsent === own) unsent = null;
    try {
      if (shown) enter(/** @type {Design} */ (await ask("design", { rules: shown.rules, base: shown.base, change })), controlOf(change));
      return null;
    } catch (error) {
      if (!(error instanceof Declined)) throw error;
      return { key: error.key, sentence: error.message };
    } finally {
      --waiting;
      drawMissed();
    }
  });
  changes = made.catch(() => null);
  const own = (unsent = { change, made });
  return made;
}

/** The control that a change sets whatever it was before, "" for other changes. @param {Change} change */
function controlOf(change) {
  return "set" in change ? Object.keys(change.set).join() : "chance" in change ? `face ${change.chance[0]}` : "";
}

/** Go on to other rules; undo leads back, past all keys that were held at a slider. @param {Design} found @param {string} [control] */
function enter(found, control = "") {
  const now = performance.now();
  const goesOn = control !== "" && control === recent.control && now - recent.time < SAME_STEP;
  recent = { control, time: now };
  if (goesOn) history.replaceState(history.state, "", address(found));
  else if (found.rules !== shown?.rules || found.base !== shown.base) {
    const at = step().at + 1;
    history.pushState({ at }, "", address(found));
    sessionStorage.setItem(LAST, String(at));
  }
  ++latest;
  show(found);
}

/** A control was set: what is refused is said beside it. @param {Change} change */
async function set(change) {
  refusal = null;
  try {
    const found = await make(change);
    if (!found || !shown) return;
    refusal = found;
    draw(shown);
  } catch (error) {
    showError(error);
  }
}

/** @param {Design} found */
function show(found) {
  shown = found;
  clearProblem();
  draw(found);
  void follow(found);
}

/** @param {Design} found */
function draw(found) {
  missed = held || typing !== null || waiting > 0;
  if (missed) return;
  const { activeElement: active } = document;
  drawChooser();
  drawControls(byId("controls"), found, set, refusal);
  drawBoxes(byId("boxes"), found, set, make, refusal);
  drawPlay(byId("play"), found, loadText);
  drawSweep(byId("sweep"), found, sweeping);
  const now = document.activeElement;
  if (now !== active && now instanceof HTMLInputElement && now.type === "number") now.select(); // as after Tab: typing replaces it
}

/** Draw what was not drawn while a control was held, typed into or changed. */
function drawMissed() {
  if (missed && shown) draw(shown);
}

/** Use rules that were pasted or uploaded. @param {string} text */
async function loadText(text) {
  const named = /^\s*base\s*=/m.test(text);
  enter(/** @type {Design} */ (await ask("design", { rules: text, ...(named || !shown ? {} : { base: shown.base }) })));
}

function drawChooser() {
  const base = shown?.base ?? asked().base ?? "yahtzee";
  const { at, last } = step();
  const button = (/** @type {string} */ text, /** @type {string} */ keys, /** @type {boolean} */ able, /** @type {() => void} */ click) =>
    el("button", {
      type: "button",
      class: "button",
      text,
      "aria-keyshortcuts": keys,
      data: { stay: keys },
      "aria-disabled": able ? null : "true",
      on: { click: () => able && click() },
    });
  const name = el("input", {
    type: "text",
    value: shown?.name ?? "",
    maxlength: 60,
    autocomplete: "off",
    data: { stay: "name" },
    on: { change: (event) => void set({ name: event.currentTarget.value }) },
  });
  put(
    byId("chooser"),
    el(
      "label",
      {},
      t("Base game"),
      el(
        "select",
        { data: { stay: "base" }, on: { change: (event) => void begin(event.currentTarget.value) } },
        ...variants.map((one) => el("option", { value: one.name, text: one.title, selected: one.name === base })),
      ),
    ),
    el("label", {}, t("Name"), name),
    button(t("Undo"), "Control+Z", at > 0, () => go(-1)),
    button(t("Redo"), "Control+Y", at < last, () => go(1)),
    refusal?.key === "name" ? el("p", { class: "refusal", role: "alert", text: refusal.sentence }) : null,
  );
}

/** Begin with a variant. @param {string} name */
async function begin(name) {
  try {
    enter(/** @type {Design} */ (await ask("design", { rules: name, base: name })));
  } catch (error) {
    showError(error);
    drawChooser();
  }
}

addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (typing || target.matches("textarea, input[type=text]")) return; // which undo themselves
  const key = event.key.toLowerCase();
  if (key !== "y" && key !== "z") return;
  event.preventDefault();
  go(key === "z" && !event.shiftKey ? -1 : 1);
});
addEventListener("pointerdown", (event) => {
  held = /** @type {HTMLElement} */ (event.target).matches("input[type=range]");
});
addEventListener("input", ({ target }) => {
  const field = /** @type {HTMLElement} */ (target);
  if (field.matches("textarea, input:not([type=range], [type=checkbox], [type=file])")) typing = field;
});
for (const event of ["pointerup", "pointercancel", "change", "focusout"])
  addEventListener(event, () => {
    if (event.startsWith("pointer")) held = false;
    else typing = null;
    setTimeout(drawMissed); // its own change comes first
  });
openPage(
  (found) => (variants = found),
  () => (loaded = load()),
);
