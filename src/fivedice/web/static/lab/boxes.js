/** The boxes of a card in the designer: on and off, their points, pattern and place; and a form for a new one. */

import { el, put } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { button, choice, numberRow, refused } from "./controls.js";
/** @typedef {import("./rules.js").Box} Box */
/** @typedef {import("./rules.js").Design} Design */
/** @typedef {import("./rules.js").Change} Change */
/** @typedef {import("./rules.js").Refusal} Refusal */
/** @typedef {(change: Change) => void} Choose */
/** @typedef {(change: Change) => Promise<Refusal>} Make */

/** Boxes whose details are open, by key; "new" is the form for a new one. @type {Set<string>} */
const opened = new Set();
/** What was typed into the form of a new box. */
const typed = { title: "", pattern: "", points: "", section: "lower" };

/** @param {HTMLElement} place @param {Design} found @param {Choose} set @param {Make} make @param {Refusal} refusal */
export function drawBoxes(place, found, set, make, refusal) {
  put(
    place,
    el("h2", { text: t("Boxes") }),
    ...found.boxes.map((box) => drawBox(box, found, set, make, refusal)),
    newBox(found, make, refusal),
  );
}

/** @param {Box} box @param {Design} found @param {Choose} set @param {Make} make @param {Refusal} refusal */
function drawBox(box, found, set, make, refusal) {
  const { key, title, points } = box;
  const isOn = el("input", {
    type: "checkbox",
    props: { checked: box.on },
    data: { stay: `${key}-on` },
    on: { change: (event) => set({ set: { [key]: event.currentTarget.checked ? "on" : "off" } }) },
  });
  const note = box.on && box.usual !== null && box.usual !== points ? t("base: {value}", { value: box.usual }) : "";
  const pays =
    typeof points === "number"
      ? numberRow(
          {
            stay: key,
            label: t("Points of {title}", { title }),
            value: points,
            least: box.least,
            most: box.most,
            high: box.high,
            choose: (value) => set({ set: { [key]: value } }),
          },
          note,
        )
      : null;
  return el(
    "div",
    { class: `control box-control${box.on ? "" : " is-off"}`, data: { key } },
    el("label", { class: "pick box-name" }, isOn, title),
    box.on ? pays : null,
    box.on ? details(box, found, set, make) : null,
    refused(refusal, key),
  );
}

/** Pattern, points, section and place of a box. @param {Box} box @param {Design} found @param {Choose} set @param {Make} make */
function details(box, found, set, make) {
  const said = el("p", { class: "refusal", role: "alert" });
  const values = { title: box.title, pattern: box.pattern, points: String(box.points), section: box.section };
  const at = found.boxes.filter((one) => one.on).findIndex((one) => one.key === box.key);
  const last = found.boxes.filter((one) => one.on).length - 1;
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const refusal = await make({ box: { name: box.key, ...values } });
    said.textContent = refusal?.sentence ?? "";
  };
  return el(
    "details",
    {
      props: { open: opened.has(box.key) },
      on: { toggle: (event) => (event.currentTarget.open ? opened.add(box.key) : opened.delete(box.key)) },
    },
    el("summary", { data: { stay: `${box.key}-more` }, text: box.words.slice(0, typeof box.points === "number" ? 1 : 2).join(" ") }),
    el(
      "form",
      { class: "box-form", on: { submit: send } },
      ...fields(found, values, box.key),
      el("button", { class: "button small-button", data: { stay: `${box.key}-use` }, text: t("Use it") }),
      at > 0 ? button(t("Up"), `${box.key}-up`, () => set({ move: [box.key, -1] })) : null,
      at < last ? button(t("Down"), `${box.key}-down`, () => set({ move: [box.key, 1] })) : null,
      said,
    ),
  );
}

/** @param {Design} found @param {Make} make @param {Refusal} refusal */
function newBox(found, make, refusal) {
  const said = el("p", { class: "refusal", role: "alert" });
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const refusal_ = await make({ box: { ...typed } });
    said.textContent = refusal_?.sentence ?? "";
    if (refusal_) return;
    opened.delete("new");
    Object.assign(typed, { title: "", pattern: "", points: "" });
  };
  return el(
    "details",
    {
      class: "control",
      data: { key: "new" },
      props: { open: opened.has("new") },
      on: { toggle: (event) => (event.currentTarget.open ? opened.add("new") : opened.delete("new")) },
    },
    el("summary", { data: { stay: "new-box" }, text: t("New box") }),
    el(
      "form",
      { class: "box-form", on: { submit: send } },
      ...fields(found, typed, "new"),
      el("button", { class: "button primary", data: { stay: "new-use" }, text: t("Add the box") }),
      said,
    ),
    refused(refusal, "new"),
  );
}

/**
 * The fields of a form; `values` has what was typed, also after the page is drawn anew.
 * @param {Design} found @param {{title: string, pattern: string, points: string, section: string}} values @param {string} stay
 */
function fields(found, values, stay) {
  const field = (/** @type {string} */ label, /** @type {"title"|"pattern"|"points"} */ key, /** @type {string} */ hint) => {
    const input = el("input", {
      type: "text",
      value: values[key],
      autocomplete: "off",
      maxlength: 200,
      data: { stay: `${stay}-${key}` },
      on: { input: (event) => (values[key] = event.currentTarget.value) },
    });
    return el("label", {}, el("span", { text: label }), input, hint ? el("small", { class: "soft", text: hint }) : null);
  };
  return [
    field(t("Title"), "title", ""),
    field(t("What the dice must show"), "pattern", found.grammar.pattern),
    field(t("Points"), "points", t("A number, sum, matching, or a formula of {words}.", { words: found.grammar.points })),
    choice(t("Section"), `${stay}-section`, ["upper", "lower"], values.section, (value) => (values.section = value)),
  ];
}
