/** The position of an analysis: one to eight cards to fill by tapping, the dice of who is to move, and the notation. */

import { el } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { miniDie } from "../shared/mini-dice.js";
import { switchButtons } from "../shared/choices.js";

/** @typedef {{name: string, title: string, code: string, section: string, choices: number[]}} Box */
/** @typedef {{points: (number|null)[], bonuses: number, saved: number, total: number, upper_bonus: number}} Card */
/**
 * What `needs` something first has no objective, quantity and values yet.
 * @typedef {{position: string, rules: string, name: string, title: string, boxes: Box[], dice: number, faces: number,
 *   symbols: string[], rolls: number, most_rerolls: number, saves: boolean, bonuses: boolean, mover: number, roll: number[],
 *   rerolls: number, cards: Card[], over: boolean, objective: string, quantity: string, before: number, value: number,
 *   decisions: Decision[], needs?: {kind: string}, python?: string}} Position
 */
/**
 * @typedef {{kind: "keep"|"category", text: string, title: string, dice: number[], points: number|null, value: number,
 *   regret: number, grade: string}} Decision
 */

const MOST_CARDS = 8;

/** The text of a position. @param {Position} position */
export function written(position) {
  return position.cards
    .map((card, player) => {
      const parts = position.boxes.flatMap((box, i) => (card.points[i] === null ? [] : [`${box.code}=${card.points[i]}`]));
      if (card.bonuses) parts.push(`+${card.bonuses}`);
      if (card.saved) parts.push(`*${card.saved}`);
      const dice = player === position.mover && position.roll.length ? ` ${diceText(position)}` : "";
      return (parts.join(",") || "-") + dice;
    })
    .join(" / ");
}

/** @param {Position} position */
function diceText({ roll, symbols, rerolls }) {
  return `${roll.map((face) => symbols[face - 1]).join("")}:${rerolls}`;
}

/** @param {Position} position @param {(changed: Position) => void} change called after it was changed */
export function drawPosition(position, change) {
  const edit = (/** @type {(copy: Position) => void} */ how) => {
    how(position); // what follows before the answer comes starts from here
    change(position);
  };
  return [
    el("h2", { text: t("Dice") }),
    diceRow(position, edit),
    el("h2", { text: tn("Card", "Cards", position.cards.length) }),
    el("div", { class: "cards" }, ...position.cards.map((_, player) => card(position, player, edit))),
    position.cards.length < MOST_CARDS
      ? el("button", {
          type: "button",
          class: "button",
          data: { stay: "add" },
          text: t("Add a card"),
          on: {
            click: () => edit((copy) => copy.cards.push({ ...structuredClone(copy.cards[0]) })),
          },
        })
      : null,
  ];
}

/** @param {Position} position @param {(how: (copy: Position) => void) => void} edit */
function diceRow(position, edit) {
  const shown = position.roll.length > 0;
  const faces = Array.from({ length: position.dice }, (_, at) => die(position, at, edit));
  const rerolls = Array.from({ length: position.most_rerolls + 1 }, (_, left) => ({
    value: String(left),
    text: String(left),
  }));
  return el(
    "div",
    { class: "dice-row" },
    shown ? el("div", { class: "set-dice", role: "group", "aria-label": t("Dice") }, ...faces) : null,
    el(
      "div",
      { class: "row" },
      el("button", {
        type: "button",
        class: "button",
        data: { stay: "roll" },
        text: shown ? t("Roll other dice") : t("Put dice on the table"),
        on: { click: () => edit(rollDice) },
      }),
      shown
        ? el("button", {
            type: "button",
            class: "button quiet",
            data: { stay: "clear" },
            text: t("Take the dice away"),
            on: { click: () => edit((copy) => (copy.roll = [])) },
          })
        : null,
    ),
    shown
      ? el(
          "div",
          { class: "row" },
          el("span", { text: t("Rerolls left") }),
          switchButtons(t("Rerolls left"), rerolls, String(position.rerolls), (left) =>
            edit((copy) => (copy.rerolls = Number(left))),
          ),
        )
      : null,
  );
}

/** @param {Position} copy */
function rollDice(copy) {
  copy.roll = Array.from({ length: copy.dice }, () => 1 + Math.floor(Math.random() * copy.faces)).sort((a, b) => a - b);
}

