/** What is said: to screen readers through a live region, and to everybody as a passing note. */

import { allAlike } from "./celebration.js";
import { byId, el } from "../shared/dom.js";

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/** @param {number} count @param {string} thing @returns {string} such as "Two rolls" */
function counted(count, thing) {
  return `${NUMBERS[count] ?? count} ${thing}${count === 1 ? "" : "s"}`;
}

/**
 * What has just happened at the table, for somebody who does not see it.
 * @param {import("../shared/types.js").State} state @param {Set<number>} mine
 */
export function inWords(state, mine) {
  const { last, mover } = state;
  const name = (seat) => (mine.has(seat) && mine.size === 1 ? "You" : state.seats[seat].name);
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
  // The same sentence twice would be silent: a region speaks only when it changes.
  region.textContent = region.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

/** @param {string} sentence @param {"bad"|""} [kind] */
export function toast(sentence, kind = "") {
  const note = el("div", { class: `toast ${kind}`, role: kind === "bad" ? "alert" : "status", text: sentence });
  let stack = document.querySelector(".toasts");
  if (!stack) document.body.append((stack = el("div", { class: "toasts" })));
  stack.append(note);
  setTimeout(() => note.remove(), 5200);
}
