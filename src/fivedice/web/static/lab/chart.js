/** Charts: the library's own Vega-Lite specifications, drawn by Vega without compiling anything. */

import { put, el } from "../shared/dom.js";
import { get, watch } from "../shared/storage.js";
import { about } from "./ask.js";

/** @typedef {Record<string, any>} Spec */

const LEAST = 200;
/** Pixels of axes and their titles beside a plot, before it is known how wide they are. */
const SIDE = 84;
/** Pixels of a column of a heat map. */
const COLUMN = 21;
/** Pixels of a box in which panels stand below each other. */
const NARROW = 640;
/** What is drawn, to be drawn again in another theme or width. @type {Map<HTMLElement, {spec: Spec, width: number, view?: any}>} */
const drawn = new Map();

function isDark() {
  const theme = get("theme", "auto");
  return theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}

/**
 * A copy of a specification for a box: titles wrapped, panels below each other where the box is narrow, plots narrower.
 * @param {Spec} spec @param {number} room @param {number} side pixels of what stands beside a plot
 */
function fitted(spec, room, side) {
  const copy = structuredClone(spec);
  delete copy.$schema;
  delete copy.config;
  for (const { title } of [copy, ...(copy.vconcat ?? [])])
    if (title) {
      title.text = wrapped(title.text, Math.floor(room / 9.5));
      title.subtitle = wrapped(title.subtitle, Math.floor(room / 6.9));
    }
  const wide = Math.max(LEAST, room - side);
  if (copy.columns > 1 && room < NARROW) {
    copy.columns = 1;
    copy.spec.width = wide;
  }
  for (const plot of copy.vconcat ?? [copy.spec ?? copy]) shrink(plot, wide, room);
  return copy;
}

/** Make a plot as narrow as it has to be. @param {Spec} plot @param {number} wide @param {number} room */
function shrink(plot, wide, room) {
  const layers = /** @type {Spec[]} */ (plot.layer ?? []);
  for (const channel of layers.flatMap(({ encoding }) => Object.values(encoding ?? {})))
    if (channel?.legend?.columns) channel.legend.columns = Math.max(1, Math.min(channel.legend.columns, Math.floor(room / 200)));
    else if (channel?.legend?.gradientLength && room < NARROW) channel.legend = { ...channel.legend, orient: "bottom", gradientLength: 180 };
  if (typeof plot.width !== "number" || plot.width <= wide) return;
  const columns = layers.map(({ encoding }) => encoding?.x?.sort?.length ?? 0);
  const width = Math.min(plot.width, Math.max(wide, COLUMN * Math.max(0, ...columns)));
  for (const { encoding } of layers)
    for (const channel of [encoding?.x, encoding?.x2]) {
      if (channel?.value >= plot.width) channel.value += width - plot.width; // what stands right of the plot
      if (channel?.axis?.tickCount) channel.axis.tickCount = Math.floor(width / 60);
    }
  plot.width = width;
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
  const options = {
    mode: "vega-lite",
    ast: true,
    actions: false,
    renderer: "svg",
    defaultStyle: false,
    config: { ...(isDark() ? themes.dark : themes.light), background: "transparent" },
    tooltip: { disableDefaultStyle: true },
  };
  let { view } = await embed(place, fitted(spec, width, SIDE), options);
  const excess = Number(place.querySelector("svg")?.getAttribute("width") ?? 0) - width;
  if (excess > 0) ({ view } = await embed(place, fitted(spec, width, SIDE + excess), options));
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
