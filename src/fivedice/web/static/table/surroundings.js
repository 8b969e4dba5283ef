/** Around the table: who is there, what a robot says, the tools in the header, and what the keys do. */

import { byId, el, put } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { listen, showHelp } from "./keyboard.js";
import { share } from "./seats.js";
import { toolbar } from "../shared/toolbar.js";
/** @typedef {import("../shared/types.js").State} State */
/** @typedef {import("./table.js").Table} Table */

/** @param {State|null} state */
export function drawPresence(state) {
  if (!state) return;
  const away = state.seats
    .filter((seat) => seat.kind === "person" && !seat.open && !seat.connected)
    .map((seat) => seat.name);
  const parts = [];
  if (away.length && !state.over)
    parts.push(el("span", { text: `${away.join(", ")} ${away.length === 1 ? "is" : "are"} away` }));
  if (state.watching) parts.push(el("span", {}, icon("eye"), ` ${state.watching} watching`));
  if (state.commitment)
    parts.push(
      el(
        "button",
        {
          type: "button",
          class: "sealed",
          data: { stay: "sealed" },
          title: "The hash of the dice of this game",
          on: { click: () => showHelp(state) },
        },
        `Dice sealed: ${state.commitment.slice(0, 8)}…`,
      ),
    );
  put(byId("fairness"), fairness(state));
  byId("commitment").textContent = state.commitment ?? "";
  put(byId("presence"), ...parts);
}

/** Where the dice come from. @param {State} state */
function fairness(state) {
  if (!state.commitment) return "All dice of this game are real ones: what they show is typed, and nothing checks it.";
  const which = state.seats.some((seat) => seat.physical) ? "All dice that are not typed" : "All dice of this game";
  return (
    `${which} come from a seed that was fixed before the first roll. This is its hash; the seed follows when the game ` +
    "is over, and the report checks one against the other."
  );
}

/** @param {State|null} state */
export function drawSays(state) {
  const says = state?.says;
  byId("says").hidden = !says || state.over;
  if (says) put(byId("says"), el("strong", { text: state.seats[says.seat].name }), ` ${says.text}`);
}

/** @param {Table} table */
export function putTools(table) {
  const button = (id, label, picture, click) =>
    el(
      "button",
      { type: "button", class: "tool", id, title: label, "aria-label": label, on: { click } },
      icon(picture),
    );
  const coach = button("coach-tool", "Coach", "coach", () => table.setCoach(Boolean(byId("coach").hidden)));
  coach.setAttribute("aria-pressed", String(!byId("coach").hidden));
  coach.append(el("span", { class: "label", text: "Coach" }));
  byId("tools").append(
    coach,
    button("share-tool", "Invite: copy the link to this table", "link", () => void share()),
    button("keys-tool", "Keys", "keys", () => showHelp(table.state)),
  );
  toolbar({ table: true, speed: (speed) => setSpeed(table, speed) });
  for (const close of document.querySelectorAll("[data-close]"))
    close.addEventListener("click", () => close.closest("dialog")?.close());
}

/** How fast robots play; what cannot be said yet is said when this browser has its seat. @param {Table} table @param {string} speed */
export function setSpeed(table, speed) {
  table.unsentSpeed = speed;
  if (table.mine.size && table.connection.send({ do: "speed", speed })) table.unsentSpeed = "";
}

/** @param {Table} table */
export function listenFor(table) {
  listen({
    hold: (position) => table.hold(position),
    roll: () => table.roll(),
    card: (step) => table.card.move(step),
    dice: (step) => walkDice(table, step),
    letter: (index) => goToBox(table, index),
    help: () => showHelp(table.state),
    escape: () => leave(table),
    typing: () => table.typing.open !== null,
    digit: (digit) => table.typing.type(digit),
    rub: () => table.typing.rub(),
  });
}

/** A letter goes to its box, the second time it scores it. @param {Table} table @param {number} index */
function goToBox(table, index) {
  const category = table.state?.categories[index]?.name;
  const button = table.card.buttons.find((one) => one.dataset.category === category);
  if (!category || !button) return false;
  if (document.activeElement === button) table.choose(category);
  else table.card.focus(category);
  return true;
}

/** @param {Table} table @param {number} step */
function walkDice(table, step) {
  const buttons = table.felt.dice.map((die) => die.button);
  const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  buttons[at < 0 ? (step > 0 ? 0 : buttons.length - 1) : (at + step + buttons.length) % buttons.length]?.focus();
}

/** Close what is open; then leave the card or the dice for the button. @param {Table} table */
function leave(table) {
  if (table.question.isOpen) return (table.question.close(), true);
  if (table.coach.expanded) return (table.coach.expand(false), true);
  if (table.typing.open && table.state?.table !== null) return (table.typing.stop(), table.draw(), true);
  const active = /** @type {HTMLElement|null} */ (document.activeElement);
  if (active?.closest(".score, .die")) return (byId("roll").focus(), true);
  return false;
}
