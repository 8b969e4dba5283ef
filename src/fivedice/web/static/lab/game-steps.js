/** A game of several strategies on equal dice, turn by turn: what each decided, why, and what that gave away. */

import { el, put } from "../shared/dom.js";
import { decimal, t } from "../shared/language.js";

/** @typedef {{dice: string, kept: string|null, expectation: number, regret: number, reason: string, position: string}} Decided */
/** @typedef {{strategy: string, throws: Decided[], title: string, points: number, total: number, regret: number}} Played */
/** @typedef {{turn: number, players: Played[]}} Turn */

/** Regrets below this are rounding. */
const NOTHING = 5e-4;

/** @param {Turn[]} turns @param {number} first the turn that is shown first, where they part ways @param {string} rules */
export function gameSteps(turns, first, rules) {
  const place = el("div", { class: "game-steps" });
  const show = (/** @type {number} */ at) => {
    const turn = turns[at];
    const step = (/** @type {number} */ by, /** @type {string} */ text) =>
      el("button", {
        type: "button",
        class: "button",
        data: { stay: text },
        "aria-disabled": turns[at + by] ? null : "true",
        text,
        on: { click: () => turns[at + by] && show(at + by) },
      });
    put(
      place,
      el(
        "div",
        { class: "row" },
        el("h3", { class: "grow", role: "status", text: t("Turn {number} of {all}", { number: turn.turn, all: turns.length }) }),
        el("span", { class: "together" }, step(-1, t("Turn before")), step(1, t("Next turn"))),
      ),
      el("div", { class: "players" }, ...turn.players.map((one) => drawPlayed(one, rules))),
    );
  };
  show(Math.max(0, turns.findIndex(({ turn }) => turn === first)));
  return place;
}

/** @param {Played} one @param {string} rules */
function drawPlayed(one, rules) {
  const decisions = one.throws.map(({ dice, kept, regret, reason, position }) =>
    el(
      "li",
      {},
      el("span", {}, kept === null ? t("{dice}: score {title} for {points}", { dice, title: one.title, points: one.points }) : t("{dice}: keep {kept}", { dice, kept: kept || "–" })),
      regret > NOTHING ? el("span", { class: "given", text: ` ${t("gives away {points}", { points: decimal(regret, 2) })}` }) : null,
      reason ? el("div", { class: "small soft", text: reason }) : null,
      el("div", {}, el("a", { class: "small", href: `/lab/analyse?${new URLSearchParams({ rules, position })}`, text: t("Analyse from here") })),
    ),
  );
  return el(
    "section",
    { "aria-label": one.strategy },
    el("h4", { text: one.strategy }),
    el("ol", {}, ...decisions),
    el("p", { class: "small", text: t("Total {total}; this turn gave away {points}.", { total: one.total, points: decimal(one.regret, 2) }) }),
  );
}
