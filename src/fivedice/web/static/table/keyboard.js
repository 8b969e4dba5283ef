/** The keys of the table, and the help that lists them. */

import { byId, el, put } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { kindsOf } from "./card-parts.js";
/** @typedef {import("../shared/types.js").State} State */
/** @typedef {import("./table.js").Table} Table */

/** @param {State|null} state the rules decide how many dice and boxes there are @returns {[string, string][]} */
function help(state) {
  const boxes = Math.min(state ? kindsOf(state).length : 13, 26);
  const dice = Math.min(state?.dice ?? 5, 9);
  return [
    [`1 – ${dice}`, t("hold or release a die")],
    [t("Space"), t("roll, also Enter")],
    ["↑ ↓", t("walk through the open boxes")],
    [`A – ${String.fromCharCode(64 + boxes)}`, t("go to a box; again, or Enter, to score it")],
    ["← →", t("walk through the dice")],
    ["?", t("show these keys")],
    ["Esc", t("close what is open; from a box or a die back to the roll button")],
  ];
}

/** @param {Table} table */
export function listenForKeys(table) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector("dialog[open]")) return;
    const pressed = event.target instanceof Element ? event.target : document.body;
    // Until the next frame is drawn, the focus stays in a dialog that has just been closed.
    const target = pressed.closest("dialog") ? document.body : pressed;
    if (target.closest("input, select, textarea")) return;
    if (act(event, target, table)) event.preventDefault();
  });
}

/**
 * @param {KeyboardEvent} event @param {Element} target @param {Table} table
 * @returns {boolean} whether the key did something
 */
function act(event, target, table) {
  const { key } = event;
  const { entry } = table;
  const asked = target.closest(".question");
  if (key === "Escape") return leave(table);
  if (key === "?") return (showHelp(table.state), true);
  if (/^[1-9]$/.test(key) && !asked) {
    if (entry.open) entry.type(Number(key));
    else table.hold(Number(key) - 1);
    return true;
  }
  if (key === "Backspace" && entry.open) return (entry.rub(), true);
  if (key === " " || key === "Enter") {
    // Any other button keeps its own meaning; a box is scored by Enter, and by the space bar when there is nothing to roll.
    const button = target.closest("button, a");
    const rollReady = byId("roll").getAttribute("aria-disabled") !== "true";
    const onBox = Boolean(target.closest("button.score"));
    if (event.repeat) return true;
    if (button && button.id !== "roll" && !(onBox && key === " " && rollReady)) return false;
    return (table.roll(), true);
  }
  if (asked) return false;
  if (key === "ArrowDown" || key === "ArrowUp") return table.card.move(key === "ArrowDown" ? 1 : -1);
  if (key === "ArrowLeft" || key === "ArrowRight") return walkDice(table, key === "ArrowRight" ? 1 : -1);
  if (/^[a-z]$/i.test(key)) return goToBox(table, key.toLowerCase().charCodeAt(0) - 97);
  return false;
}

/** The focus goes to a box; a second time, the box is scored. @param {Table} table @param {number} index */
function goToBox(table, index) {
  const { state } = table;
  const kind = state ? kindsOf(state)[index]?.kind : undefined;
  const columns = state?.categories.filter((one) => one.kind === kind).map((one) => one.name) ?? [];
  const open = table.card.buttons.filter((one) => columns.includes(one.dataset.category ?? ""));
  const at = open.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  const button = open[Math.max(at, 0)];
  const category = button?.dataset.category;
  if (!category) return false;
  if (document.activeElement === button) table.choose(category);
  else table.card.focus(category);
  return true;
}

/** The focus goes to the next die. @param {Table} table @param {number} step */
function walkDice(table, step) {
  const buttons = table.felt.dice.map((die) => die.button);
  const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  buttons[at < 0 ? (step > 0 ? 0 : buttons.length - 1) : (at + step + buttons.length) % buttons.length]?.focus();
  return true;
}

/** Close what is open; else the focus goes from the card or the dice to the roll button. @param {Table} table */
function leave(table) {
  if (table.question.isOpen) return (table.question.close(), true);
  if (table.coach.expanded) return (table.coach.expand(false), true);
  if (table.entry.open && table.state?.table !== null) return (table.entry.stop(), table.draw(), true);
  if (document.activeElement?.closest(".score, .die")) return (byId("roll").focus(), true);
  return false;
}

/** @param {State|null} state */
export function showHelp(state) {
  const dialog = byId("help", HTMLDialogElement);
  put(
    byId("help-keys"),
    ...help(state).flatMap(([key, words]) => [
      el("dt", {}, ...key.split(" ").map((one) => (one === "–" ? " – " : el("kbd", { text: one })))),
      el("dd", { text: words }),
    ]),
  );
  dialog.showModal();
}
