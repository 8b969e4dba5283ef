/** Announcements: to screen readers through a live region, to all players as a note that disappears. */

import { byId, el, find } from "../shared/dom.js";
import { allAlike } from "./celebration.js";

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/** @param {number} count @param {string} thing @returns {string} such as "Two rolls" */
function counted(count, thing) {
  return `${NUMBERS[count] ?? count} ${thing}${count === 1 ? "" : "s"}`;
}

/**
 * The last event at the table as sentences for a screen reader.
 * @param {import("../shared/types.js").State} state @param {Set<number>} mine
 */
export function inWords(state, mine) {
  const { last, mover } = state;
  const name = (/** @type {number} */ seat) => (mine.has(seat) && mine.size === 1 ? "You" : state.seats[seat].name);
  const sentences = [];
  if (last?.what === "throw" && state.table) {
    const cry = allAlike(state);
    sentences.push(
      `${name(last.seat)} rolled ${state.table.join(" ")}.`,
      ...(cry ? [cry] : []),
      `${counted(state.throws_left, "roll")} left.`,
    );
  } else if (last?.what === "fill") {
    const title = state.categories.find((category) => category.name === last.category)?.title;
    const bonus = last.bonus ? `, and a bonus of ${last.bonus}` : "";
    sentences.push(`${name(last.seat)} scored ${last.points} in ${title}${bonus}.`);
  }
  if (state.over)
    sentences.push(`The game is over. ${state.seats.map((seat) => `${seat.name} ${seat.total}`).join(", ")}.`);
  else if (state.table === null && mover !== null && mine.has(mover) && state.seats[mover].kind === "person") {
    sentences.push(mine.size === 1 ? "Your turn." : `${state.seats[mover].name}, your turn.`);
  }
  return sentences.join(" ");
}

/** @param {string} sentence */
export function announce(sentence) {
  const region = byId("live");
  // A live region is read out only when it changes: a sentence that is repeated gets a space.
  region.textContent = region.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

/** @param {string} sentence @param {"bad"|""} [kind] */
export function toast(sentence, kind = "") {
  const note = el("div", { class: `toast ${kind}`, role: kind === "bad" ? "alert" : "status", text: sentence });
  let stack = find(document.body, ".toasts");
  if (!stack) document.body.append((stack = el("div", { class: "toasts" })));
  stack.append(note);
  setTimeout(() => note.remove(), 5200);
}
