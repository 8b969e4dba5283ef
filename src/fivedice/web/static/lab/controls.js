/** The parameters of rules as controls: a slider with a number field, words to choose from, lists of these. */

import { el, put } from "../shared/dom.js";
import { decimal, t } from "../shared/language.js";
/** @typedef {import("./rules.js").Control} Control */
/** @typedef {import("./rules.js").Design} Design */
/** @typedef {import("./rules.js").Change} Change */
/** @typedef {import("./rules.js").Refusal} Refusal */
/** @typedef {(change: Change) => void} Choose */
/**
 * @typedef {{stay: string, label: string, value: number, least: number, most: number, high: number, step?: number,
 *   choose: (value: number) => void}} NumberControl
 */

/** @type {Record<string, string>} */
const NAMES = {
  dice: t("Dice"),
  faces: t("Sides of a die"),
  rolls: t("Rolls in a turn"),
  face_probabilities: t("Chances of the faces"),
  saved_throws: t("Throws saved for later turns"),
  order: t("Order of the boxes"),
  upper_threshold: t("Upper bonus from"),
  upper_bonus: t("Upper bonus"),
  upper_steps: t("Upper bonus in steps"),
  joker: t("Joker"),
  yahtzee_bonus: t("Yahtzee bonus"),
  columns: t("Columns"),
};
/** @type {Record<string, string>} */
const WORDS = {
  forced: t("forced"),
  free: t("free"),
  none: t("none"),
  fixed: t("fixed"),
  down: t("down"),
  up: t("up"),
  unlimited: t("unlimited"),
  upper: t("upper"),
  lower: t("lower"),
};
/** Lists that were opened by hand, by key. @type {Set<string>} */
const opened = new Set();

/** What a parameter is called. @param {string} key */
export function nameOf(key) {
  return NAMES[key] ?? key;
}

/** @param {string} word */
export function wordOf(word) {
  return WORDS[word] ?? word;
}

/** What was refused, beside the control that causes it. @param {Refusal} refusal @param {string} key */
export function refused(refusal, key) {
  return refusal?.key === key ? el("p", { class: "refusal", role: "alert", text: refusal.sentence }) : null;
}

/** @param {HTMLElement} place @param {Design} found @param {Choose} set @param {Refusal} refusal */
export function drawControls(place, found, set, refusal) {
  const known = ["name", ...found.parameters.map((one) => one.key), ...found.boxes.map((one) => one.key)];
  const elsewhere = refusal && !known.includes(refusal.key) ? { ...refusal, key: "" } : null;
  put(
    place,
    el("h2", { text: t("Dice and bonuses") }),
    refused(elsewhere, ""),
    ...found.parameters.map((one) =>
      el("div", { class: "control", data: { key: one.key } }, ...drawControl(one, set), refused(refusal, one.key)),
    ),
  );
}

/** @param {Control} one @param {Choose} set @returns {Node[]} */
function drawControl(one, set) {
  const choose = (/** @type {unknown} */ value) => set({ set: { [one.key]: value } });
  if (one.kind === "number") return [one.words ? numberOrWord(one, choose) : number(one, choose)];
  if (one.kind === "word") return [choice(nameOf(one.key), one.key, one.options, one.value, choose, usual(one))];
  if (one.kind === "chances") return [list(one, one.value.length > 0, chances(one, set, choose))];
  if (one.kind === "steps") return [list(one, one.value.length > 0, steps(one, choose))];
  return [list(one, one.value.length > 0, columns(one, choose))];
}

/** @param {Control} one */
function usual({ value, usual: before }) {
  return value === before ? "" : t("base: {value}", { value: typeof before === "number" ? before : wordOf(before) });
}

/** @param {Control} one @param {(value: number) => void} choose */
function number(one, choose) {
  const { key, value, least, most, high } = one;
  return numberRow({ stay: key, label: nameOf(key), value, least, most, high, choose }, usual(one));
}

/** A slider with a number field; what is set is chosen when it is let go. @param {NumberControl} control @param {string} [note] */
export function numberRow({ stay, label, value, least, most, high, step = 1, choose }, note = "") {
  const limits = (/** @type {number} */ top) => ({ min: String(least), max: String(top), step: String(step), value: String(value) });
  const field = el("input", {
    type: "number",
    data: { stay: `${stay}-field` },
    "aria-label": label,
    props: limits(most),
    on: { change: (event) => event.currentTarget.value !== "" && choose(Number(event.currentTarget.value)) },
  });
  const slider = el("input", {
    type: "range",
    data: { stay },
    "aria-label": t("{name}, slider", { name: label }),
    props: limits(Math.max(high, value)),
    on: {
      input: (event) => (field.value = event.currentTarget.value),
      change: (event) => choose(Number(event.currentTarget.value)),
    },
  });
  return el(
    "div",
    { class: `number-row${note ? " changed" : ""}` },
    el("span", { class: "control-name" }, label, note ? el("small", { class: "soft", text: ` ${note}` }) : null),
    slider,
    field,
  );
}

/** @param {Control} one @param {(value: unknown) => void} choose */
function numberOrWord(one, choose) {
  const [word] = one.words ?? [""];
  const isWord = one.value === word;
  const box = el("input", {
    type: "checkbox",
    props: { checked: isWord },
    data: { stay: `${one.key}-word` },
    on: { change: (event) => choose(event.currentTarget.checked ? word : 0) },
  });
  const label = el("label", { class: "pick" }, box, isWord ? `${nameOf(one.key)}: ${wordOf(word)}` : wordOf(word));
  if (isWord) return label;
  return el("div", { class: "with-word" }, number(one, choose), label);
}

