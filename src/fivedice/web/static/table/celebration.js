/** A cheer when all dice are alike, confetti at the end of a game; confetti falls only where animations are on. */

import { el } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { duration } from "./throw-animation.js";
/** @typedef {import("../shared/types.js").State} State */

const PIECES = 90;
const LENGTH = 2200;
const FEWEST = 3;

/** What all dice alike are called here: the box of that name, if there is one. @param {State} state */
export function nameOfAlike(state) {
  return state.categories.find((category) => /^(ya|kniffel)/.test(category.kind))?.words ?? null;
}

/** What to call out over the dice on the table, or null. @param {State} state */
export function allAlike(state) {
  const { table } = state;
  if (!table || table.length < FEWEST || table.some((face) => face !== table[0])) return null;
  return `${nameOfAlike(state) ?? t("All alike")}!`;
}

/** Call a word out over the felt. @param {HTMLElement} felt @param {string} words */
export function cheer(felt, words) {
  endCheer(felt);
  const call = el("div", { class: "cheer", "aria-hidden": "true" }, el("span", { text: words }));
  felt.append(call);
  felt.classList.add("cheering");
  if (duration()) confetti(call, PIECES / 2);
  setTimeout(() => {
    if (call.isConnected) endCheer(felt);
  }, LENGTH);
}

/** What was called out is over once the dice are thrown again. @param {HTMLElement} felt */
export function endCheer(felt) {
  felt.querySelector(".cheer")?.remove();
  felt.classList.remove("cheering");
}

/** @param {HTMLElement} element @param {number} [pieces] */
export function confetti(element, pieces = PIECES) {
  const sky = el("div", { class: "confetti", "aria-hidden": "true" });
  element.prepend(sky);
  const { width, height } = element.getBoundingClientRect();
  const falls = Array.from({ length: pieces }, (_, i) => {
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
        duration: LENGTH + Math.random() * LENGTH,
        delay: Math.random() * 900,
        easing: "cubic-bezier(.3,.2,.7,1)",
        fill: "both",
      },
    ).finished;
  });
  void Promise.allSettled(falls).then(() => sky.remove());
}
