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

function analysePicture() {
  const rows = [190, 176, 150, 118, 84].map((width, i) =>
    svg("rect", { class: i ? "c faint" : "a", x: 50, y: 16 + i * 19, width: width - 22, height: 11, rx: 5 }),
  );
  const dice = [0, 1, 2, 3, 4].map((i) => svg("rect", { class: "b", x: 14, y: 14 + i * 19, width: 15, height: 15, rx: 4 }));
  return picture(...rows, ...dice);
}

/** @param {...SVGElement} parts */
function picture(...parts) {
  return svg("svg", { viewBox: "0 0 240 120", "aria-hidden": "true" }, ...parts);
}

function outlookPicture() {
  return picture(
    svg("polyline", { class: "line", points: bell(104, 42, 84) }),
    svg("polyline", { class: "line second", points: bell(140, 50, 70) }),
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
    outlookPicture(),
    t("Compare strategies"),
    t("What each strategy scores, exactly; who wins on equal dice; where two of them part ways in a game."),
  ),
  way(
    `/lab/analyse?${new URLSearchParams({ rules: "yahtzee", position: EXAMPLE })}`,
    outlookPicture(),
    t("Look at an example"),
    t("Seven boxes are open, one reroll is left: go for the straight, or for the bonus?"),
  ),
);
