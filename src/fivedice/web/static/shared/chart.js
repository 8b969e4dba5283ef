/** Charts as SVG: bars of a distribution, lines over time. Numbers are read out from the label. */

import { svg } from "./dom.js";

const FAINT = 0.0008;

/**
 * @param {{bars: number[], least: number, width: number, mean?: number|null, other?: number[]|null, label: string,
 *   size?: [number, number]}} what `other` is drawn as a line over the bars
 */
export function histogram({
  bars: all,
  least: from,
  width,
  mean = null,
  other: beside = null,
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
      svg("title", {}, `${least + i * width}–${least + (i + 1) * width - 1}: ${(share * 100).toFixed(1)} %`),
    ),
  );
  if (other) {
    const points = other.map((share, i) => `${((i + 0.5) * step).toFixed(1)},${y(share).toFixed(1)}`);
    parts.push(svg("polyline", { class: "other", points: points.join(" ") }));
  }
  const every = niceStep((bars.length * width) / 5);
  for (let score = Math.ceil(least / every) * every; score <= least + bars.length * width; score += every) {
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
        mean.toFixed(1),
      ),
    );
  }
  parts.push(svg("line", { class: "axis-line", x1: 0, x2: w, y1: base, y2: base }));
  return svg("svg", { class: "chart", viewBox: `0 0 ${w} ${h}`, role: "img", "aria-label": label }, ...parts);
}

/** @param {number} rough */
function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1e-9)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? power * 10;
}

/**
 * Lines over a common x; points can be chosen.
 * @param {{lines: {name: string, kind: string, points: {x: number, y: number, mark?: string, grade?: string}[]}[], label: string,
 *   low?: number, high?: number, unit?: (y: number) => string, size?: [number, number],
 *   choose?: (line: number, point: number) => void, chosen?: {line: number, point: number}|null}} what
 */
export function lineChart({
  lines,
  label,
  low,
  high,
  unit = (y) => String(Math.round(y)),
  size = innerWidth < 720 ? [440, 260] : [900, 260],
  choose,
  chosen = null,
}) {
  const [w, h] = size;
  const [left, right, top, bottom] = [46, 14, 14, 26];
  const all = lines.flatMap((line) => line.points);
  if (!all.length) return svg("svg", { class: "chart", viewBox: `0 0 ${w} ${h}`, role: "img", "aria-label": label });
  let [least, most] = [
    low ?? Math.min(...all.map((point) => point.y)),
    high ?? Math.max(...all.map((point) => point.y)),
  ];
  if (most - least < 1e-9) most = least + 1;
  const step = niceStep((most - least) / 4);
  if (low === undefined) least = Math.floor(least / step) * step;
  if (high === undefined) most = Math.ceil(most / step) * step;
  const [first, last] = [Math.min(...all.map((point) => point.x)), Math.max(...all.map((point) => point.x))];
  const x = (/** @type {number} */ value) =>
    left + (last === first ? 0.5 : (value - first) / (last - first)) * (w - left - right);
  const y = (/** @type {number} */ value) => h - bottom - ((value - least) / (most - least)) * (h - top - bottom);
  /** @type {SVGElement[]} */
  const parts = [];
  for (let value = least; value <= most + step / 1000; value += step) {
    parts.push(
      svg("line", { class: "grid", x1: left, x2: w - right, y1: y(value), y2: y(value) }),
      svg("text", { class: "axis", x: left - 8, y: y(value) + 4, "text-anchor": "end" }, unit(value)),
    );
  }
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
