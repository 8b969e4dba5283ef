/** What is made of what happens at a table: it sounds, is read out, is cheered, and has an end. */

import { allAlike, cheer } from "./celebration.js";
import { byId } from "../shared/dom.js";
import { drawFinish } from "./game-over.js";
import * as sounds from "./sounds.js";
import { announce, inWords } from "./announce.js";
import { duration } from "./throw-animation.js";
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../shared/types.js").State} State */

/** Points from which on a score sounds like one. */
const GREAT = 40;

/** What is heard at once. @param {Table} table @param {State|null} before @param {number} thrown dice that fly */
export function sound(table, before, thrown) {
  if (thrown && !table.isReal) sounds.rattle(thrown, duration());
  const last = table.state?.last;
  if (before && last?.what === "fill")
    sounds.scored(last.points ?? 0, (last.points ?? 0) + (last.bonus ?? 0) >= GREAT);
}

/** What is told once the dice lie. @param {Table} table @param {State|null} before @param {boolean} thrown whether they flew */
export function tell(table, before, thrown) {
  const { state } = table;
  if (!state) return;
  announce(inWords(state, table.mine));
  if (before && before.mover !== state.mover && table.isMine && table.isPerson) sounds.yourTurn();
  const alike = thrown && allAlike(state);
  if (alike) {
    cheer(byId("felt"), alike);
    sounds.fanfare();
  }
  if (before && !before.over && state.over) {
    drawEnd(table, true);
    sounds.fanfare();
    /** @type {HTMLElement|null} */ (byId("finish").querySelector(".finish-title"))?.focus();
  }
}

/** @param {Table} table @param {boolean} celebrate */
export function drawEnd(table, celebrate) {
  if (table.state)
    drawFinish(byId("finish"), table.state, {
      celebrate,
      mayRematch: table.mine.size > 0,
      rematch: () => table.ask({ do: "rematch" }),
    });
}
