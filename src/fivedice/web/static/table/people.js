/** The players of a table: who is there, reactions, taking back, resigning. */

import { byId, el, keepFocus, put } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { t } from "../shared/language.js";
import { get, set } from "../shared/storage.js";
import { minutes } from "./company.js";
import { showHelp } from "./keyboard.js";
import { EMOTES, emotePicture } from "./reactions.js";
/** @typedef {import("../shared/types.js").Emote} Emote */
/** @typedef {import("../shared/types.js").Seat} Seat */
/** @typedef {import("../shared/types.js").State} State */
/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table */
export function showPeople(table) {
  const dialog = byId("people", HTMLDialogElement);
  if (!table.state || dialog.open) return;
  drawPeople(table);
  dialog.showModal();
}

/** @param {Table} table */
export function drawPeople(table) {
  const { state } = table;
  const dialog = byId("people", HTMLDialogElement);
  byId("retract").hidden = !mayRetract(state, table.mine);
  if (!state) return;
  put(byId("people-list"), ...state.seats.map((seat, i) => el("li", {}, ...seatWords(table, seat, i))));
  const own = ownSeats(table);
  const react = (/** @type {Emote} */ emote) => {
    table.connection.send({ do: "react", seat: own.includes(state.mover ?? -1) ? (state.mover ?? own[0]) : own[0], emote });
    dialog.close();
  };
  const emotes = /** @type {Emote[]} */ (Object.keys(EMOTES));
  put(
    byId("emotes"),
    ...(table.mine.size
      ? emotes.map((emote) =>
          el(
            "button",
            { type: "button", class: "emote-button", title: EMOTES[emote], "aria-label": EMOTES[emote], data: { stay: emote }, on: { click: () => react(emote) } },
            emotePicture(emote),
          ),
        )
      : []),
  );
  byId("resign-part").hidden = state.over || !own.length;
  put(byId("resign-part"), ...own.map((seat) => resignButton(table, state, seat, own.length > 1)));
}

/** @param {Table} table */
export function listenToPeople(table) {
  const muted = byId("mute-reactions", HTMLInputElement);
  muted.checked = get("reactions", "on") === "on";
  muted.addEventListener("change", () => set("reactions", muted.checked ? "on" : "off"));
  byId("people-help").addEventListener("click", () => {
    byId("people", HTMLDialogElement).close();
    showHelp(table.state);
  });
  byId("retract").addEventListener("click", () => {
    if (table.state) table.connection.send({ do: "retract", point: table.state.point });
  });
  byId("retract").addEventListener("mousedown", keepFocus);
}

/** @param {State|null} state @param {Set<number>} mine */
function mayRetract(state, mine) {
  return state !== null && !state.over && !state.request && state.retractable !== null && mine.has(state.retractable);
}

/** Own seats that are in the game. @param {Table} table */
function ownSeats({ state, mine }) {
  return [...mine].filter((seat) => state?.seats[seat]?.kind !== "robot" && !state?.seats[seat]?.resigned);
}

/** A button that asks once more before it resigns. @param {Table} table @param {State} state @param {number} seat @param {boolean} several */
function resignButton(table, state, seat, several) {
  const { name } = state.seats[seat];
  const words = several ? t("{name} resigns", { name }) : t("Resign");
  let asked = false;
  const button = el("button", {
    type: "button",
    class: "button",
    text: words,
    data: { stay: `resign-${seat}` },
    on: {
      click: () => {
        if (!asked) {
          asked = true;
          button.classList.add("danger");
          button.textContent = several ? t("Yes, {name} resigns", { name }) : t("Yes, resign");
          return;
        }
        table.connection.send({ do: "resign", seat });
        byId("people", HTMLDialogElement).close();
      },
      blur: () => {
        asked = false;
        button.classList.remove("danger");
        button.textContent = words;
      },
    },
  });
  return button;
}

/** @param {Table} table @param {Seat} seat @param {number} i */
function seatWords(table, seat, i) {
  const away = table.company.away(i);
  const soft = (/** @type {string} */ text) => el("span", { class: "soft", text });
  if (seat.open) return [icon("link"), soft(t("Open seat"))];
  const name = el("strong", { text: seat.name });
  const picture = icon(seat.kind === "person" && !seat.deputy ? "person" : "robot");
  if (seat.resigned) return [picture, name, soft(t("resigned"))];
  if (seat.kind === "robot") return [picture, name, soft(t("robot"))];
  const where = away === null ? t("is here") : t("away for {time}", { time: minutes(away) });
  return [picture, name, soft(seat.deputy ? `${where}, ${t("a robot plays")}` : where)];
}
