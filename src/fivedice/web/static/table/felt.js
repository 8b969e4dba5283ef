/** The felt: where the dice lie, which of them are held in the tray, and their throws. */

import { Cube } from "../shared/cube.js";
import { el, keepFocus } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { duration, animateThrow } from "./throw-animation.js";

/** A number in [-1, 1] that depends on its arguments only, so that dice stay where they landed. @param {...number} keys */
function scatter(...keys) {
  let hash = 2166136261;
  for (const key of keys) hash = Math.imul(hash ^ (key + 977), 16777619) ^ (hash >>> 13);
  return ((hash >>> 0) % 2001) / 1000 - 1;
}

/** @param {number} i @param {number} face @param {boolean} held */
function dieWords(i, face, held) {
  const values = { number: i + 1, face };
  return held ? t("Die {number} shows {face}, held", values) : t("Die {number} shows {face}", values);
}

export class Felt {
  /**
   * @param {HTMLElement} element the felt
   * @param {(position: number) => void} onHold a die was tapped
   */
  constructor(element, onHold) {
    this.element = element;
    this.onHold = onHold;
    /** @type {{cube: Cube, button: HTMLButtonElement}[]} */
    this.dice = [];
    /** @type {Animation[]} */
    this.moving = [];
    this.faces = 6;
    this.throwKey = 0;
    /** @type {{values: number[], held: boolean[], live: boolean}} */
    this.shown = { values: [], held: [], live: false };
    /** Measured when it changes, not when it is needed: each question about it may lay out the page anew. */
    this.box = { width: element.clientWidth, height: element.clientHeight };
    new ResizeObserver(() => {
      this.box = { width: element.clientWidth, height: element.clientHeight };
      this.place();
    }).observe(element);
  }

  /** Lay out as many dice as the rules play with. @param {number} count @param {number} faces */
  setUp(count, faces) {
    this.faces = faces;
    if (this.dice.length === count) return;
    this.dice = Array.from({ length: count }, (_, position) => this.makeDie(position));
    this.element.querySelector(".dice")?.replaceChildren(...this.dice.map((die) => die.button));
    this.place();
  }

  /** @param {number} position */
  makeDie(position) {
    const cube = new Cube();
    const button = el(
      "button",
      {
        class: "die",
        type: "button",
        "aria-pressed": "false",
        data: { position: String(position) },
        on: { click: () => this.onHold(position), mousedown: keepFocus },
      },
      el("span", { class: "ring" }),
      cube.element,
      el("span", { class: "held-word", "aria-hidden": "true", text: t("HELD") }),
      el("kbd", { class: "die-key", "aria-hidden": "true", text: String(position + 1) }),
    );
    return { cube, button };
  }

  /**
   * Show the dice; those thrown since the last call animateThrow.
   * @param {{values: number[]|null, held: boolean[], thrown: boolean[], throwKey: number, mayHold: boolean, blank: boolean}} view
   * @returns {Promise<void>} settled
   */
  async show({ values, held, thrown, throwKey, mayHold, blank }) {
    this.finish();
    const lying = values ?? this.dice.map((_, i) => this.shown.values[i] ?? (i % 6) + 1);
    this.shown = { values: lying, held, live: !blank };
    this.throwKey = throwKey;
    this.element.classList.toggle("waiting", blank);
    this.dice.forEach(({ cube, button }, i) => {
      cube.mark(lying[i], this.faces);
      button.setAttribute("aria-pressed", String(Boolean(held[i])));
      button.setAttribute(
        "aria-label",
        blank ? t("Die {number}, not rolled", { number: i + 1 }) : dieWords(i, lying[i], held[i]),
      );
      button.setAttribute("aria-disabled", String(!mayHold));
      button.classList.toggle("held", Boolean(held[i]));
      button.classList.toggle("blank", blank);
      button.classList.toggle("still", !mayHold);
    });
    this.place();
    if (!thrown.some(Boolean) || !duration()) return;
    this.dice.forEach(({ cube, button }, i) => {
      if (!thrown[i]) return;
      const [toX, toY] = this.spot(i);
      const [fromX, fromY] = this.start(i, held.some(Boolean));
      const spin =
        scatter(i, throwKey, 7) >= 0 ? 1 + scatter(i, throwKey, 8) * 0.25 : -1 + scatter(i, throwKey, 8) * 0.25;
      this.moving.push(
        ...animateThrow(button, cube, { fromX, fromY, toX, toY, delay: i * 34, spin }),
      );
    });
    const landed = Promise.all(this.moving.map((animation) => animation.finished.catch(() => undefined)));
    // A page in the background plays no animation, and must not wait for it.
    await Promise.race([landed, new Promise((resolve) => setTimeout(resolve, duration() + 700))]);
    if (this.throwKey === throwKey) this.finish();
  }

