/** Announcements: to screen readers through a live region, to all players as a note that disappears. */

import { byId, el, find } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { allAlike } from "./celebration.js";

/**
 * The last event at the table as sentences for a screen reader.
 * @param {import("../shared/types.js").State} state @param {Set<number>} mine
 */
export function inWords(state, mine) {
  const { last, mover } = state;
  const own = last !== null && mine.size === 1 && mine.has(last.seat);
  const name = last === null ? "" : state.seats[last.seat].name;
  const sentences = [];
  if (last?.what === "throw" && state.table) {
    const cry = allAlike(state);
    const dice = state.table.join(" ");
    sentences.push(
      own ? t("You rolled {dice}.", { dice }) : t("{name} rolled {dice}.", { name, dice }),
      ...(cry ? [cry] : []),
      state.throws_left ? tn("One roll left.", "{count} rolls left.", state.throws_left) : t("No rolls left."),
    );
  } else if (last?.what === "fill") {
    const box = state.categories.find((category) => category.name === last.category)?.title ?? last.category;
    const { points, bonus } = last;
    sentences.push(
      own ? t("You scored {points} in {box}.", { points, box }) : t("{name} scored {points} in {box}.", { name, points, box }),
      ...(bonus ? [t("A bonus of {points} comes with it.", { points: bonus })] : []),
    );
  }
  const changed = last && whatChanged(last.what, name);
  if (changed) sentences.push(changed);
  if (state.over)
    sentences.push(
      t("The game is over. {scores}.", { scores: state.seats.map((seat) => `${seat.name} ${seat.total}`).join(", ") }),
    );
  else if (state.table === null && mover !== null && mine.has(mover) && state.seats[mover].kind === "person") {
    sentences.push(mine.size === 1 ? t("Your turn.") : t("{name}, your turn.", { name: state.seats[mover].name }));
  }
  return sentences.join(" ");
}

/** What changed who plays, as a sentence; nothing for play itself. @param {string} what @param {string} name */
export function whatChanged(what, name) {
  if (what === "depute") return t("A robot plays for {name} now.", { name });
  if (what === "return") return t("{name} is back.", { name });
  if (what === "resign") return t("{name} resigned.", { name });
  if (what === "retract") return t("{name} took back a box.", { name });
  if (what === "stop") return t("{name} ended the game.", { name });
  return "";
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
