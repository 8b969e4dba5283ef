/** Taking a seat: the invitation to join, and the link to send. */

import { byId, el, put } from "../shared/dom.js";
import { get, set } from "../shared/storage.js";
import { toast } from "./announce.js";
/** @typedef {import("../shared/types.js").State} State */

let lookingOn = false;
let drawn = "";

/**
 * Offer the open seats to somebody who has none, without getting in the way of those who only watch.
 * @param {State} state @param {Set<number>} mine @param {(seat: number, name: string) => void} join
 */
export function offerSeats(state, mine, join) {
  const panel = byId("join");
  const open = state.seats.flatMap((seat, i) => (seat.open ? [i] : []));
  panel.hidden = lookingOn || mine.size > 0 || !open.length || state.over;
  const key = open.join();
  if (panel.hidden || key === drawn) return;
  drawn = key;
  const typed = /** @type {HTMLInputElement|null} */ (panel.querySelector("#join-name"))?.value;
  const chosen = /** @type {HTMLSelectElement|null} */ (panel.querySelector("#join-seat"))?.value;
  const name = /** @type {HTMLInputElement} */ (
    el("input", {
      id: "join-name",
      maxlength: "24",
      autocomplete: "nickname",
      required: true,
      data: { stay: "join-name" },
      props: { value: typed ?? get("name", "") },
    })
  );
  const seat = /** @type {HTMLSelectElement} */ (
    el(
      "select",
      { id: "join-seat", data: { stay: "join-seat" } },
      ...open.map((i) => el("option", { value: String(i), text: `Seat ${i + 1}`, selected: String(i) === chosen })),
    )
  );
  put(
    panel,
    el(
      "form",
      {
        on: {
          submit: (event) => {
            event.preventDefault();
            const typed = name.value.trim();
            if (!typed) return name.focus();
            set("name", typed);
            join(Number(seat.value), typed);
          },
        },
      },
      el("strong", { class: "display", text: `A seat is free at this table of ${state.title}` }),
      el(
        "div",
        { class: "join-fields" },
        el("label", { for: "join-name" }, "Your name"),
        name,
        open.length > 1 ? el("label", { for: "join-seat" }, "Seat") : null,
        open.length > 1 ? seat : null,
        el("button", { class: "button primary", type: "submit", text: "Take the seat" }),
        el("button", {
          class: "button",
          type: "button",
          text: "Just watch",
          on: {
            click: () => {
              lookingOn = true;
              byId("main").focus();
              panel.hidden = true;
            },
          },
        }),
      ),
    ),
  );
}

/**
 * @param {string} now the name as it is
 * @param {(name: string) => void} renamed
 */
export function askName(now, renamed) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("rename"));
  const field = /** @type {HTMLInputElement} */ (byId("rename-name"));
  field.value = now;
  byId("rename-form").onsubmit = (event) => {
    event.preventDefault();
    const typed = field.value.trim();
    dialog.close();
    if (typed && typed !== now) renamed(typed);
  };
  dialog.showModal();
  field.select();
}

/** Copy this table's address. */
export async function share() {
  const address = `${location.origin}${location.pathname}`;
  try {
    await navigator.clipboard.writeText(address);
    toast("The link to this table is copied. Whoever opens it can take an open seat or watch.");
  } catch {
    const dialog = /** @type {HTMLDialogElement} */ (byId("share"));
    /** @type {HTMLInputElement} */ (byId("share-link")).value = address;
    dialog.showModal();
    /** @type {HTMLInputElement} */ (byId("share-link")).select();
  }
}
