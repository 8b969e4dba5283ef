/** What a box pays, with an example: the server says it, from the rules. */

import { getRules } from "../shared/api.js";
import { byId, el, put } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { miniDice } from "../shared/mini-dice.js";

/** @type {import("../shared/types.js").BoxRules|null} */
let rules = null;

/** @param {string} table id @param {string} name of the box */
export async function explainBox(table, name) {
  rules ??= await getRules(table);
  const box = rules.boxes.find((one) => one.name === name);
  if (!box) return;
  byId("box-title").textContent = box.title;
  const bonuses = box.section === "upper" ? rules.bonuses.slice(0, 1) : [];
  put(
    byId("box-words"),
    ...box.sentences.map((sentence) => el("p", { text: sentence })),
    box.dice.length ? el("div", { class: "box-example" }, miniDice(box.dice)) : null,
    ...bonuses.map((sentence) => el("p", { class: "soft", text: sentence })),
    rules.variant ? el("p", {}, el("a", { href: `/rules/${rules.variant}`, text: t("All rules"), target: "_blank" })) : null,
  );
  byId("box", HTMLDialogElement).showModal();
}