/** A die: a tap or arrow up counts it up, arrow down counts it down, a digit sets it. */
/** @param {Position} position @param {number} at @param {(how: (copy: Position) => void) => void} edit */
function die(position, at, edit) {
  const face = position.roll[at];
  const set = (/** @type {number} */ value) => edit((copy) => (copy.roll[at] = value));
  const count = (/** @type {number} */ by) => set(((position.roll[at] - 1 + by + position.faces) % position.faces) + 1);
  return el(
    "button",
    {
      type: "button",
      class: "set-die mini",
      data: { stay: `die-${at}` },
      "aria-label": t("Die {number}: {face}", { number: at + 1, face }),
      title: t("Tap to count up; arrows and digits work too"),
      on: {
        click: () => count(1),
        keydown: (event) => {
          const digit = position.symbols.indexOf(event.key.toUpperCase());
          const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
          if (!step && digit < 0) return;
          event.preventDefault();
          if (step) count(step);
          else set(digit + 1);
        },
      },
    },
    miniDie(face),
  );
}

/** @param {Position} position @param {number} player @param {(how: (copy: Position) => void) => void} edit */
function card(position, player, edit) {
  const own = position.cards[player];
  const several = position.cards.length > 1;
  const name = t("Player {number}", { number: player + 1 });
  const boxes = position.boxes.map((box, at) =>
    el(
      "label",
      { class: `box ${box.section}` },
      el("span", { text: box.title }),
      choice(box.choices, own.points[at], `box-${player}-${at}`, several ? `${name}: ${box.title}` : box.title, (points) =>
        edit((copy) => (copy.cards[player].points[at] = points)),
      ),
    ),
  );
  const extra = position.bonuses
    ? el(
        "label",
        { class: "box" },
        el("span", { text: t("Yahtzee bonuses") }),
        choice(
          Array.from({ length: position.boxes.length }, (_, i) => i),
          own.bonuses,
          `bonuses-${player}`,
          t("Yahtzee bonuses"),
          (count) => edit((copy) => (copy.cards[player].bonuses = count ?? 0)),
        ),
      )
    : null;
  return el(
    "div",
    { class: player === position.mover ? "one-card moves" : "one-card" },
    several
      ? el(
          "div",
          { class: "row" },
          el("h3", { text: name, class: "grow" }),
          player === position.mover
            ? el("span", { class: "badge", text: t("to move") })
            : el("button", {
                type: "button",
                class: "button quiet",
                data: { stay: `mover-${player}` },
                text: t("To move"),
                on: {
                  click: () =>
                    edit((copy) => {
                      copy.mover = player;
                      if (!copy.roll.length) rollDice(copy);
                    }),
                },
              }),
          el("button", {
            type: "button",
            class: "button quiet",
            data: { stay: `remove-${player}` },
            "aria-label": t("Remove {name}", { name }),
            text: t("Remove"),
            on: {
              click: () =>
                edit((copy) => {
                  copy.cards.splice(player, 1);
                  if (copy.mover >= player && copy.mover > 0) copy.mover -= 1;
                }),
            },
          }),
        )
      : null,
    el("div", { class: "boxes" }, ...boxes, extra),
    el(
      "div",
      { class: "row small soft" },
      t("{points} points so far", { points: own.total }),
      el("button", {
        type: "button",
        class: "button quiet",
        data: { stay: `empty-${player}` },
        text: t("Empty this card"),
        on: {
          click: () =>
            edit((copy) => {
              copy.cards[player].points.fill(null);
              copy.cards[player].bonuses = 0;
              copy.cards[player].saved = 0;
            }),
        },
      }),
    ),
  );
}

/**
 * What a box holds, to be chosen. @param {number[]} choices @param {number|null} value @param {string} stay
 * @param {string} label @param {(value: number|null) => void} choose
 */
function choice(choices, value, stay, label, choose) {
  return el(
    "select",
    {
      data: { stay },
      "aria-label": label,
      on: { change: ({ currentTarget: { value: text } }) => choose(text === "" ? null : Number(text)) },
    },
    el("option", { value: "", text: "–", selected: value === null }),
    ...choices.map((points) => el("option", { value: points, text: String(points), selected: points === value })),
  );
}
