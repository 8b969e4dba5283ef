/** Trained players that are kept on this server: to keep one, to play against one, to remove one's own. */

import { el, put } from "../shared/dom.js";
import { decimal, t, tn } from "../shared/language.js";
import { listTable } from "../shared/list-table.js";
import { showError } from "../shared/problem.js";
import { ownSeat, startGame } from "../shared/start.js";
import { get, set } from "../shared/storage.js";
import { changePlayers, read } from "./ask.js";

/** @typedef {import("../shared/types.js").Variant} Variant */
/** @typedef {{name: string, title: string, variant: string, rules: string, mean?: number, optimum?: number, passes: number|null, days: number}} Player */

/** A form that keeps the player of a training. @param {string} key @param {() => void} kept called when it is */
export function keepForm(key, kept) {
  const name = el("input", { type: "text", name: "name", maxlength: 24, required: true, autocomplete: "off" });
  const words = el("p", { class: "small", role: "status" });
  return el(
    "form",
    {
      class: "fields",
      on: {
        submit: (event) => {
          event.preventDefault();
          changePlayers("POST", { key, name: name.value })
            .then(({ name: made, title, token }) => {
              set(`player.${made}`, token);
              words.textContent = t("{title} is kept, and can be seated at every table.", { title });
              kept();
            })
            .catch((error) => (words.textContent = error.message));
        },
      },
    },
    el("h3", { text: t("Keep this player") }),
    el("div", { class: "row" }, el("label", {}, t("Name of the player"), name), el("button", { type: "submit", class: "button primary", text: t("Keep it") })),
    words,
  );
}

/** @param {HTMLElement} place @param {Variant[]} variants */
export async function drawPlayers(place, variants) {
  const { players, most } = await read("players");
  const title = el("h2", { text: t("Players that are kept") });
  if (!players.length) return put(place, title, el("p", { class: "soft", text: t("None yet: train one and keep it under a name.") }));
  const rows = players.map((/** @type {Player} */ one) =>
    el(
      "tr",
      { data: { player: one.name } },
      el("td", {}, el("strong", { text: one.title }), el("div", { class: "small soft", text: tn("{rules}, kept for {count} more day", "{rules}, kept for {count} more days", one.days, { rules: one.rules }) })),
      el("td", { class: "num", text: one.mean === undefined ? "" : decimal(one.mean, 2) }),
      el("td", { class: "num", text: one.optimum === undefined ? "" : decimal(one.optimum, 2) }),
      el("td", {}, el("div", { class: "row" }, playButton(one, variants), removeButton(one, () => void drawPlayers(place, variants).catch(showError)))),
    ),
  );
  const heads = /** @type {const} */ ({ [t("Player")]: "", [t("Exact mean")]: "num", [t("Optimum")]: "num", [t("Table")]: "" });
  return put(
    place,
    title,
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("Players that are kept") }, listTable(heads, rows)),
    el("p", { class: "small soft", text: t("They are robots of the lobby and strategies of the laboratory too. {most} can be kept at a time.", { most }) }),
  );
}

/** @param {Player} one @param {Variant[]} variants */
function playButton({ name, title, variant }, variants) {
  if (!variants.some((known) => known.name === variant)) return null;
  const robot = { kind: /** @type {const} */ ("robot"), strategy: name, name: title, physical: false };
  return el("button", {
    type: "button",
    class: "button",
    text: t("Play against it"),
    "aria-label": t("Play against {title}", { title }),
    on: { click: (event) => void startGame({ variant, seats: [ownSeat(), robot] }, event.currentTarget) },
  });
}

/** Only the browser that kept a player can remove it. @param {Player} one @param {() => void} removed */
function removeButton({ name, title }, removed) {
  const token = get(`player.${name}`, "");
  if (!token) return null;
  return el("button", {
    type: "button",
    class: "button quiet",
    text: t("Remove"),
    "aria-label": t("Remove {title}", { title }),
    on: {
      click: () => {
        changePlayers("DELETE", { name, token })
          .then(() => {
            set(`player.${name}`, "");
            removed();
          })
          .catch(showError);
      },
    },
  });
}
