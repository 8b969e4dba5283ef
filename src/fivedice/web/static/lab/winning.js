/** Who comes first: the chances of every card, and the decision that wins most. */

import { el, put } from "../shared/dom.js";
import { decimal, t } from "../shared/language.js";
import { listTable } from "../shared/list-table.js";
import { ask } from "./ask.js";
import { percent } from "./decisions.js";
import { offeredJob } from "./working.js";

/**
 * @typedef {{number: number, to_move: boolean, boxes_left: number, points: number, mean: number, win: number, tie: number}} Player
 */

/** @param {HTMLElement} place @param {{rules: string, position: string}} question @param {() => boolean} current */
export async function drawWinning(place, question, current) {
  const title = el("h2", { text: t("Who wins") });
  put(place, title, el("p", { class: "soft", text: t("Computing…") }));
  try {
    const found = await ask("win", question);
    if (!current()) return;
    if (found.needs) {
      const job = el("div", {});
      const words = el("p", { class: "small soft", text: t("With early cards this needs a table that is computed once: a minute or more.") });
      offeredJob(job, { kind: found.needs.kind, rules: question.rules }, t("Compute it"), () => void drawWinning(place, question, current));
      put(place, title, words, job);
      return;
    }
    const rows = found.players.map((/** @type {Player} */ one) =>
      el(
        "tr",
        {},
        el("td", { text: t("Player {number}", { number: one.number }) + (one.to_move ? ` (${t("to move")})` : "") }),
        el("td", { class: "num", text: String(one.points) }),
        el("td", { class: "num", text: decimal(one.mean, 1) }),
        el("td", { class: "num", text: percent(one.win) }),
        el("td", { class: "num", text: percent(one.tie) }),
      ),
    );
    put(
      place,
      title,
      el("div", { class: "scroll" }, listTable({ [t("Player")]: "", [t("Points")]: "num", [t("Expected")]: "num", [t("Wins")]: "num", [t("Ties")]: "num" }, rows)),
      found.best === null
        ? null
        : el("p", {
            text: winner(found.advice) + t("Playing on for the mean, the player to move wins {mean}; playing to win, {best}.", {
              mean: percent(found.value, 2),
              best: percent(found.best, 2),
            }) + ` ${t("A tie counts half.")}`,
          }),
    );
  } catch (error) {
    if (current()) put(place, title, el("p", { class: "soft", text: error instanceof Error ? error.message : "" }));
  }
}

/** The decision that wins most, if there is one to make. @param {{kind: string, decision: string}[]} advice best first */
function winner([first]) {
  if (!first) return "";
  const kept = first.decision === "-" ? t("Roll all dice") : t("Keep {dice}", { dice: first.decision });
  const decision = first.kind === "keep" ? kept : first.decision;
  return `${t("The decision that wins most: {decision}.", { decision })} `;
}
