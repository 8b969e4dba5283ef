/** The waiting room: link and QR code of a table with open seats, and who has arrived. */

import { byId, el, put } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { t, tn } from "../shared/language.js";
import { linkToSend } from "../shared/link-to-send.js";
import { toast } from "./announce.js";
/** @typedef {import("../shared/types.js").Seat} Seat */
/** @typedef {import("../shared/types.js").State} State */

/** Whether the room was open while seats were: it closes when the last one is taken. */
let waiting = false;
/** Whether the room has opened by itself; it does so once. */
let opened = false;
/** @type {State|null} */
let drawn = null;

/** @param {State} state */
function openSeats(state) {
  return state.over ? 0 : state.seats.filter((seat) => seat.open).length;
}

/** Draw who is there. Before the first roll the room opens by itself. @param {State} state @param {Set<number>} mine */
export function drawRoom(state, mine) {
  drawn = state;
  const open = openSeats(state);
  const seated = mine.size > 0;
  byId("invite").hidden = !open || !seated;
  if (open && seated && !opened && state.point === 0) showRoom();
  const room = byId("room", HTMLDialogElement);
  if (!room.open) return;
  drawArrived(state, open);
  if (open || !waiting) return;
  room.close();
  toast(t("All players are here."));
}

/** Show the link to this table. */
export function showRoom() {
  const room = byId("room", HTMLDialogElement);
  if (!drawn || room.open) return;
  opened = true;
  const open = openSeats(drawn);
  waiting = open > 0;
  put(byId("room-link"), linkToSend(`${location.origin}${location.pathname}`, drawn.title));
  drawArrived(drawn, open);
  room.showModal();
}

/** @param {State} state @param {number} open */
function drawArrived(state, open) {
  byId("room-words").textContent = open
    ? tn(
        "One seat is open. Send this link; the player who opens it takes the seat.",
        "{count} seats are open. Send this link; players who open it take them.",
        open,
      )
    : t("Whoever opens this link can watch the game.");
  const words = waiting ? t("Play while you wait") : t("Back to the table");
  put(byId("room-close"), words);
  put(byId("arrived"), ...state.seats.map((seat) => el("li", {}, ...seatWords(seat))));
}

/** @param {Seat} seat */
function seatWords(seat) {
  if (seat.open) return [icon("link"), el("span", { class: "soft", text: t("Open seat") })];
  const name = el("strong", { text: seat.name });
  if (seat.kind === "robot") return [icon("robot"), name, el("span", { class: "soft", text: t("robot") })];
  const where = seat.connected ? t("is here") : t("is not here");
  return [icon(seat.kind === "bot" ? "robot" : "person"), name, el("span", { class: "soft", text: where })];
}