  /** Hold or release one die at once, before the server has answered. @param {boolean[]} held */
  hold(held) {
    this.shown.held = held;
    this.dice.forEach(({ button }, i) => {
      button.classList.toggle("held", held[i]);
      button.setAttribute("aria-pressed", String(held[i]));
      if (this.shown.live)
        button.setAttribute("aria-label", dieWords(i, this.shown.values[i], held[i]));
    });
    this.place();
  }

  /** Mark the dice that a piece of advice would keep. @param {boolean[]|null} kept */
  hint(kept) {
    this.dice.forEach(({ button }, i) => button.classList.toggle("hinted", Boolean(kept?.[i])));
  }

  /** End a throw that is still under way. */
  finish() {
    for (const animation of this.moving) animation.finish();
    this.moving = [];
  }

  get isMoving() {
    return this.moving.length > 0;
  }

  /** Upper edge and height of the tray, in pixels. @returns {[number, number]} */
  tray() {
    const { height } = this.box;
    const deep = Math.max(this.size() * 1.8, height * 0.33);
    return [height * 0.965 - deep, deep];
  }

  size() {
    const { width, height } = this.box;
    return Math.max(40, Math.min((width / (this.dice.length + 0.9)) * 0.8, height * 0.285, 116));
  }

  /**
   * Where a throw begins, outside the felt: at the player's side, or at the left where held dice lie in the way.
   * @param {number} i @param {boolean} someHeld @returns {[number, number]}
   */
  start(i, someHeld) {
    const { width, height } = this.box;
    const size = this.size();
    const aside = scatter(i, this.throwKey, 5);
    if (!someHeld) return [width / 2 - size / 2 + aside * size * 0.8, height + size * 0.4];
    const room = Math.max(0, this.tray()[0] - size * 1.3);
    return [-size * 1.4, (room * (1 + aside)) / 2];
  }

  /** Where a die lies, its left upper corner in pixels. @param {number} i @returns {[number, number]} */
  spot(i) {
    const { width } = this.box;
    const size = this.size();
    const column = (width - size * 0.5) / this.dice.length;
    const left = size * 0.25 + column * (i + 0.5) - size / 2;
    const [tray, deep] = this.tray();
    if (this.shown.held[i]) return [left, tray + (deep - size * 1.68) / 2 + size * 0.26];
    if (!this.shown.live) return [left, tray * 0.5 - size * 0.3];
    const room = Math.max(0, tray - size * 1.44);
    const loose = (column - size) * 0.42;
    return [
      left + scatter(i, this.throwKey, 1) * loose,
      size * 0.36 + room * (0.5 + scatter(i, this.throwKey, 2) * 0.5),
    ];
  }

  place() {
    const size = this.size();
    this.element.style.setProperty("--die", `${size}px`);
    this.element.style.setProperty("--tray", `${this.tray()[1]}px`);
    const middle = (this.dice.length - 1) / 2;
    this.dice.forEach(({ cube, button }, i) => {
      const [x, y] = this.spot(i);
      button.style.setProperty("--at-x", `${x}px`);
      button.style.setProperty("--at-y", `${y}px`);
      const loose = this.shown.live && !this.shown.held[i];
      // Dice in a row are seen from straight above, loose ones from the middle of the table.
      button.style.setProperty("--eye", `${50 + (loose ? (middle - i) * 26 : 0)}%`);
      cube.rest(cube.side, loose ? scatter(i, this.throwKey, 3) * 27 : 0);
    });
  }
}
