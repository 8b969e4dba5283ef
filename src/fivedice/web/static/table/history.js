/** The last events of a game in words, newest first. */

import { byId, el, put } from "../shared/dom.js";
import { tNodes } from "../shared/language.js";
import { miniDice } from "../shared/mini-dice.js";
import { whatChanged } from "./announce.js";
/** @typedef {import("../shared/types.js").State} State */

const KEPT = 4;
/** @type {Node[]} */
const lines = [];

/** @param {State} state @param {State|null} before */
export function remember(state, before) {
  const { last } = state;
  if (!last || (before && before.point === state.point && !state.over)) return;
  const name = state.seats[last.seat].name;
  let line;
  if (last.what === "throw" && state.table) {
    line = el(
      "li",
      {},
      ...tNodes("{name} rolled {dice}", {
        name: el("strong", { text: name }),
        dice: miniDice(
          state.table,
          state.thrown.map((thrown) => !thrown),
        ),
      }),
    );
  } else if (last.what === "fill") {
    const box = state.categories.find((category) => category.name === last.category)?.title ?? last.category;
    const values = { name: el("strong", { text: name }), points: last.points, bonus: last.bonus, box };
    const words = last.bonus
      ? tNodes("{name} scored {points} and a bonus of {bonus} in {box}", values)
      : tNodes("{name} scored {points} in {box}", values);
    line = el("li", {}, ...words);
  }
  const changed = whatChanged(last.what, name);
  if (changed) line = el("li", { text: changed });
  if (!line) return;
  lines.unshift(line);
  lines.length = Math.min(lines.length, KEPT);
  put(byId("history"), ...lines);
}
