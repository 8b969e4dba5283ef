/** What follows an event at a table: sounds, announcements, celebrations, the end of the game. */

import { byId, find } from "../shared/dom.js";
import { announce, inWords } from "./announce.js";
import { allAlike, cheer, endCheer } from "./celebration.js";
import { drawGameOver } from "./game-over.js";
import * as sounds from "./sounds.js";
import { duration } from "./throw-animation.js";
/** @typedef {import("../shared/types.js").State} State */
/** @typedef {import("./table.js").Table} Table */

/** Points from which on a score sounds like one. */
const GREAT = 40;

/** Sounds at the time of the event; a throw ends the cheer for the last one. @param {Table} table @param {State|null} before @param {number} thrown number of dice */
export function sound(table, before, thrown) {
  if (thrown) endCheer(byId("felt"));
  if (thrown && !table.isReal) sounds.rattle(thrown, duration());
  const last = table.state?.last;
  if (before && last?.what === "fill") sounds.scored(last.points, last.points + last.bonus >= GREAT);
}

/** What follows once the dice have settled. @param {Table} table @param {State|null} before @param {boolean} thrown */
export function afterSettling(table, before, thrown) {
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
    find(byId("finish"), ".finish-title")?.focus();
  }
}

/** @param {Table} table @param {boolean} celebrate */
export function drawEnd(table, celebrate) {
  if (table.state)
    drawGameOver(byId("finish"), table.state, {
      celebrate,
      mayRematch: table.mine.size > 0,
      rematch: () => table.request({ do: "rematch" }),
    });
}
