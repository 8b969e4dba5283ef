/** Who is at the table, where its dice come from, and what a robot says. */

import { byId, el, put } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { showHelp } from "./keyboard.js";
/** @typedef {import("../shared/types.js").State} State */

/** @param {State} state */
export function drawPresence(state) {
  const away = state.seats
    .filter((seat) => seat.kind === "person" && !seat.open && !seat.connected)
    .map((seat) => seat.name);
  const parts = [];
  if (away.length && !state.over)
    parts.push(el("span", { text: `${away.join(", ")} ${away.length === 1 ? "is" : "are"} away` }));
  if (state.watching) parts.push(el("span", {}, icon("eye"), ` ${state.watching} watching`));
  if (state.commitment)
    parts.push(
      el(
        "button",
        {
          type: "button",
          class: "sealed",
          data: { stay: "sealed" },
          title: "The hash of the dice of this game",
          on: { click: () => showHelp(state) },
        },
        `Dice sealed: ${state.commitment.slice(0, 8)}…`,
      ),
    );
  put(byId("fairness"), fairness(state));
  byId("commitment").textContent = state.commitment ?? "";
  put(byId("presence"), ...parts);
}

/** Where the dice come from. @param {State} state */
function fairness(state) {
  if (!state.commitment) return "All dice of this game are real ones: what they show is typed, and nothing checks it.";
  const which = state.seats.some((seat) => seat.physical) ? "All dice that are not typed" : "All dice of this game";
  return (
    `${which} come from a seed that was fixed before the first roll. This is its hash; the seed follows when the game ` +
    "is over, and the report checks one against the other."
  );
}

/** What the rules say about the dice, such as where a joker may go. @param {State} state @param {boolean} settled */
export function drawNotes(state, settled) {
  const notes = settled && !state.over ? state.notes : [];
  const place = byId("notes");
  place.hidden = !notes.length;
  const said = notes.join(" ");
  if (place.textContent !== said) place.textContent = said;
}

/** @param {State} state */
export function drawSays(state) {
  const { says } = state;
  byId("says").hidden = !says || state.over;
  if (says) put(byId("says"), el("strong", { text: `${state.seats[says.seat].name}: ` }), says.text);
}
