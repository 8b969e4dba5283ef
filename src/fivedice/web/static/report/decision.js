/** How the report shows decisions: dice, words, and grades. */

import { el } from "../shared/dom.js";
import { signed } from "../shared/figures.js";
import { miniDice } from "../shared/mini-dice.js";

/** @typedef {import("../shared/types.js").Decided} Decided */
/** @typedef {import("../shared/types.js").DecisionKind} DecisionKind */
/** @typedef {Map<string, string>} Titles titles of the boxes by name */

const SYMBOLS = "0123456789ABCDEFGHIJK";
/** Regret that is written as zero. */
export const NOTHING = 0.005;
/** @type {Record<string, string>} */
const GRADES = { best: "Best", good: "Good", inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder" };

/** Dice as they are written, one letter a face. @param {string} text */
function parseDice(text) {
  return text === "-" ? [] : [...text].map((symbol) => SYMBOLS.indexOf(symbol));
}

/** @param {number[]} dice */
export function formatDice(dice) {
  return (
    [...dice]
      .sort((a, b) => a - b)
      .map((face) => SYMBOLS[face])
      .join("") || "-"
  );
}

/**
 * @param {DecisionKind} kind @param {string} decision @param {Titles} titles @param {number} dice how many there are
 * @param {number|null} [points] what a box pays, where that is to be said
 * @returns {(Node|string)[]}
 */
export function decisionWords(kind, decision, titles, dice, points = null) {
  if (kind === "category")
    return [
      "score ",
      el("strong", { text: titles.get(decision) ?? decision }),
      points === null ? "" : ` for ${points}`,
    ];
  const kept = parseDice(decision);
  if (!kept.length) return ["roll ", el("strong", { text: "everything" })];
  if (kept.length === dice) return ["keep ", el("strong", { text: "everything" })];
  return [
    "keep ",
    miniDice(
      kept,
      kept.map(() => true),
    ),
  ];
}

/** What a grade means. @param {string} grade @param {number} above regret from which on it is given @param {number|null} below */
export function gradeMeaning(grade, above, below) {
  if (grade === "best") return "Nothing better could be decided.";
  if (below === null) return `It gave away ${above} points or more.`;
  return above < 0.1
    ? `It gave away less than ${below} points.`
    : `It gave away ${above} points or more, but less than ${below}.`;
}

/** @param {string} grade */
export function gradeBadge(grade) {
  return el("span", { class: "grade", data: { grade }, text: GRADES[grade] ?? grade });
}

/** @param {Decided} one */
export function moment(one) {
  return `Round ${one.turn + 1}, ${["first", "second", "third", "fourth", "fifth"][one.throw] ?? `${one.throw + 1}th`} roll`;
}

/** One decision in full. @param {Decided} one @param {Titles} titles */
export function decisionDetail(one, titles) {
  const count = one.dice.length;
  const good = one.regret < NOTHING;
  return el(
    "div",
    { class: "detail" },
    el("div", { class: "detail-dice" }, miniDice(one.dice, keptPlaces(one))),
    el(
      "div",
      { class: "detail-words" },
      el(
        "p",
        {},
        el("span", { class: "soft", text: `${moment(one)}. ` }),
        "The roll brought ",
        el("strong", { text: signed(one.luck) }),
        ".",
      ),
      el(
        "p",
        {},
        "Played: ",
        ...decisionWords(one.kind, one.decision, titles, count, paid(one)),
        ", ",
        el("strong", { text: one.value.toFixed(1) }),
        " expected. ",
        gradeBadge(one.grade),
      ),
      good
        ? null
        : el(
            "p",
            {},
            "Best: ",
            ...decisionWords(one.best_kind, one.best, titles, count, one.best_points),
            ", ",
            el("strong", { text: one.best_value.toFixed(1) }),
            " expected. This gave away ",
            el("strong", { text: one.regret.toFixed(2) }),
            ".",
          ),
    ),
  );
}

/** What the decision scored, with the bonus for another five of a kind. @param {Decided} one */
export function paid(one) {
  return one.points === null ? null : one.points + (one.bonus ?? 0);
}

/** @param {Decided} one @returns {boolean[]} */
function keptPlaces(one) {
  if (one.kind === "category") return [];
  const left = parseDice(one.decision);
  return one.dice.map((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
