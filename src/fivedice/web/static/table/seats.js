/** Seats: taking an open one, changing a name. */

import { byId, el, put } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { get, set } from "../shared/storage.js";
/** @typedef {import("../shared/types.js").State} State */

let onlyWatching = false;
/** Which seats were offered last. */
let drawn = "";

/**
 * Offer the open seats to a browser that has none, until "Just watch" is pressed.
 * @param {State} state @param {Set<number>} mine @param {(seat: number, name: string) => void} join
 */
export function offerSeats(state, mine, join) {
  const panel = byId("join");
  const open = state.seats.flatMap((seat, i) => (seat.open ? [i] : []));
  panel.hidden = onlyWatching || mine.size > 0 || !open.length || state.over;
  const key = open.join();
  if (panel.hidden || key === drawn) return;
  drawn = key;
  const typed = panel.querySelector("input")?.value;
  const chosen = panel.querySelector("select")?.value;
  const name = el("input", {
    id: "join-name",
    maxlength: "24",
    autocomplete: "nickname",
    required: true,
    data: { stay: "join-name" },
    props: { value: typed ?? get("name", "") },
  });
  const seat = el(
    "select",
    { id: "join-seat", data: { stay: "join-seat" } },
    ...open.map((i) => el("option", { value: String(i), text: t("Seat {number}", { number: i + 1 }), selected: String(i) === chosen })),
  );
  put(
    panel,
    el(
      "form",
      {
        on: {
          submit: (event) => {
            event.preventDefault();
            const wanted = name.value.trim();
            if (!wanted) return name.focus();
            set("name", wanted);
            join(Number(seat.value), wanted);
          },
        },
      },
      el("strong", { class: "display", text: t("A seat is free at this table of {game}", { game: state.title }) }),
      el(
        "div",
        { class: "join-fields" },
        el("label", { for: "join-name" }, t("Your name")),
        name,
        open.length > 1 ? el("label", { for: "join-seat" }, t("Seat")) : null,
        open.length > 1 ? seat : null,
        el("button", { class: "button primary", type: "submit", text: t("Take the seat") }),
        el("button", {
          class: "button",
          type: "button",
          text: t("Just watch"),
          on: {
            click: () => {
              onlyWatching = true;
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
  const dialog = byId("rename", HTMLDialogElement);
  const field = byId("rename-name", HTMLInputElement);
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
