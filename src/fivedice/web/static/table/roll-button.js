/** Whose turn it is, and the roll button: what a press does, how many rolls are left, which key does it. */

import { byId, el, put } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { t, tn } from "../shared/language.js";
import { isActing } from "./company.js";
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
  if (state.mover === null) return quiet(t("The game is over"));
  const seat = state.seats[state.mover];
  const acting = isActing(state, mine);
  if (seat.deputy && !acting) return quiet(t("A robot plays for {name}", { name: seat.name }));
  if (seat.kind === "robot" && solving && solving.done < solving.total)
    return quiet(
      t("Solving {game} once", { game: state.title }),
      t("{number} %", { number: Math.floor((100 * solving.done) / solving.total) }),
    );
  if (!acting)
    return quiet(
      seat.open
        ? t("Waiting for a player")
        : seat.kind === "robot"
          ? t("{name} plays", { name: seat.name })
          : t("{name} is at the dice", { name: seat.name }),
    );
  if (entry) {
    return entry.missing
      ? quiet(tn("One die is missing", "{count} dice are missing", entry.missing))
      : { words: t("That is what they show"), sub: "", key: "Enter", ready: true };
  }
  if (!settled) return quiet(t("Rolling…"));
  if (seat.kind === "robot" && !state.wants) return quiet(t("{name} plays", { name: seat.name }));
  const left = state.throws_left;
  const real = seat.physical;
  if (state.table === null)
    return { words: real ? t("I have rolled my dice") : t("Roll the dice"), sub: rolls(left), key: t("Space"), ready: true };
  if (!left) return quiet(t("Choose a box"), t("no rolls left"));
  const loose = held.filter((one) => !one).length;
  if (!loose) return quiet(t("All dice held"), t("choose a box, or let one go"));
  const all = loose === state.dice;
  const rolled = all ? t("I have rolled all again") : t("I have rolled {count} again", { count: loose });
  const roll = all ? t("Roll all again") : t("Roll {count} again", { count: loose });
  return { words: real ? rolled : roll, sub: rolls(left), key: t("Space"), ready: true };
}

/** @param {number} left */
function rolls(left) {
  return tn("last roll", "{count} rolls left", left);
}

/** @param {State} state @param {View} view */
function drawBanner(state, { mine }) {
  const banner = byId("banner");
  if (state.mover === null) return put(banner, el("strong", { class: "who", text: t("Final scores") }));
  const seat = state.seats[state.mover];
  const own = isActing(state, mine);
  const alone = mine.size === 1;
  const who =
    own && seat.kind === "person"
      ? alone
        ? t("Your turn")
        : t("{name}, your turn", { name: seat.name })
      : seat.open && !seat.deputy
        ? t("Waiting for a player to join")
        : t("{name}’s turn", { name: seat.name });
  const used = state.throw_number;
  const all = state.turn_rolls;
  const dots = Array.from({ length: all > MOST_DOTS ? 0 : all }, (_, i) =>
    el("span", { class: i < used ? "dot used" : i < state.rolls ? "dot" : "dot saved" }),
  );
  const saved = all - state.rolls;
  const words = used
    ? t("Roll {number} of {all}", { number: used, all })
    : saved > 0
      ? tn("One roll saved", "{count} rolls saved", saved)
      : t("Not rolled yet");
  put(
    banner,
    el("strong", { class: own ? "who own" : "who" }, icon(seat.kind === "person" && !seat.deputy ? "person" : "robot"), who),
    el("span", { class: "turn-time", id: "turn-time", props: { hidden: true } }),
    el(
      "span",
      {
        class: "rolls",
        role: "img",
        "aria-label": used ? words : tn("One roll", "{count} rolls", all),
      },
      el("span", { class: "rolls-words", text: words }),
      el("span", { class: "dots" }, ...dots),
    ),
    el("span", { class: "round" }, t("Round {number} of {all}", { number: Math.min(state.turn, state.turns), all: state.turns })),
  );
}
