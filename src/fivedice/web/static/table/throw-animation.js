/** The animation of a throw: each die flies, bounces, turns and is lit on its way, and lands as the state says. */

import { UPWARDS, shade } from "../shared/cube.js";
import { speed } from "../shared/storage.js";

/** Milliseconds of a throw by speed. */
const DURATION = { slow: 1600, normal: 950, fast: 480, off: 0 };
const STEPS = 18;
/** Height of a resting die's centre over the felt, in dice: as in dice.css. */
const REST = 0.46;
/** Height over the felt, in dice, by share of the time: two bounces and rest. */
const HEIGHT = [
  [0, 1.5],
  [0.3, 0],
  [0.44, 0.62],
  [0.58, 0],
  [0.67, 0.18],
  [0.76, 0],
  [1, 0],
];

/** Milliseconds of a throw, 0 where animations are off. */
export function duration() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : DURATION[speed()];
}

/** @param {number} time share of the throw @returns {number} height over the felt, in dice */
function height(time) {
  for (let i = 1; i < HEIGHT.length; i++) {
    const [start, from] = HEIGHT[i - 1];
    const [end, to] = HEIGHT[i];
    if (time > end) continue;
    const share = (time - start) / (end - start);
    // Falling starts slowly, rising ends slowly.
    return to < from ? from + (to - from) * share ** 2 : from + (to - from) * (1 - (1 - share) ** 2);
  }
  return 0;
}

/**
 * Throw one die to where it lies.
 * @param {HTMLElement} seat the element that is moved over the felt
 * @param {import("../shared/cube.js").Cube} cube already at rest in its final position
 * @param {{fromX: number, fromY: number, toX: number, toY: number, delay: number, spin: number}} path
 * @returns {Animation[]}
 */
export function animateThrow(seat, cube, path) {
  const length = duration();
  if (!length) return [];
  const timing = {
    duration: length,
    delay: path.delay,
    fill: /** @type {FillMode} */ ("backwards"),
    easing: "linear",
  };
  const [endX, endY] = UPWARDS[cube.side];
  const start = { z: cube.yaw - path.spin * 200, x: endX + 540 + path.spin * 160, y: endY - 450 * path.spin };
  const turns = [],
    places = [],
    lifts = [],
    shadows = [];
  const lights = cube.faces.map(() => /** @type {Keyframe[]} */ ([]));
  for (let step = 0; step <= STEPS; step++) {
    const time = step / STEPS;
    const left = (1 - Math.min(1, time / 0.86)) ** 2;
    const [z, x, y] = [
      cube.yaw + (start.z - cube.yaw) * left,
      endX + (start.x - endX) * left,
      endY + (start.y - endY) * left,
    ];
    const over = height(time);
    turns.push({ transform: `rotateZ(${z}deg) rotateX(${x}deg) rotateY(${y}deg)` });
    const travelled = 1 - (1 - Math.min(1, time / 0.8)) ** 2.2;
    const [px, py] = [
      path.fromX + (path.toX - path.fromX) * travelled,
      path.fromY + (path.toY - path.fromY) * travelled,
    ];
    places.push({ transform: `translate(${px}px, ${py}px)` });
    lifts.push({ transform: `translateZ(${REST + over}em)` });
    shadows.push({
      transform: `rotateZ(${z}deg) scale(${1 + over * 0.25})`,
      opacity: String(1 - Math.min(0.65, over * 0.5)),
    });
    cube.faces.forEach((face, i) => lights[i].push({ opacity: String(shade(face.normal, z, x, y)) }));
  }
  return [
    seat.animate(places, timing),
    cube.body.animate(turns, timing),
    cube.lift.animate(lifts, timing),
    cube.shadow.animate(shadows, timing),
    ...cube.faces.map((face, i) => face.dark.animate(lights[i], timing)),
  ];
}
