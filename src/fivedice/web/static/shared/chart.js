/** Charts as SVG: bars of a distribution, lines over time. Numbers are read out from the label. */

import { svg } from "./dom.js";
import { decimal, t } from "./language.js";

const FAINT = 0.0008;

/**
 * @param {{bars: number[], least: number, width: number, mean?: number|null, other?: number[]|null, marks?: number[], label: string,
 *   size?: [number, number]}} what `other` is drawn as a line over the bars, `marks` are scores that stand out
 */
export function histogram({
  bars: all,
  least: from,
  width,
  mean = null,
  other: beside = null,
  marks = [],
  label,
  size = [320, 130],
}) {
  // Tails too faint to be seen would only squeeze the rest.
  const seen = all.flatMap((share, i) => (share >= FAINT || (beside?.[i] ?? 0) >= FAINT ? [i] : []));
  const [first, last] = seen.length ? [Math.max(0, seen[0] - 1), seen[seen.length - 1] + 2] : [0, all.length];
  const bars = all.slice(first, last);
  const other = beside?.slice(first, last) ?? null;
  const least = from + first * width;
  const [w, h] = size;
  const base = h - 20;
  const top = Math.max(...bars, ...(other ?? []), 1e-9);
  const step = w / bars.length;
  const at = (/** @type {number} */ score) => ((score - least) / width) * step;
  const y = (/** @type {number} */ share) => base - (share / top) * (base - 14);
  /** @type {SVGElement[]} */
  const parts = bars.map((share, i) =>
    svg(
      "rect",
      {
        class: "bar",
        x: i * step + step * 0.08,
        width: step * 0.84,
        y: y(share),
        height: Math.max(0, base - y(share)),
        rx: Math.min(2, step / 4),
      },
      svg("title", {}, t("{from}–{to}: {share} %", { from: least + i * width, to: least + (i + 1) * width - 1, share: decimal(share * 100, 1) })),
    ),
  );
  if (other) {
    const points = other.map((share, i) => `${((i + 0.5) * step).toFixed(1)},${y(share).toFixed(1)}`);
    parts.push(svg("polyline", { class: "other", points: points.join(" ") }));
  }
  for (const score of ticks(least, least + bars.length * width, wholeStep((bars.length * width) / 5))) {
    const x = at(score);
    if (x < 10 || x > w - 10) continue;
    parts.push(svg("text", { class: "axis", x, y: h - 5, "text-anchor": "middle" }, String(score)));
  }
  if (mean !== null) {
    parts.push(
      svg("line", { class: "mean", x1: at(mean), x2: at(mean), y1: 12, y2: base }),
      svg(
        "text",
        { class: "mean-text", x: Math.min(w - 22, Math.max(22, at(mean))), y: 9, "text-anchor": "middle" },
        decimal(mean, 1),
      ),
    );
  }
  for (const score of marks) {
    const x = Math.min(w - 4, Math.max(4, at(score)));
    parts.push(
      svg("line", { class: "own-mark", x1: x, x2: x, y1: 14, y2: base }),
      svg("text", { class: "mean-text", x: Math.min(w - 14, Math.max(14, x)), y: 9, "text-anchor": "middle" }, String(score)),
    );
  }
  parts.push(svg("line", { class: "axis-line", x1: 0, x2: w, y1: base, y2: base }));
  return svg("svg", { class: "chart", viewBox: `0 0 ${w} ${h}`, role: "img", "aria-label": label }, ...parts);
}

/** Multiples of a step from one number to another. @param {number} from @param {number} to @param {number} step */
function ticks(from, to, step) {
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, i) => (first + i) * step);
}

/** A round number that is about as large: scores are whole, so that no step is smaller than one. @param {number} rough */
function wholeStep(rough) {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(rough, 1))));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? power * 10;
}

