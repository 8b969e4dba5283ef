/** One die as a CSS cube: its faces, which way they point, and how the light falls on them. */

import { el } from "./dom.js";

/** Where the sides of the cube lie before it turns; opposite sides add up to seven. */
const SIDES = [
  { side: 1, turn: "rotateY(0deg)", normal: [0, 0, 1] },
  { side: 2, turn: "rotateX(90deg)", normal: [0, -1, 0] },
  { side: 3, turn: "rotateY(90deg)", normal: [1, 0, 0] },
  { side: 4, turn: "rotateY(-90deg)", normal: [-1, 0, 0] },
  { side: 5, turn: "rotateX(-90deg)", normal: [0, 1, 0] },
  { side: 6, turn: "rotateY(180deg)", normal: [0, 0, -1] },
];

/** The turns [x, y] in degrees that bring a side to the top. @type {Record<number, [number, number]>} */
export const UPWARDS = { 1: [0, 0], 2: [-90, 0], 3: [0, -90], 4: [0, 90], 5: [90, 0], 6: [0, 180] };

/** Cells of a 3×3 grid that carry a pip. @type {Record<number, number[]>} */
export const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };

/** From where the light comes, over the table's left far corner. */
const LIGHT = [-0.42, -0.34, 0.84];

/**
 * How dark a side is when the cube is turned by rotateZ(z) rotateX(x) rotateY(y).
 * @param {number[]} normal @param {number} z @param {number} x @param {number} y degrees
 */
export function shade(normal, z, x, y) {
  const [cz, sz, cx, sx, cy, sy] = [z, x, y].flatMap((angle) => [
    Math.cos((angle * Math.PI) / 180),
    Math.sin((angle * Math.PI) / 180),
  ]);
  const [a, b, c] = normal;
  const turnedX = a * cy + c * sy;
  const afterY = -a * sy + c * cy;
  const turnedY = b * cx - afterY * sx;
  const up = b * sx + afterY * cx;
  const toLight = (turnedX * cz - turnedY * sz) * LIGHT[0] + (turnedX * sz + turnedY * cz) * LIGHT[1] + up * LIGHT[2];
  return Math.min(0.42, Math.max(0, (LIGHT[2] - toLight) * 0.3));
}

export class Cube {
  constructor() {
    this.yaw = 0;
    this.side = 1;
    this.faces = SIDES.map(({ side, turn, normal }) => {
      const mark = el("span", { class: "mark" });
      const dark = el("span", { class: "dark" });
      const element = el("span", { class: "face", vars: { "--turn": turn } }, mark, dark);
      return { side, normal, mark, dark, element, shown: 0 };
    });
    const core = SIDES.map(({ turn }) => el("span", { class: "core", vars: { "--turn": turn } }));
    this.body = el("span", { class: "cube" }, ...core, ...this.faces.map((face) => face.element));
    this.lift = el("span", { class: "lift" }, this.body);
    this.shadow = el("span", { class: "shadow" });
    this.element = el(
      "span",
      { class: "stage", "aria-hidden": "true" },
      el("span", { class: "ground" }, this.shadow, this.lift),
    );
    this.mark(1, 6);
    this.rest(1, 0);
  }

  /**
   * Write the faces so that `value` can be shown; dice with more than six faces have numerals.
   * @param {number} value @param {number} sides
   */
  mark(value, sides) {
    this.side = sides <= 6 ? value : ((value - 1) % 6) + 1;
    for (const face of this.faces) {
      const shown = sides <= 6 ? face.side : face.side === this.side ? value : ((value + face.side * 5) % sides) + 1;
      if (face.shown === shown && face.mark.childElementCount) continue;
      face.shown = shown;
      const marks =
        sides <= 6
          ? PIPS[shown].map((cell) => el("span", { class: `pip at-${cell}` }))
          : [el("span", { class: "numeral", text: String(shown) })];
      face.mark.replaceChildren(...marks);
    }
  }

  /** Lie still with a side up, turned a little. @param {number} side @param {number} yaw degrees */
  rest(side, yaw) {
    this.side = side;
    this.yaw = yaw;
    const [x, y] = UPWARDS[side];
    this.body.style.setProperty("--z", `${yaw}deg`);
    this.body.style.setProperty("--x", `${x}deg`);
    this.body.style.setProperty("--y", `${y}deg`);
    this.shadow.style.setProperty("--z", `${yaw}deg`);
    for (const face of this.faces) face.dark.style.setProperty("--dark", shade(face.normal, yaw, x, y).toFixed(3));
  }
}
