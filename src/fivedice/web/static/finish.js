/** The end of a game: who won, what next, and confetti for those who like things to move. */

import { el, put } from "./dom.js";
import { duration } from "./tumble.js";
/** @typedef {import("./types.js").State} State */

const PIECES = 90;

/**
 * @param {HTMLElement} element @param {State} state
 * @param {{rematch: () => void, celebrate: boolean, mayRematch: boolean}} what
 */
export function drawFinish(element, state, { rematch, celebrate, mayRematch }) {
  const places = state.seats
    .map((seat, i) => ({ seat, place: state.rank?.[i] ?? 1 }))
    .sort((a, b) => a.place - b.place);
  const winners = places.filter(({ place }) => place === 1).map(({ seat }) => seat.name);
  const best = places[0].seat.total;
  const headline =
    state.seats.length === 1
      ? `${best} points`
      : winners.length > 1
        ? `${winners.join(" and ")} share first place`
        : `${winners[0]} wins`;
  const next = state.rematch
    ? typeof state.rematch === "string"
      ? `/table/${state.rematch}`
      : state.rematch.url
    : null;
  put(
    element,
    el("h2", { class: "finish-title", tabindex: "-1", text: headline }),
    state.seats.length > 1
      ? el(
          "ol",
          { class: "podium" },
          ...places.map(({ seat, place }) =>
            el(
              "li",
              { class: place === 1 ? "first" : "" },
              el("span", { class: "place", text: `${place}.` }),
              el("span", { class: "podium-name", text: seat.name }),
              el("span", { class: "podium-total", text: String(seat.total) }),
            ),
          ),
        )
      : null,
    el(
      "div",
      { class: "finish-buttons" },
      next
        ? el("a", { class: "button primary", href: next, text: "Go to the rematch" })
        : mayRematch
          ? el("button", {
              type: "button",
              class: "button primary",
              id: "rematch",
              text: "Rematch",
              on: { click: rematch },
            })
          : null,
      el("a", { class: "button", id: "report-link", href: `/report/${state.id}`, text: "See the report" }),
      el("a", { class: "button", href: "/", text: "New table" }),
    ),
  );
  element.hidden = false;
  if (celebrate && duration()) confetti(element);
}

/** @param {HTMLElement} element */
function confetti(element) {
  const sky = el("div", { class: "confetti", "aria-hidden": "true" });
  element.prepend(sky);
  const { width, height } = element.getBoundingClientRect();
  const falls = Array.from({ length: PIECES }, (_, i) => {
    const piece = el("span", { class: `piece tint-${i % 6}` });
    sky.append(piece);
    const x = Math.random() * width;
    const drift = (Math.random() - 0.5) * 160;
    return piece.animate(
      [
        { transform: `translate(${x}px, -24px) rotate3d(1, 1, 0, 0deg)` },
        {
          transform: `translate(${x + drift}px, ${height + 24}px) rotate3d(1, 1, 0, ${500 + Math.random() * 900}deg)`,
        },
      ],
      {
        duration: 2200 + Math.random() * 2200,
        delay: Math.random() * 900,
        easing: "cubic-bezier(.3,.2,.7,1)",
        fill: "both",
      },
    ).finished;
  });
  void Promise.allSettled(falls).then(() => sky.remove());
}
