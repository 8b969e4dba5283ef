/** Fair dice: the hash, the seed, and a button that checks them. */

import { getRecord } from "../shared/api.js";
import { el, put } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { firstCommitment, secrets } from "../shared/shares.js";
import { verify } from "./verify.js";

/** @param {string} id @param {number} faces */
async function checked(id, faces) {
  try {
    return await verify(await getRecord(id), faces, { commitment: firstCommitment(id), secrets: secrets(id) });
  } catch (error) {
    return {
      verdict: "wrong",
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
        const { verdict, sentences } = await checked(id, faces);
        const notice = sentences.map((sentence) => el("p", { text: sentence }));
        put(result, el("div", { class: `notice ${verdict === "wrong" ? "bad" : "good"}` }, ...notice));
        check.removeAttribute("aria-busy");
      },
    },
  });
  return panel(
    heading,
    el("p", {
      text: t(
        "Every die comes from a seed of the server and from shares of the players' browsers. The hash of the seed was shown before the game, the seed itself only after it; each browser revealed a share with each throw, so that nobody could choose or foresee the dice.",
      ),
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
