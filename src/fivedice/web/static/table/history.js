/** The last events of a game in words, newest first. */

import { byId, el, put } from "../shared/dom.js";
import { miniDice } from "../shared/mini-dice.js";
/** @typedef {import("../shared/types.js").State} State */

const KEPT = 4;
/** @type {Node[]} */
const lines = [];

/** @param {State} state @param {State|null} before */
export function remember(state, before) {
  const { last } = state;
  if (
    !last ||
    (before &&
      before.mover === state.mover &&
      before.turn === state.turn &&
      before.throw_number === state.throw_number &&
      !state.over)
  )
    return;
  const name = state.seats[last.seat].name;
  let line;
  if (last.what === "throw" && state.table) {
    line = el(
      "li",
      {},
      el("strong", { text: name }),
      " rolled ",
      miniDice(
        state.table,
        state.thrown.map((thrown) => !thrown),
      ),
    );
  } else if (last.what === "fill") {
    const title = state.categories.find((category) => category.name === last.category)?.title ?? last.category;
    const points = last.bonus ? `${last.points} and a bonus of ${last.bonus}` : String(last.points);
    line = el("li", {}, el("strong", { text: name }), ` scored ${points} in ${title}`);
  }
  if (!line) return;
  lines.unshift(line);
  lines.length = Math.min(lines.length, KEPT);
  put(byId("history"), ...lines);
}
