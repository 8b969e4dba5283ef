/** Who is at the table, where its dice come from, and what a robot says. */

import { byId, el, put } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { listed, t, tn } from "../shared/language.js";
import { showHelp } from "./keyboard.js";
/** @typedef {import("../shared/types.js").State} State */

/** @param {State} state */
export function drawPresence(state) {
  const away = state.seats
    .filter((seat) => seat.kind === "person" && !seat.open && !seat.connected && !seat.resigned)
    .map((seat) => seat.name);
  const parts = [];
  if (away.length && !state.over)
    parts.push(el("span", { text: tn("{names} is away", "{names} are away", away.length, { names: listed(away) }) }));
  if (state.watching) parts.push(el("span", {}, icon("eye"), ` ${tn("{count} watching", "{count} watching", state.watching)}`));
  if (state.commitment)
    parts.push(
      el(
        "button",
        {
          type: "button",
          class: "sealed",
          data: { stay: "sealed" },
          title: t("The hash of the dice of this game"),
          on: { click: () => showHelp(state) },
        },
        t("Dice sealed: {hash}…", { hash: state.commitment.slice(0, 8) }),
      ),
    );
  put(byId("fairness"), fairness(state));
  byId("commitment").textContent = state.commitment ?? "";
  put(byId("presence"), ...parts);
}

/** Where the dice come from. @param {State} state */
function fairness(state) {
  if (!state.commitment) return t("All dice of this game are real ones: what they show is typed, and nothing checks it.");
  return state.seats.some((seat) => seat.physical)
    ? t(
        "All dice that are not typed come from a seed of the server that was fixed before the first roll, and from shares of the players' browsers. This is the hash of the seed; the seed follows when the game is over, and the report checks all of it.",
      )
    : t(
        "All dice of this game come from a seed of the server that was fixed before the first roll, and from shares of the players' browsers. This is the hash of the seed; the seed follows when the game is over, and the report checks all of it.",
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