/**
 * @param {string} label @param {string} stay @param {string[]} options @param {string} value @param {(value: string) => void} choose
 * @param {string} [note]
 */
export function choice(label, stay, options, value, choose, note = "") {
  return el(
    "label",
    { class: `choice-row${note ? " changed" : ""}` },
    el("span", { class: "control-name" }, label, note ? el("small", { class: "soft", text: ` ${note}` }) : null),
    el(
      "select",
      { data: { stay }, on: { change: (event) => choose(event.currentTarget.value) } },
      ...options.map((one) => el("option", { value: one, text: wordOf(one), selected: one === value })),
    ),
  );
}

/** A list that opens. @param {Control} one @param {boolean} isOpen @param {(Node|null)[]} parts */
function list(one, isOpen, parts) {
  const whole = el(
    "details",
    {
      props: { open: isOpen || opened.has(one.key) },
      on: { toggle: (event) => (event.currentTarget.open ? opened.add(one.key) : opened.delete(one.key)) },
    },
    el("summary", { data: { stay: `${one.key}-list` }, text: nameOf(one.key) }),
    ...parts.filter((part) => part !== null),
  );
  return whole;
}

/** @param {string} text @param {string} stay @param {() => void} click */
export function button(text, stay, click) {
  return el("button", { type: "button", class: "button small-button", text, data: { stay }, on: { click } });
}

/** @param {Control} one @param {Choose} set @param {(value: unknown) => void} choose */
function chances(one, set, choose) {
  const fair = 1 / one.count;
  const found = one.value.length ? one.value : Array(one.count).fill(fair);
  const rows = found.map((/** @type {number} */ chance, /** @type {number} */ at) =>
    numberRow(
      {
        stay: `chance-${at + 1}`,
        label: t("Face {face}, in percent", { face: at + 1 }),
        value: Math.round(1000 * chance) / 10,
        least: 0.1,
        most: 99,
        high: 60,
        step: 0.1,
        choose: (value) => set({ chance: [at + 1, Math.round(value * 1000) / 100000] }),
      },
      one.value.length ? t("fair: {percent}", { percent: decimal(100 * fair, 1) }) : "",
    ),
  );
  return [...rows, one.value.length ? button(t("Fair dice"), "fair", () => choose([])) : null];
}

/** @param {Control} one @param {(value: unknown) => void} choose */
function steps(one, choose) {
  /** @type {[number, number][]} */
  const found = one.value.map((/** @type {[number, number]} */ step) => [...step]);
  const change = (/** @type {number} */ at, /** @type {0|1} */ part, /** @type {number} */ value) => {
    found[at][part] = value; // the next change, before this one is answered, has it too
    choose(found);
  };
  const rows = found.flatMap(([threshold, bonus], at) => [
    numberRow({ stay: `step-${at}-from`, label: t("Step {number}: from", { number: at + 1 }), value: threshold, least: 0, most: one.most, high: one.most, choose: (value) => change(at, 0, value) }),
    numberRow({ stay: `step-${at}-bonus`, label: t("Step {number}: bonus", { number: at + 1 }), value: bonus, least: 1, most: 10000, high: one.high, choose: (value) => change(at, 1, value) }),
    button(t("Remove step {number}", { number: at + 1 }), `step-${at}-off`, () => choose(found.filter((_, i) => i !== at))),
  ]);
  const [lastFrom, lastBonus] = found[found.length - 1] ?? [Math.floor(one.most / 2), 0];
  const next = /** @type {[number, number][]} */ (
    found.length ? [[Math.min(one.most, lastFrom + 10), lastBonus + 10]] : [[lastFrom, 35], [Math.min(one.most, lastFrom + 10), 70]]
  );
  return [...rows, found.length < one.count ? button(t("Add a step"), "step-add", () => choose([...found, ...next])) : null];
}

/** @param {Control} one @param {(value: unknown) => void} choose */
function columns(one, choose) {
  /** @type {{name: string, order: string, multiplier: number}[]} */
  const all = one.value.length ? one.value : [{ name: "", order: "free", multiplier: 1 }];
  const found = all.map((column, at) => ({ ...column, name: column.name === String(at + 1) ? "" : column.name }));
  const change = (/** @type {number} */ at, /** @type {object} */ part) => {
    Object.assign(found[at], part); // the next change, before this one is answered, has it too
    choose(found);
  };
  const rows = found.flatMap((column, at) => [
    found.length > 1 ? columnName(column.name, at, (name) => change(at, { name })) : null,
    choice(t("Column {number}: order", { number: at + 1 }), `column-${at}-order`, one.options, column.order, (order) => change(at, { order })),
    numberRow({ stay: `column-${at}-times`, label: t("Column {number}: times", { number: at + 1 }), value: column.multiplier, least: 1, most: one.most, high: one.most, choose: (multiplier) => change(at, { multiplier }) }),
    found.length > 1 ? button(t("Remove column {number}", { number: at + 1 }), `column-${at}-off`, () => choose(found.filter((_, i) => i !== at))) : null,
  ]);
  return [...rows, button(t("Add a column"), "column-add", () => choose([...found, { name: "", order: "free", multiplier: 1 }]))];
}

/** @param {string} name @param {number} at @param {(name: string) => void} choose */
function columnName(name, at, choose) {
  const field = el("input", {
    type: "text",
    value: name || String(at + 1),
    maxlength: 20,
    autocomplete: "off",
    data: { stay: `column-${at}-name` },
    on: { change: (event) => choose(event.currentTarget.value.trim()) },
  });
  return el("label", { class: "choice-row" }, el("span", { class: "control-name", text: t("Column {number}: name", { number: at + 1 }) }), field);
}
