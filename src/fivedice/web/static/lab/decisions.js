/** The decisions of a position, best first; the one that is pointed at is drawn beside the best. */

import { el, put } from "../shared/dom.js";
import { decimal, t, tNodes } from "../shared/language.js";
import { listTable } from "../shared/list-table.js";
import { miniDice } from "../shared/mini-dice.js";
import { pythonLines, saveText } from "./result.js";
/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./position.js").Decision} Decision */
/** @typedef {{bonus?: Record<string, number>, yahtzee?: Record<string, number>}} Chances */

const FIRST = 12;
/** Whether all decisions are shown. */
let all = false;

/** A value as its quantity is written. @param {number} value @param {string} quantity @param {number} [digits] */
export function valueText(value, quantity, digits = 2) {
  if (quantity.includes("probability")) return percent(value, 2);
  return quantity.includes("score") ? decimal(value, digits) : value.toPrecision(6);
}

/** @param {number} share @param {number} [digits] */
export function percent(share, digits = 1) {
  return t("{share} %", { share: decimal(100 * share, digits) });
}

/** @param {Decision} one @param {Position} position @returns {string} */
export function decisionText(one, position) {
  if (one.kind === "category") return t("score {title} for {points}", { title: one.title, points: one.points ?? 0 });
  if (!one.dice.length) return t("roll all dice");
  return t("keep {dice}", { dice: one.dice.map((face) => position.symbols[face - 1]).join("") });
}

/** @param {Decision} one */
function decisionCell(one) {
  if (one.kind === "category")
    return tNodes("Score {box} for {points}", { box: el("strong", { text: one.title }), points: one.points ?? 0 });
  return one.dice.length ? tNodes("Keep {dice}", { dice: miniDice(one.dice) }) : [t("Roll all dice")];
}

/**
 * @param {HTMLElement} place @param {Position} position @param {Chances} chances
 * @param {(decision: Decision|null, words: string) => void} point called with the decision that is pointed at
 */
export function drawDecisions(place, position, chances, point) {
  const title = el("h2", { text: t("Decisions") });
  if (position.over) return put(place, title, el("p", { text: t("The card is full: {points} points.", { points: position.value }) }));
  const { quantity } = position;
  const sum = el(
    "p",
    { class: "small soft" },
    position.decisions.length
      ? t("{quantity} before this roll: {value}", { quantity: words(quantity), value: valueText(position.before, quantity) })
      : t("{quantity} before the next roll: {value}. Put dice on the table to see decisions.", {
          quantity: words(quantity),
          value: valueText(position.before, quantity),
        }),
  );
  if (!position.decisions.length) return put(place, title, sum);
  const some = all ? position.decisions : position.decisions.slice(0, FIRST);
  const hasBonus = Object.keys(chances.bonus ?? {}).length > 0;
  const hasYahtzee = Object.keys(chances.yahtzee ?? {}).length > 0;
  const rows = some.map((one, at) => {
    const text = decisionText(one, position);
    return el(
      "tr",
      {
        tabindex: "0",
        data: { stay: `decision-${one.text}`, grade: one.grade || "none", decision: one.text },
        "aria-label": text,
        on: {
          mouseenter: () => point(at ? one : null, text),
          focus: () => point(at ? one : null, text),
        },
      },
      el("td", {}, ...decisionCell(one)),
      el("td", { class: "num", text: valueText(one.value, quantity) }),
      el("td", { class: "num regret", text: at ? valueText(one.regret, quantity) : t("best") }),
      hasBonus ? el("td", { class: "num", text: percent(chances.bonus?.[one.text] ?? 0) }) : null,
      hasYahtzee ? el("td", { class: "num", text: percent(chances.yahtzee?.[one.text] ?? 0) }) : null,
    );
  });
  /** @type {Record<string, "num"|"">} */
  const heads = { [t("Decision")]: "", [words(quantity)]: "num", [t("Gives away")]: "num" };
  if (hasBonus) heads[t("Upper bonus")] = "num";
  if (hasYahtzee) heads[t("Yahtzee box")] = "num";
  const more = position.decisions.length - FIRST;
  return put(
    place,
    el("div", { class: "row" }, title, csvButton(position, chances)),
    sum,
    el("div", { class: "scroll" }, listTable(heads, rows)),
    quantity !== "expected score" && (hasBonus || hasYahtzee)
      ? el("p", { class: "small soft", text: t("The chances in the last columns assume play for the highest mean afterwards.") })
      : null,
    more > 0
      ? el("button", {
          type: "button",
          class: "button quiet",
          data: { stay: "all" },
          text: all ? t("Show the best only") : t("Show {count} more", { count: more }),
          on: {
            click: () => {
              all = !all;
              drawDecisions(place, position, chances, point);
            },
          },
        })
      : null,
    position.python ? pythonLines(position.python) : null,
  );
}

/** All decisions with all digits. @param {Position} position @param {Chances} chances */
function csvButton({ decisions }, { bonus = {}, yahtzee = {} }) {
  const lines = decisions.map(({ kind, text, points, value, regret }) => [kind, text, points ?? "", value, regret, bonus[text] ?? "", yahtzee[text] ?? ""].join(","));
  const csv = ["kind,decision,points,value,regret,upper_bonus,yahtzee", ...lines, ""].join("\n");
  return el("button", {
    type: "button",
    class: "button quiet",
    data: { stay: "csv" },
    text: "CSV",
    "aria-label": t("Save {title} as CSV", { title: t("Decisions") }),
    on: { click: () => saveText("decisions.csv", "text/csv", csv) },
  });
}

/** What a value is, in words. @param {string} quantity */
function words(quantity) {
  switch (quantity) {
    case "expected score":
      return t("Expected score");
    case "probability":
      return t("Probability");
    case "win probability":
      return t("Win probability");
    case "sure score worth as much":
      return t("Sure score worth as much");
    default:
      return t("Utility");
  }
}
