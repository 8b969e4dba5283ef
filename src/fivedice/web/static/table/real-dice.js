/** Real dice: when they are asked for, and a place to tap or type what they show. */

import { byId, el, find, keepFocus, put } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { miniDie } from "../shared/mini-dice.js";
import { announce } from "./announce.js";
/** @typedef {import("./table.js").Table} Table */
/**
 * @typedef {{positions: number[], faces: number, held: boolean[], table: number[]|null, robot: string|null}} DiceRequest
 *   dice at which positions are to be typed; robot is the name of the robot that asks
 */

export class DiceEntry {
  /** @param {HTMLElement} element where the pickers go @param {() => void} changed */
  constructor(element, changed) {
    this.element = element;
    this.changed = changed;
    /** @type {(DiceRequest & {values: number[]})|null} */
    this.open = null;
  }

  /** @param {DiceRequest} request */
  start(request) {
    this.open = { ...request, values: request.positions.map(() => 0) };
    this.draw();
    this.changed();
  }

  stop() {
    this.open = null;
    put(this.element);
    this.element.hidden = true;
  }

  get missing() {
    return this.open ? this.open.values.filter((value) => !value).length : 0;
  }

  /** Faces from left to right, once all are known. @returns {number[]|null} */
  get shown() {
    return this.open && !this.missing ? [...this.open.values] : null;
  }

  /** A face goes into the first empty place. @param {number} face */
  type(face) {
    if (!this.open || face < 1 || face > this.open.faces) return;
    const place = this.open.values.indexOf(0);
    if (place < 0) return;
    this.open.values[place] = face;
    this.draw();
    this.changed();
  }

  /** Take back the last face. */
  rub() {
    if (!this.open) return;
    const filled = this.open.values.map(Boolean).lastIndexOf(true);
    if (filled < 0) return;
    this.open.values[filled] = 0;
    this.draw();
    this.changed();
  }

  /** Show the next face in a place. @param {number} place */
  cycle(place) {
    if (!this.open) return;
    this.open.values[place] = (this.open.values[place] % this.open.faces) + 1;
    this.draw();
    this.changed();
  }

  /** What is asked for, in words. @param {number[]} kept */
  words(kept) {
    const robot = this.open?.robot;
    if (robot)
      return kept.length
        ? t("{name} keeps {dice}. Roll the others: what do they show?", { name: robot, dice: kept.join(" ") })
        : t("Roll for {name}: what do the dice show?", { name: robot });
    return kept.length
      ? t("You keep {dice}. What do the others show?", { dice: kept.join(" ") })
      : t("What do your dice show?");
  }

  draw() {
    const { open } = this;
    if (!open) return;
    const pickers = open.values.map((value, place) =>
      el(
        "button",
        {
          type: "button",
          class: value ? "picker" : "picker bare",
          data: { stay: `picker-${place}` },
          on: { click: () => this.cycle(place), mousedown: keepFocus },
          "aria-label": value
            ? t("Die {number}: shows {face}, tap for the next face", { number: open.positions[place] + 1, face: value })
            : t("Die {number}: not entered, tap to choose", { number: open.positions[place] + 1 }),
        },
        miniDie(value),
      ),
    );
    const faces = Array.from({ length: open.faces }, (_, i) =>
      el(
        "button",
        {
          type: "button",
          class: "face-key",
          "aria-label": t("Enter {face}", { face: i + 1 }),
          data: { stay: `face-${i}` },
          on: { click: () => this.type(i + 1), mousedown: keepFocus },
        },
        miniDie(i + 1),
      ),
    );
    const kept = open.table ? open.table.filter((_, i) => open.held[i]) : [];
    put(
      this.element,
      el("p", { class: "typing-words", text: this.words(kept) }),
      el("div", { class: "pickers" }, ...pickers),
      el(
        "div",
        { class: "face-keys", role: "group", "aria-label": t("Faces") },
        ...faces,
        el(
          "button",
          {
            type: "button",
            class: "face-key rub",
            "aria-label": t("Take the last one back"),
            data: { stay: "rub" },
            on: { click: () => this.rub(), mousedown: keepFocus },
          },
          "⌫",
        ),
      ),
    );
    this.element.hidden = false;
  }
}

/** Ask at once where nothing else can be done: a robot's dice, the first throw of a turn. @param {Table} table */
export function askForRealDice(table) {
  const due = table.state?.table === null || !table.isPerson;
  if (table.isMine && table.isReal && table.state?.wants && due && !table.entry.open) startEntry(table);
}

/** @param {Table} table */
export function startEntry(table) {
  const { state } = table;
  if (!state || (!table.isPerson && !state.wants)) return;
  if (state.table === null) table.held = table.held.map(() => false);
  const free = table.held.flatMap((held, i) => (held ? [] : [i]));
  const positions = table.isPerson ? free : (state.wants?.positions ?? free);
  table.entry.start({
    positions,
    faces: state.faces,
    held: table.held,
    table: state.table,
    robot: table.isPerson ? null : (table.mover?.name ?? null),
  });
  announce(find(byId("typing"), ".typing-words")?.textContent ?? "");
}
