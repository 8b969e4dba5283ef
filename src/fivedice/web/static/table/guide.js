/**
 * The guide of a first game: says at each step what can be done, and why.
 * It knows no rule: dice, points, bonus and rolls that are left come from the state.
 */

import { byId, el, put } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { get } from "../shared/storage.js";
/** @typedef {import("../shared/types.js").State} State */

/** Whether the game at this table is guided. @param {string} table id */
export function isGuided(table) {
  return get(`guide.${table}`, "off") === "on";
}

/** @param {State} state @param {{held: boolean[], settled: boolean}} view */
export function drawGuide(state, { held, settled }) {
  const place = byId("guide");
  const sentences = settled ? steps(state, held) : [t("The dice are rolling …")];
  const said = sentences.join("\n");
  place.hidden = false;
  if (place.dataset.said === said) return;
  place.dataset.said = said;
  put(place, ...sentences.map((sentence) => el("p", { text: sentence })));
}

/** @param {State} state @param {boolean[]} held @returns {string[]} */
function steps(state, held) {
  const [seat] = state.seats;
  if (state.over) return atTheEnd(state);
  if (state.table === null) return beforeARoll(state);
  const best = bestBox(state);
  if (!state.throws_left) {
    const which = best.points
      ? tn(
          "{box} would pay most now: one point. Tap a number on the card.",
          "{box} would pay most now: {count} points. Tap a number on the card.",
          best.points,
          { box: best.title },
        )
      : t("No box pays anything for these dice, so one must be given up. Tap the one that you will miss least.");
    return [t("No rolls are left: choose a box. The numbers on the card are what your dice would pay."), which];
  }
  const kept = held.filter(Boolean).length;
  if (kept === state.dice) return [t("All dice are held: choose a box, or let some dice go.")];
  if (kept)
    return [
      tn("One die is held and will stay.", "{count} dice are held and will stay.", kept),
      t("Roll the others again, or choose a box if you like what you have."),
    ];
  if (Object.keys(seat.card).length)
    return [
      t("Hold what fits a box that is still open. You need not use all rolls."),
      best.points
        ? tn("{box} would pay one point now.", "{box} would pay {count} points now.", best.points, { box: best.title })
        : t("No open box pays anything yet."),
    ];
  return [
    t("Your dice show {dice}. Tap the dice that you want to keep: equal ones are a good start.", {
      dice: state.table.join(" "),
    }),
    tn("You may roll the others once more.", "You may roll the others {count} times more.", state.throws_left),
  ];
}

/** @param {State} state @returns {string[]} */
function beforeARoll(state) {
  const { last } = state;
  const [seat] = state.seats;
  const left = state.turns - Object.keys(seat.card).length;
  if (last?.what !== "fill") return [t("Welcome! Press the golden button to roll the dice.")];
  const title = state.categories.find((one) => one.name === last.category)?.title ?? last.category;
  const scored = last.points
    ? t("You scored {points} in {box}. This box is now filled for the rest of the game.", {
        points: last.points,
        box: title,
      })
    : t("You gave up {box}. That happens: a zero in a box that rarely pays costs little.", { box: title });
  const { have, need, worth, earned } = seat.bonus;
  const bonus = earned
    ? t("You have earned the bonus of {worth} points.", { worth })
    : t("The upper boxes lead to a bonus: {have} of {need} points so far. It pays {worth}.", { have, need, worth });
  const turns = tn("One box is left: roll for it.", "{count} boxes are left: roll again.", left);
  return [scored, worth ? bonus : "", turns].filter(Boolean);
}

/** @param {State} state @returns {string[]} */
function atTheEnd(state) {
  const [seat] = state.seats;
  const { worth, earned, need, have } = seat.bonus;
  return [
    t("All boxes are filled: you have {total} points. Well played!", { total: seat.total }),
    earned
      ? t("The bonus of {worth} points is among them.", { worth })
      : tn("The bonus was missed by one point.", "The bonus was missed by {count} points.", need - have),
    t("A real game is the same with more boxes. Tap the name of a box there to see what it pays."),
  ];
}

/** The open box that pays most. @param {State} state @returns {{title: string, points: number}} */
function bestBox(state) {
  const open = state.categories.flatMap((one) => {
    const preview = state.previews[one.name];
    return preview?.legal ? [{ title: one.title, points: preview.points + preview.bonus }] : [];
  });
  return open.reduce((best, one) => (one.points > best.points ? one : best), { title: "", points: 0 });
}
