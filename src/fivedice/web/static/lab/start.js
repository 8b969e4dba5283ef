/** The start page of the laboratory: what can be done, by pictures. */

import { byId, el, put, svg } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { toolbar } from "../shared/toolbar.js";

/** A bell of points, as a path. @param {number} middle @param {number} width @param {number} height */
function bell(middle, width, height) {
  const points = Array.from({ length: 61 }, (_, i) => {
    const x = i * 4;
    return `${x},${112 - height * Math.exp(-(((x - middle) / width) ** 2))}`;
  });
  return points.join(" ");
}

/** @param {...SVGElement} parts */
function picture(...parts) {
  return svg("svg", { viewBox: "0 0 240 120", "aria-hidden": "true" }, ...parts);
}

/** Dice, and decisions as bars, the best first. */
function analysePicture() {
  const rows = [190, 176, 150, 118, 84].map((width, i) =>
    svg("rect", { class: i ? "c faint" : "a", x: 50, y: 16 + i * 19, width: width - 22, height: 11, rx: 5 }),
  );
  const dice = [0, 1, 2, 3, 4].map((i) => svg("rect", { class: "b", x: 14, y: 14 + i * 19, width: 15, height: 15, rx: 4 }));
  return picture(...rows, ...dice);
}

/** Two distributions of the final score. */
function strategiesPicture() {
  return picture(
    svg("polyline", { class: "line", points: bell(104, 42, 84) }),
    svg("polyline", { class: "line second", points: bell(140, 50, 70) }),
  );
}

/** Sliders, and the bell that they move. */
function rulesPicture() {
  const sliders = [64, 40, 80].flatMap((at, i) => [
    svg("rect", { class: "d", x: 14, y: 30 + i * 28, width: 96, height: 5, rx: 2 }),
    svg("rect", { class: "b", x: 14, y: 30 + i * 28, width: at, height: 5, rx: 2 }),
    svg("circle", { class: "b", cx: 14 + at, cy: 32.5 + i * 28, r: 8 }),
  ]);
  const steps = [18, 44, 76, 62, 34, 12].map((height, i) =>
    svg("rect", { class: i === 2 ? "a" : "c faint", x: 130 + i * 17, y: 106 - height, width: 13, height, rx: 3 }),
  );
  return picture(...sliders, ...steps);
}

/** Verdicts as bars of several colours. */
function studiesPicture() {
  const shares = [[54, 38, 8], [57, 11, 32], [82, 18, 0], [64, 23, 13], [82, 12, 6]];
  return picture(
    ...shares.flatMap((parts, row) => {
      let x = 16;
      return parts.map((share, i) => {
        const width = share * 2.08;
        const bar = svg("rect", { class: ["a", "b", "d"][i], x, y: 14 + row * 20, width: Math.max(0, width - 2), height: 12, rx: 3 });
        x += width;
        return bar;
      });
    }),
  );
}

/** A curve that rises to a line it does not reach. */
function trainingPicture() {
  const points = Array.from({ length: 9 }, (_, i) => [18 + i * 25, 30 + 74 * Math.exp(-i / 1.9)]);
  return picture(
    svg("line", { class: "line second dashed", x1: 14, y1: 22, x2: 226, y2: 22 }),
    svg("polyline", { class: "line", points: points.map((point) => point.join(",")).join(" ") }),
    ...points.map(([cx, cy]) => svg("circle", { class: "b", cx, cy, r: 4.5 })),
  );
}

/** Five dice, and a question. */
function examplePicture() {
  const faces = [3, 4, 5, 6, 6];
  const spots = [[], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [1, -1], [-1, 1], [1, 1]]];
  spots.push([...spots[4], [0, 0]], [...spots[4], [-1, 0], [1, 0]]);
  return picture(
    ...faces.flatMap((face, i) => [
      svg("rect", { class: i < 3 ? "b" : "c", x: 16 + i * 43, y: 42, width: 36, height: 36, rx: 8 }),
      ...spots[face].map(([x, y]) => svg("circle", { class: "spot", cx: 34 + i * 43 + x * 9, cy: 60 + y * 9, r: 3.4 })),
    ]),
  );
}

/** @param {string} href @param {SVGElement} drawn @param {string} title @param {string} words */
function way(href, drawn, title, words) {
  return el("li", { class: "panel" }, el("a", { href }, drawn, el("h2", { text: title }), el("p", { text: words })));
}

const EXAMPLE = "1=2,3=9,6=18,FH=25,SS=30,C=22 34566:1";

toolbar();
put(
  byId("ways"),
  way(
    "/lab/analyse",
    analysePicture(),
    t("Analyse a position"),
    t("Enter a card and dice: every decision with its expected score, what it gives away, and how the game will end."),
  ),
  way(
    "/lab/strategies",
    strategiesPicture(),
    t("Compare strategies"),
    t("What each strategy scores, exactly; who wins on equal dice; where two of them part ways in a game."),
  ),
  way(
    "/lab/rules",
    rulesPicture(),
    t("Design rules"),
    t("Move a number, add a box: the game is solved anew, and you see what the change is worth."),
  ),
  way(
    "/lab/studies",
    studiesPicture(),
    t("Read studies"),
    t("Five published works computed anew, each of their figures beside ours with a verdict."),
  ),
  way(
    "/lab/training",
    trainingPicture(),
    t("Train a player"),
    t("Watch a player learn a game from its rules alone, keep it, and play against it."),
  ),
  way(
    `/lab/analyse?${new URLSearchParams({ rules: "yahtzee", position: EXAMPLE })}`,
    examplePicture(),
    t("Look at an example"),
    t("Seven boxes are open, one reroll is left: go for the straight, or for the bonus?"),
  ),
);
