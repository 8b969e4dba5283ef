/** A sweep: one quantity over one or two parameters, as a curve or a heat map. */

import { el, put } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { nameOf } from "./controls.js";
import { drawResult } from "./result.js";
import { shownJob } from "./working.js";
/** @typedef {import("./rules.js").Design} Design */
/** @typedef {{key: string, title: string, from: number, to: number}} Axis */

const SHOWN = { mean: t("Mean score"), bonus: t("Chance of the upper bonus"), gain: t("Gain of optimal over greedy play") };
const CHOSEN = { first: "upper_threshold", second: "", show: "mean" };
/** Steps that are taken where none was typed. */
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000];
/** The limits that were typed, by parameter. @type {Map<string, {from: number, to: number, step: number}>} */
const limits = new Map();
/** @type {AbortController|null} */
let running = null;
/** Where this tab remembers a sweep: a page that is loaded again goes on with it. */
const KEPT = "designer.sweep";
let isFirst = true;

/** Numbers that can vary. @param {Design} found @returns {Axis[]} */
function axes(found) {
  const numbers = found.parameters
    .filter((one) => one.kind === "number" && typeof one.value === "number" && one.most > one.least)
    .map((one) => ({ key: one.key, title: nameOf(one.key), from: one.least, to: one.high }));
  const boxes = found.boxes
    .filter((one) => one.on && typeof one.points === "number")
    .map((one) => ({ key: one.key, title: t("Points of {title}", { title: one.title }), from: one.least, to: one.high }));
  return [...numbers, ...boxes];
}

/** @param {HTMLElement} place @param {Design} found @param {(sweep: Promise<unknown>) => void} began called when one begins */
export function drawSweep(place, found, began) {
  const goesOn = isFirst && recalled(found);
  isFirst = false;
  const all = axes(found);
  if (!all.some((one) => one.key === CHOSEN.first)) CHOSEN.first = all[0]?.key ?? "";
  if (!all.some((one) => one.key === CHOSEN.second)) CHOSEN.second = "";
  let result = /** @type {HTMLElement|null} */ (place.querySelector(".sweep-result"));
  result ??= el("div", { class: "sweep-result block-inner" });
  const again = () => drawSweep(place, found, began);
  const second = all.filter((one) => one.key !== CHOSEN.first);
  const start = el("button", { class: "button", data: { stay: "sweep-start" }, text: t("Compute the sweep") });
  put(
    place,
    el("h2", { text: t("A sweep over parameters") }),
    el(
      "form",
      {
        class: "sweep-form",
        on: {
          submit: (event) => {
            event.preventDefault();
            began(run(/** @type {HTMLElement} */ (result), found, all));
          },
        },
      },
      chooser(t("Over"), "first", all, again),
      ...range(all, CHOSEN.first),
      chooser(t("and"), "second", [{ key: "", title: t("nothing else"), from: 0, to: 0 }, ...second], again),
      ...range(all, CHOSEN.second),
      el(
        "label",
        {},
        t("Show"),
        el(
          "select",
          { data: { stay: "sweep-show" }, on: { change: (event) => (CHOSEN.show = event.currentTarget.value) } },
          ...Object.entries(SHOWN).map(([key, text]) => el("option", { value: key, text, selected: key === CHOSEN.show })),
        ),
      ),
      start,
    ),
    result,
  );
  if (goesOn) void run(result, found, all);
}

/** Choose what a sweep of these rules had chosen before the page was loaded again; whether there was one. @param {Design} found */
function recalled({ rules }) {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  if (kept?.rules !== rules) return false;
  Object.assign(CHOSEN, kept.chosen);
  for (const [key, range] of kept.limits) limits.set(key, range);
  return true;
}

/** @param {string} label @param {"first"|"second"} which @param {Axis[]} all @param {() => void} again */
function chooser(label, which, all, again) {
  return el(
    "label",
    {},
    label,
    el(
      "select",
      {
        data: { stay: `sweep-${which}` },
        on: {
          change: (event) => {
            CHOSEN[which] = event.currentTarget.value;
            again();
          },
        },
      },
      ...all.map((one) => el("option", { value: one.key, text: one.title, selected: one.key === CHOSEN[which] })),
    ),
  );
}

/** @param {Axis[]} all @param {string} key */
function limitsOf(all, key) {
  const axis = all.find((one) => one.key === key);
  if (!axis) return null;
  const most = CHOSEN.second ? 4 : 11;
  const step = STEPS.find((one) => Math.floor((axis.to - axis.from) / one) <= most) ?? axis.to - axis.from;
  return limits.get(key) ?? { from: axis.from, to: axis.to, step };
}

/** From, to and step of a parameter. @param {Axis[]} all @param {string} key */
function range(all, key) {
  const found = limitsOf(all, key);
  if (!found) return [];
  const words = { from: t("from"), to: t("to"), step: t("by") };
  const fields = /** @type {("from"|"to"|"step")[]} */ (["from", "to", "step"]).map((part) =>
    el(
      "label",
      {},
      words[part],
      el("input", {
        type: "number",
        props: { value: String(found[part]), min: part === "step" ? "1" : "0", step: "1", required: true },
        data: { stay: `sweep-${key}-${part}` },
        on: {
          change: (event) => limits.set(key, { ...(limitsOf(all, key) ?? found), [part]: Number(event.currentTarget.value) }),
        },
      }),
    ),
  );
  return [el("div", { class: "row limits" }, ...fields)];
}

/** @param {HTMLElement} place @param {Design} found @param {Axis[]} all */
async function run(place, found, all) {
  running?.abort();
  const control = (running = new AbortController());
  const vary = [CHOSEN.first, CHOSEN.second].filter(Boolean).map((key) => {
    const { from, to, step } = limitsOf(all, key) ?? { from: 0, to: 0, step: 1 };
    return `${key}=${from}:${to}:${step}`;
  });
  const job = { kind: "sweep", rules: found.rules, base: found.base, vary, show: CHOSEN.show };
  sessionStorage.setItem(KEPT, JSON.stringify({ rules: found.rules, chosen: CHOSEN, limits: [...limits] }));
  const result = await shownJob(place, job, control);
  if (!result && running === control) sessionStorage.removeItem(KEPT); // loaded again, the page does not start it anew
  if (result && !control.signal.aborted) await drawResult(place, result, el("p", { class: "small soft", text: t("Rules: {name}", { name: found.name }) }));
}
