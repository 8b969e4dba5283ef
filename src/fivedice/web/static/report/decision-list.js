/** The list of all decisions of a seat. */

import { el } from "../shared/dom.js";
import { signed } from "../shared/figures.js";
import { decimal, t } from "../shared/language.js";
import { listTable } from "../shared/list-table.js";
import { miniDice } from "../shared/mini-dice.js";
import { NOTHING, decisionWords, gradeBadge, paid } from "./decision.js";
/** @typedef {import("../shared/types.js").Decided} Decided */
/** @typedef {import("./decision.js").Titles} Titles */

/** @type {Record<string, "num"|"">} */
const HEADS = {
  [t("Turn")]: "",
  [t("Dice")]: "",
  [t("Decision")]: "",
  [t("Best")]: "",
  [t("Luck")]: "num",
  [t("Cost")]: "num",
  [t("Grade")]: "",
};

/** @param {Decided[]} decisions @param {Titles} titles @param {(index: number) => void} choose */
export function decisionList(decisions, titles, choose) {
  const rows = decisions.map((one, i) => row(one, titles, () => choose(i)));
  return el(
    "details",
    { class: "panel block all" },
    el("summary", {}, el("h2", { text: t("All decisions") })),
    el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": t("All decisions") },
      listTable(HEADS, rows),
    ),
  );
}

/** @param {Decided} one @param {Titles} titles @param {() => void} click */
function row(one, titles, click) {
  const best = one.regret < NOTHING ? [t("the same")] : decisionWords(one.best_kind, one.best, titles, one.dice.length, one.best_points);
  const number = el(
    "button",
    { type: "button", class: "button quiet", on: { click } },
    el("span", { class: "unseen", text: `${t("Show the decision")} ` }),
    `${one.turn + 1}.${one.throw + 1}`,
  );
  return el(
    "tr",
    {},
    el("td", {}, number),
    el("td", {}, miniDice(one.dice)),
    el("td", {}, ...decisionWords(one.kind, one.decision, titles, one.dice.length, paid(one))),
    el("td", {}, ...best),
    el("td", { class: "num", text: signed(one.luck) }),
    el("td", { class: "num", text: one.regret < NOTHING ? "0" : decimal(one.regret, 2) }),
    el("td", {}, one.deputy ? el("span", { class: "soft", text: t("a robot") }) : one.choice === false ? el("span", { class: "soft", text: t("only choice") }) : gradeBadge(one.grade)),
  );
}
