/** Parts of the report that stand by themselves: the figures, the list of decisions, the check of the dice. */

import { ask } from "../shared/api.js";
import { decisionWords, gradeBadge } from "./decision.js";
import { el, put } from "../shared/dom.js";
import { figure, signed } from "../shared/figures.js";
import { miniDice } from "../shared/mini-dice.js";
import { verify } from "./verify.js";
/** @typedef {import("./decision.js").Decided} Decided */

/** Luck and skill apart, and how they add up. @param {any} own a seat's review */
export function figures(own) {
  const accuracy = own.accuracy === null ? "–" : `${Math.round(own.accuracy * 100)} %`;
  return el(
    "section",
    { class: "summary", "aria-label": "Summary" },
    el(
      "div",
      { class: "figures" },
      figure(own.score.toFixed(0), "final score"),
      figure(
        signed(own.luck),
        own.luck >= 0 ? "luck: the dice were kind" : "luck: the dice were not kind",
        own.luck >= 0 ? "good" : "bad",
      ),
      figure(`−${own.regret.toFixed(1)}`, "skill: given away by decisions", own.regret < 5 ? "good" : "bad"),
      figure(accuracy, "accuracy: decisions as good as the best"),
    ),
    el("p", {
      class: "soft sum",
      text: `${own.start.toFixed(1)} expected before the first roll ${own.luck < 0 ? "−" : "+"} ${Math.abs(own.luck).toFixed(1)} luck − ${own.regret.toFixed(1)} given away = ${own.score.toFixed(0)}`,
    }),
    el(
      "div",
      { class: "grade-counts" },
      ...Object.entries(own.grades).map(([grade, count]) => el("span", {}, gradeBadge(grade), ` ${count}`)),
    ),
  );
}

/**
 * @param {Decided[]} decisions @param {import("./decision.js").Titles} titles
 * @param {(index: number) => void} choose
 */
export function allDecisions(decisions, titles, choose) {
  const rows = decisions.map((/** @type {Decided} */ one, i) =>
    el(
      "tr",
      {},
      el(
        "td",
        {},
        el(
          "button",
          {
            type: "button",
            class: "button quiet",
            on: {
              click: () => choose(i),
            },
          },
          el("span", { class: "unseen", text: "Show " }),
          `${one.turn + 1}.${one.throw + 1}`,
        ),
      ),
      el("td", {}, miniDice(one.dice)),
      el("td", {}, ...decisionWords(one.kind, one.decision, titles, one.dice.length)),
      el(
        "td",
        {},
        ...(one.regret < 0.005 ? ["the same"] : decisionWords(one.best_kind, one.best, titles, one.dice.length)),
      ),
      el("td", { class: "num", text: signed(one.luck) }),
      el("td", { class: "num", text: one.regret < 0.005 ? "0" : one.regret.toFixed(2) }),
      el("td", {}, gradeBadge(one.grade)),
    ),
  );
  return el(
    "details",
    { class: "panel block all" },
    el("summary", {}, el("h2", { text: "All decisions" })),
    el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "All decisions" },
      el(
        "table",
        { class: "list" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            ...["Turn", "Dice", "Decision", "Best", "Luck", "Cost", "Grade"].map((words, i) =>
              el("th", { scope: "col", class: i === 4 || i === 5 ? "num" : "", text: words }),
            ),
          ),
        ),
        el("tbody", {}, ...rows),
      ),
    ),
  );
}

/** @param {string} id @param {number} faces @returns {Promise<{sound: boolean, sentences: string[]}>} */
async function checked(id, faces) {
  try {
    return await verify(await ask(`/api/record/${encodeURIComponent(id)}.json`), faces);
  } catch (error) {
    return { sound: false, sentences: [`The dice could not be checked: ${/** @type {Error} */ (error).message}`] };
  }
}

/** The hash, the seed, and a button that checks them. @param {import("../shared/types.js").State} state */
export function fairDice({ id, commitment, seed, faces }) {
  const result = el("div", { class: "verify-result", role: "status" });
  const check = el("button", {
    type: "button",
    class: "button",
    id: "verify",
    text: "Check the dice in this browser",
    on: {
      click: async () => {
        check.setAttribute("aria-busy", "true");
        const { sound, sentences } = await checked(id, faces);
        put(
          result,
          el(
            "div",
            { class: `notice ${sound ? "good" : "bad"}` },
            ...sentences.map((sentence) => el("p", { text: sentence })),
          ),
        );
        check.removeAttribute("aria-busy");
      },
    },
  });
  return el(
    "section",
    { class: "panel block", "aria-labelledby": "fair-title" },
    el("h2", { id: "fair-title", text: "Fair dice" }),
    commitment
      ? el("p", {
          text: "Every die comes from a seed. Its hash was shown before the game, the seed itself only after it.",
        })
      : el("p", { text: "This game was played with real dice." }),
    commitment
      ? el(
          "dl",
          { class: "hashes" },
          el("dt", { text: "Hash" }),
          el("dd", {}, el("code", { text: commitment })),
          el("dt", { text: "Seed" }),
          el("dd", {}, el("code", { text: seed ?? "not revealed yet" })),
        )
      : null,
    commitment ? check : null,
    result,
  );
}
