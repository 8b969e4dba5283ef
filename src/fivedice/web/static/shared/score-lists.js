/** The lists that scores stand in: only what was played in the same way is compared. */

import { t } from "./language.js";
/** @typedef {import("./types.js").ScoreList} ScoreList */

/** Each list by its name, with what it is called and what stands in it. @type {Record<ScoreList, {text: string, line: string}>} */
export const SCORE_LISTS = {
  person: {
    text: t("People"),
    line: t("People who played without help, with the dice of the table, which nobody can choose."),
  },
  coached: { text: t("With the coach"), line: t("People who were advised by the coach, with the dice of the table.") },
  real: { text: t("Real dice"), line: t("People who rolled real dice without help and typed what they showed.") },
  robot: { text: t("Robots"), line: t("The robots of this server, with the dice of the table.") },
  bot: { text: t("Bots"), line: t("Programs that took a seat over the network, with the dice of the table.") },
  practice: {
    text: t("Practice"),
    line: t("Games that compare with no other: a chosen start or chosen dice, boxes taken back, turns of a robot, real dice with the coach."),
  },
};

/** As switchButtons takes them. @param {ScoreList[]} lists */
export function listChoices(lists) {
  return lists.map((value) => ({ value, text: SCORE_LISTS[value].text }));
}

/** @param {string} text @returns {ScoreList} */
export function scoreList(text) {
  return text in SCORE_LISTS ? /** @type {ScoreList} */ (text) : "person";
}
