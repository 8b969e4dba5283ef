/** The end of a game: who won, and what to do next. */

import { el, put } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { listed, t, tn } from "../shared/language.js";
import { confetti } from "./celebration.js";
import { duration } from "./throw-animation.js";
/** @typedef {import("../shared/types.js").State} State */

/**
 * @param {HTMLElement} element @param {State} state
 * @param {{rematch: () => void, celebrate: boolean, mayRematch: boolean}} what
 */
export function drawGameOver(element, state, { rematch, celebrate, mayRematch }) {
  const key = JSON.stringify([state.seats.map((seat) => [seat.name, seat.total]), state.rematch, mayRematch]);
  if (!celebrate && !element.hidden && element.dataset.key === key) return;
  element.dataset.key = key;
  const places = state.seats
    .map((seat, i) => ({ seat, place: state.rank?.[i] ?? 1 }))
    .sort((a, b) => a.place - b.place);
  const winners = places.filter(({ place }) => place === 1).map(({ seat }) => seat.name);
  const best = places[0].seat.total;
  const headline =
    state.stopped
      ? t("The game was ended early")
      : state.seats.length === 1
      ? tn("One point", "{count} points", best)
      : winners.length > 1
        ? t("{names} share first place", { names: listed(winners) })
        : t("{name} wins", { name: winners[0] });
  const next = state.rematch && `/table/${encodeURIComponent(state.rematch)}`;
  put(
    element,
    el("span", { class: "trophy", "aria-hidden": "true" }, icon("trophy")),
    el(
      "div",
      { class: "finish-words" },
      el("h2", { class: "finish-title", tabindex: "-1", text: headline, data: { stay: "title" } }),
      el("p", { text: state.stopped ? t("Nobody wins.") : comment(places.map(({ seat }) => seat)) }),
    ),
    state.seats.length > 1
      ? el(
          "ol",
          { class: "podium" },
          ...places.map(({ seat, place }) =>
            el(
              "li",
              {
                class: place === 1 && !state.stopped ? "first" : "",
                vars: { "--share": `${best > 0 ? (100 * seat.total) / best : 0}%` },
              },
              el("span", { class: "place", text: `${place}.` }),
              el("span", { class: "podium-name", text: seat.resigned ? t("{name}, resigned", { name: seat.name }) : seat.name }),
              el("span", { class: "podium-total", text: String(seat.total) }),
            ),
          ),
        )
      : null,
    el(
      "div",
      { class: "finish-buttons" },
      next
        ? el("a", { class: "button primary", href: next, text: t("Go to the rematch"), data: { stay: "rematch" } })
        : mayRematch
          ? el("button", {
              type: "button",
              class: "button primary",
              id: "rematch",
              text: t("Rematch"),
              data: { stay: "rematch" },
              on: { click: rematch },
            })
          : null,
      el("a", { class: "button", href: `/report/${state.id}`, text: t("See the report"), data: { stay: "report" } }),
      el("a", { class: "button", href: "/", text: t("New table"), data: { stay: "new" } }),
    ),
  );
  element.hidden = false;
  element.classList.toggle("fresh", celebrate);
  if (celebrate && duration()) confetti(element);
}

/** What was remarkable. @param {import("../shared/types.js").Seat[]} seats best first */
function comment(seats) {
  const [best, second] = seats;
  if (best.resigned) return t("{names} resigned", { names: best.name });
  if (second?.resigned)
    return t("{names} resigned", { names: listed(seats.filter((seat) => seat.resigned).map((seat) => seat.name)) });
  if (second) {
    const ahead = best.total - second.total;
    return ahead
      ? tn("ahead by one point", "ahead by {count} points", ahead)
      : tn("one point each", "{count} points each", best.total);
  }
  const { have, need, worth, earned } = best.bonus;
  if (!worth) return t("The card is full.");
  if (earned) return t("with the upper bonus of {worth}", { worth });
  return tn("one point short of the upper bonus", "{count} points short of the upper bonus", need - have);
}