/**
 * Lines over a common x; points can be chosen. `span` is the range of x, `below` its axis: title and what is written where.
 * @param {{lines: {name: string, kind: string, points: {x: number, y: number, mark?: string, grade?: string}[]}[], label: string,
 *   low?: number, high?: number, unit?: (y: number) => string, size?: [number, number],
 *   span?: [number, number], below?: {title: string, marks: {x: number, text: string}[]},
 *   choose?: (line: number, point: number) => void, chosen?: {line: number, point: number}|null}} what
 */
export function lineChart({
  lines,
  label,
  low,
  high,
  unit = (y) => String(Math.round(y)),
  size = innerWidth < 720 ? [440, 260] : [900, 260],
  span,
  below = { title: "", marks: [] },
  choose,
  chosen = null,
}) {
  const [w, h] = size;
  const [left, right, top, bottom] = [46, 14, 14, below.marks.length ? 40 : 26];
  const all = lines.flatMap((line) => line.points);
  if (!all.length) return svg("svg", { class: "chart", viewBox: `0 0 ${w} ${h}`, role: "img", "aria-label": label });
  let [least, most] = [
    low ?? Math.min(...all.map((point) => point.y)),
    high ?? Math.max(...all.map((point) => point.y)),
  ];
  if (most - least < 1e-9) most = least + 1;
  const step = wholeStep((most - least) / 4);
  if (low === undefined) least = Math.floor(least / step) * step;
  if (high === undefined) most = Math.ceil(most / step) * step;
  const [first, last] = span ?? [Math.min(...all.map((point) => point.x)), Math.max(...all.map((point) => point.x))];
  const x = (/** @type {number} */ value) =>
    left + (last === first ? 0.5 : (value - first) / (last - first)) * (w - left - right);
  const y = (/** @type {number} */ value) => h - bottom - ((value - least) / (most - least)) * (h - top - bottom);
  /** @type {SVGElement[]} */
  const parts = [];
  for (const value of ticks(least, most, step)) {
    parts.push(
      svg("line", { class: "grid", x1: left, x2: w - right, y1: y(value), y2: y(value) }),
      svg("text", { class: "axis", x: left - 8, y: y(value) + 4, "text-anchor": "end" }, unit(value)),
    );
  }
  // Marks that would touch are left out: every second, every third …
  const room = Math.max(1, Math.ceil((below.marks.length * 26) / (w - left - right)));
  below.marks.forEach((mark, i) => {
    parts.push(svg("line", { class: "grid", x1: x(mark.x), x2: x(mark.x), y1: h - bottom, y2: h - bottom + 4 }));
    if (i % room === 0)
      parts.push(svg("text", { class: "axis round-mark", x: x(mark.x), y: h - bottom + 17, "text-anchor": "middle" }, mark.text));
  });
  if (below.title)
    parts.push(svg("text", { class: "axis", x: (left + w - right) / 2, y: h - 4, "text-anchor": "middle" }, below.title));
  lines.forEach((line, l) => {
    parts.push(
      svg("polyline", {
        class: `line ${line.kind}`,
        points: line.points.map((point) => `${x(point.x).toFixed(1)},${y(point.y).toFixed(1)}`).join(" "),
      }),
    );
    line.points.forEach((point, p) => {
      if (point.mark === undefined) return;
      const on = chosen?.line === l && chosen.point === p;
      const spot = svg(
        "g",
        { class: `spot ${line.kind} ${on ? "on" : ""}`, data: point.grade ? { grade: point.grade } : {} },
        svg("circle", { class: "reach", cx: x(point.x), cy: y(point.y), r: 12 }),
        svg("circle", { cx: x(point.x), cy: y(point.y), r: on ? 7 : 4 }),
        svg("title", {}, point.mark),
      );
      if (choose) spot.addEventListener("click", () => choose(l, p));
      parts.push(spot);
    });
  });
  return svg("svg", { class: "chart lines", viewBox: `0 0 ${w} ${h}`, role: "img", "aria-label": label }, ...parts);
}
