/** Whose turn it is, and the roll button: what a press does, how many rolls are left, which key does it. */

import { byId, el, put } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
/** @typedef {import("../shared/types.js").State} State */

/**
 * @typedef {{mine: Set<number>, held: boolean[], settled: boolean, waiting: boolean, entry: {missing: number}|null,
 *   solving: {done: number, total: number}|null}} View entry: while real dice are typed
 */

/** Dots for the rolls of a turn, as long as they can be counted at a glance. */
const MOST_DOTS = 8;

/** @param {State} state @param {View} view */
export function drawRollButton(state, view) {
  const button = byId("roll");
  const { words, sub, key, ready } = purpose(state, view);
  put(
    button,
    el("span", { class: "roll-words", text: words }),
    sub ? el("span", { class: "roll-sub", text: sub }) : null,
    key ? el("kbd", { "aria-hidden": "true", text: key }) : null,
  );
  // aria-disabled keeps the focus where it is between two rolls, which disabled would lose.
  button.setAttribute("aria-disabled", String(!ready || view.waiting));
  button.classList.toggle("busy", ready && view.waiting);
  button.hidden = state.over;
  drawBanner(state, view);
}

/** What a press of the button does. @param {State} state @param {View} view */
function purpose(state, { mine, held, settled, entry, solving }) {
  const quiet = (/** @type {string} */ words, sub = "") => ({ words, sub, key: "", ready: false });
  if (state.mover === null) return quiet("The game is over");
  const seat = state.seats[state.mover];
  const acting = mine.has(state.mover);
  if (seat.kind === "robot" && solving && solving.done < solving.total)
    return quiet(`Solving ${state.title} once`, `${Math.floor((100 * solving.done) / solving.total)} %`);
  if (!acting)
    return quiet(
      seat.open ? "Waiting for a player" : seat.kind === "robot" ? `${seat.name} plays` : `${seat.name} is at the dice`,
    );
  if (entry) {
    return entry.missing
      ? quiet(entry.missing === 1 ? "One die is missing" : `${entry.missing} dice are missing`)
      : { words: "That is what they show", sub: "", key: "Enter", ready: true };
  }
  if (!settled) return quiet("Rolling…");
  if (seat.kind === "robot" && !state.wants) return quiet(`${seat.name} plays`);
  const left = state.throws_left;
  const real = seat.physical;
  if (state.table === null)
    return { words: real ? "I have rolled my dice" : "Roll the dice", sub: rolls(left), key: "Space", ready: true };
  if (!left) return quiet("Choose a box", "no rolls left");
  const loose = held.filter((one) => !one).length;
  if (!loose) return quiet("All dice held", "choose a box, or let one go");
  const what = loose === state.dice ? "Roll all again" : `Roll ${loose} again`;
  return {
    words: real ? `I have rolled ${loose === state.dice ? "all" : loose} again` : what,
    sub: rolls(left),
    key: "Space",
    ready: true,
  };
}

/** @param {number} left */
function rolls(left) {
  return left === 1 ? "last roll" : `${left} rolls left`;
}

/** @param {State} state @param {View} view */
function drawBanner(state, { mine }) {
  const banner = byId("banner");
  if (state.mover === null) return put(banner, el("strong", { class: "who", text: "Final scores" }));
  const seat = state.seats[state.mover];
  const own = mine.has(state.mover);
  const alone = mine.size === 1;
  const who =
    own && seat.kind === "person"
      ? alone
        ? "Your turn"
        : `${seat.name}, your turn`
      : seat.open
        ? "Waiting for a player to join"
        : `${seat.name}’s turn`;
  const used = state.throw_number;
  const all = state.turn_rolls;
  const dots = Array.from({ length: all > MOST_DOTS ? 0 : all }, (_, i) =>
    el("span", { class: i < used ? "dot used" : i < state.rolls ? "dot" : "dot saved" }),
  );
  const words = used ? `Roll ${used} of ${all}` : all > state.rolls ? `${all - state.rolls} rolls saved` : "Not rolled yet";
  put(
    banner,
    el("strong", { class: own ? "who own" : "who" }, icon(seat.kind === "person" ? "person" : "robot"), who),
    el(
      "span",
      {
        class: "rolls",
        role: "img",
        "aria-label": used ? words : `${all} rolls`,
      },
      el("span", { class: "rolls-words", text: words }),
      el("span", { class: "dots" }, ...dots),
    ),
    el("span", { class: "round" }, `Round ${Math.min(state.turn, state.turns)} of ${state.turns}`),
  );
}
