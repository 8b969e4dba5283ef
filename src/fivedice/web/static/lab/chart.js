/** Charts: the library's own Vega-Lite specifications, drawn by Vega without compiling anything. */

import { put, el } from "../shared/dom.js";
import { get, watch } from "../shared/storage.js";
import { about } from "./ask.js";

/** @typedef {Record<string, any>} Spec */

const LEAST = 200;
/** Pixels of axes and their titles beside a plot. */
const SIDE = 84;
/** What is drawn, to be drawn again in another theme or width. @type {Map<HTMLElement, {spec: Spec, width: number, view?: any}>} */
const drawn = new Map();

function isDark() {
  const theme = get("theme", "auto");
  return theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}

/** A copy of a specification as wide as its box. @param {Spec} spec @param {number} room */
function fitted(spec, room) {
  const copy = structuredClone(spec);
  delete copy.$schema;
  delete copy.config;
  const wide = Math.max(LEAST, room - SIDE);
  const heading = copy.title;
  if (heading) {
    heading.text = wrapped(heading.text, Math.floor(room / 9.5));
    heading.subtitle = wrapped(heading.subtitle, Math.floor(room / 6.9));
  }
  if (typeof copy.width === "number") {
    copy.width = Math.min(copy.width, wide);
    for (const { encoding } of copy.layer ?? [])
      if (encoding?.x?.axis?.tickCount) encoding.x.axis.tickCount = Math.floor(copy.width / 60);
  }
  return copy;
}

/** @param {string|string[]|undefined} lines @param {number} letters */
function wrapped(lines, letters) {
  const out = [""];
  for (const word of [lines ?? ""].flat().join(" ").split(" ")) {
    const longer = `${out[out.length - 1]} ${word}`.trimStart();
    if (longer.length > letters) out.push(word);
    else out[out.length - 1] = longer;
  }
  return out;
}

/** Draw a chart in a box, in place of what it shows. @param {HTMLElement} box @param {Spec} spec */
export async function drawChart(box, spec) {
  const [{ default: embed }, { themes }] = await Promise.all([import("../vendor/vega.js"), about()]);
  const width = box.clientWidth;
  drawn.set(box, { spec, width });
  const place = el("div", { class: "plot", "aria-hidden": "true" }); // its box has the words
  const { view } = await embed(place, fitted(spec, width), {
    mode: "vega-lite",
    ast: true,
    actions: false,
    renderer: "svg",
    defaultStyle: false,
    config: { ...(isDark() ? themes.dark : themes.light), background: "transparent" },
    tooltip: { disableDefaultStyle: true },
  });
  if (drawn.get(box)?.spec !== spec) return;
  drawn.set(box, { spec, width, view });
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", [spec.title?.text ?? ""].flat().join(" "));
  put(box, place);
}

/** The chart of a box as an address to download it from. @param {HTMLElement} box @param {"svg"|"png"} kind @returns {Promise<string>} */
export function savedChart(box, kind) {
  return drawn.get(box)?.view.toImageURL(kind, 2);
}

function again() {
  for (const [box, { spec }] of drawn)
    if (box.isConnected) void drawChart(box, spec);
    else drawn.delete(box);
}

watch("theme", again);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
addEventListener("resize", () => {
  for (const [box, { spec, width }] of drawn)
    if (box.isConnected && Math.abs(box.clientWidth - width) > 4) void drawChart(box, spec);
});
