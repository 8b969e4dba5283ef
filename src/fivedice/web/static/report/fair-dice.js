/** Fair dice: the hash, the seed, and a button that checks them. */

import { getRecord } from "../shared/api.js";
import { el, put } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { verify } from "./verify.js";

/** @param {string} id @param {number} faces @returns {Promise<{sound: boolean, sentences: string[]}>} */
async function checked(id, faces) {
  try {
    return await verify(await getRecord(id), faces);
  } catch (error) {
    return {
      sound: false,
      sentences: [
        t("The dice could not be checked: {problem}", { problem: error instanceof Error ? error.message : String(error) }),
      ],
    };
  }
}

/** @param {import("../shared/types.js").State} state */
export function fairDice({ id, commitment, seed, faces }) {
  const heading = el("h2", { id: "fair-title", text: t("Fair dice") });
  if (!commitment) return panel(heading, el("p", { text: t("This game was played with real dice.") }));
  const result = el("div", { class: "verify-result", role: "status" });
  const check = el("button", {
    type: "button",
    class: "button",
    id: "verify",
    text: t("Check the dice in this browser"),
    on: {
      click: async () => {
        check.setAttribute("aria-busy", "true");
        const { sound, sentences } = await checked(id, faces);
        const notice = sentences.map((sentence) => el("p", { text: sentence }));
        put(result, el("div", { class: `notice ${sound ? "good" : "bad"}` }, ...notice));
        check.removeAttribute("aria-busy");
      },
    },
  });
  return panel(
    heading,
    el("p", {
      text: t("Every die comes from a seed. Its hash was shown before the game, the seed itself only after it."),
    }),
    el(
      "dl",
      { class: "hashes" },
      el("dt", { text: t("Hash") }),
      el("dd", {}, el("code", { text: commitment })),
      el("dt", { text: t("Seed") }),
      el("dd", {}, el("code", { text: seed ?? t("not revealed yet") })),
    ),
    check,
    result,
  );
}

/** @param {...Node} parts */
function panel(...parts) {
  return el("section", { class: "panel block", "aria-labelledby": "fair-title" }, ...parts);
}
