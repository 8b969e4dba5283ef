/** When real dice are asked for, and which of them. */

import { byId } from "../shared/dom.js";
import { announce } from "./announce.js";
/** @typedef {import("./table.js").Table} Table */

/** A robot's real dice, and a person's first throw, can only be typed: no button needs to be pressed before. @param {Table} table */
export function askForRealDice(table) {
  const due = table.state?.table === null || !table.isPerson;
  if (table.isMine && table.isReal && table.state?.wants && due && !table.typing.open) startTyping(table);
}

/** @param {Table} table */
export function startTyping(table) {
  const { state } = table;
  if (!state || (!table.isPerson && !state.wants)) return;
  if (state.table === null) table.held = table.held.map(() => false);
  const free = table.held.flatMap((held, i) => (held ? [] : [i]));
  const positions = table.isPerson ? free : (state.wants?.positions ?? free);
  table.typing.start({
    positions,
    faces: state.faces,
    held: table.held,
    table: state.table,
    robot: table.isPerson ? null : (table.mover?.name ?? null),
  });
  announce(byId("typing").querySelector(".typing-words")?.textContent ?? "");
}
