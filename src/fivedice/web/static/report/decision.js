/** How the report shows decisions: dice, words, and grades. */

import { el } from "../shared/dom.js";
import { signed } from "../shared/figures.js";
import { decimal, t, tNodes } from "../shared/language.js";
import { miniDice } from "../shared/mini-dice.js";

/** @typedef {import("../shared/types.js").Decided} Decided */
/** @typedef {import("../shared/types.js").DecisionKind} DecisionKind */
/** @typedef {Map<string, string>} Titles titles of the boxes by name */

const SYMBOLS = "0123456789ABCDEFGHIJK";
/** Regret that is written as zero. */
export const NOTHING = 0.005;
/** @type {Record<string, string>} */
export const GRADES = {
  best: t("Best"),
  good: t("Good"),
  inaccuracy: t("Inaccuracy"),
  mistake: t("Mistake"),
  blunder: t("Blunder"),
};

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
  if (kind === "category") {
    const box = el("strong", { text: titles.get(decision) ?? decision });
    return points === null ? tNodes("score {box}", { box }) : tNodes("score {box} for {points}", { box, points });
  }
  const kept = parseDice(decision);
  if (!kept.length) return [t("roll everything")];
  if (kept.length === dice) return [t("keep everything")];
  const held = miniDice(
    kept,
    kept.map(() => true),
  );
  return tNodes("keep {dice}", { dice: held });
}

/** What a grade means. @param {string} grade @param {number} above regret from which on it is given @param {number|null} below */
export function gradeMeaning(grade, above, below) {
  if (grade === "best") return t("Nothing better could be decided.");
  const [least, most] = [above, below ?? 0].map((points) => decimal(points, Number.isInteger(points) ? 0 : 1));
  if (below === null) return t("It gave away {above} points or more.", { above: least });
  return above < 0.1
    ? t("It gave away less than {below} points.", { below: most })
    : t("It gave away {above} points or more, but less than {below}.", { above: least, below: most });
}

/** @param {string} grade */
export function gradeBadge(grade) {
  return el("span", { class: "grade", data: { grade }, text: GRADES[grade] ?? grade });
}

/** @param {Decided} one */
export function moment(one) {
  const values = { round: one.turn + 1, roll: one.throw + 1 };
  if (one.throw === 0) return t("Round {round}, first roll", values);
  if (one.throw === 1) return t("Round {round}, second roll", values);
  if (one.throw === 2) return t("Round {round}, third roll", values);
  return t("Round {round}, roll {roll}", values);
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
        ...tNodes("The roll brought {points}.", { points: el("strong", { text: signed(one.luck) }) }),
      ),
      el(
        "p",
        {},
        ...tNodes("Played: {decision}, {value} expected.", {
          decision: decisionWords(one.kind, one.decision, titles, count, paid(one)),
          value: el("strong", { text: decimal(one.value, 1) }),
        }),
        " ",
        gradeBadge(one.grade),
      ),
      good
        ? null
        : el(
            "p",
            {},
            ...tNodes("Best: {decision}, {value} expected. This gave away {cost}.", {
              decision: decisionWords(one.best_kind, one.best, titles, count, one.best_points),
              value: el("strong", { text: decimal(one.best_value, 1) }),
              cost: el("strong", { text: decimal(one.regret, 2) }),
            }),
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
