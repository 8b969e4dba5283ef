/** Keys of the table. What each does is listed here once: the help is written from the same list. */

import { byId, el, put } from "../shared/dom.js";
/** @typedef {import("../shared/types.js").State} State */

/** @param {State|null} state the rules decide how many dice and boxes there are @returns {[string, string][]} */
function help(state) {
  const boxes = Math.min(state?.categories.length ?? 13, 26);
  const dice = Math.min(state?.dice ?? 5, 9);
  return [
    [`1 – ${dice}`, "hold or release a die"],
    ["Space", "roll, also Enter"],
    ["↑ ↓", "walk through the open boxes"],
    [`A – ${String.fromCharCode(64 + boxes)}`, "go to a box; again, or Enter, to score it"],
    ["← →", "walk through the dice"],
    ["?", "show these keys"],
    ["Esc", "close what is open; from a box or a die back to the roll button"],
  ];
}

/** @typedef {{hold: (position: number) => void, roll: () => void, letter: (index: number) => boolean, card: (step: number) => boolean,
 *   dice: (step: number) => void, help: () => void, escape: () => boolean, typing: () => boolean, digit: (digit: number) => void,
 *   rub: () => void}} Doings */

/** @param {Doings} doings */
export function listen(doings) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector("dialog[open]")) return;
    const pressed = /** @type {HTMLElement} */ (event.target);
    // Until the next frame is drawn, the focus stays in a dialog that has just been closed.
    const target = pressed.closest("dialog") ? document.body : pressed;
    if (target.closest("input, select, textarea")) return;
    if (event.key === "Escape") {
      if (doings.escape()) event.preventDefault();
      return;
    }
    if (event.key === "?") return doings.help();
    if (act(event, target, doings)) event.preventDefault();
  });
}

/** @param {KeyboardEvent} event @param {HTMLElement} target @param {Doings} doings */
function act(event, target, doings) {
  const { key } = event;
  const asked = target.closest(".question");
  if (/^[1-9]$/.test(key) && !asked) {
    if (doings.typing()) doings.digit(Number(key));
    else doings.hold(Number(key) - 1);
    return true;
  }
  if (key === "Backspace" && doings.typing()) return (doings.rub(), true);
  if (key === " " || key === "Enter") {
    // Any other button keeps its own meaning; a box is scored by Enter, and by the space bar when there is nothing to roll.
    const button = target.closest("button, a");
    const rollReady = byId("roll").getAttribute("aria-disabled") !== "true";
    const onBox = Boolean(target.closest("button.score"));
    if (event.repeat) return true;
    if (button && button.id !== "roll" && !(onBox && key === " " && rollReady)) return false;
    return (doings.roll(), true);
  }
  if (asked) return false;
  if (key === "ArrowDown" || key === "ArrowUp") return doings.card(key === "ArrowDown" ? 1 : -1);
  if (key === "ArrowLeft" || key === "ArrowRight") return (doings.dice(key === "ArrowRight" ? 1 : -1), true);
  if (/^[a-z]$/i.test(key)) return doings.letter(key.toLowerCase().charCodeAt(0) - 97);
  return false;
}

/** @param {State|null} state */
export function showHelp(state) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("help"));
  put(
    byId("help-keys"),
    ...help(state).flatMap(([key, words]) => [
      el("dt", {}, ...key.split(" ").map((one) => (one === "–" ? " – " : el("kbd", { text: one })))),
      el("dd", { text: words }),
    ]),
  );
  dialog.showModal();
}
