/** The score card: one column a seat, previews as buttons in the open boxes of the player whose turn it is. */

import { el, keepFocus, put, reachWhileScrolling } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { t } from "../shared/language.js";
import { bonusBar, columnMark, kindsOf } from "./card-parts.js";
import { nameOfAlike } from "./celebration.js";
import { isActing } from "./company.js";
/** @typedef {import("../shared/types.js").Category} Category */
/** @typedef {import("../shared/types.js").State} State */
/** @typedef {{mine: Set<number>, settled: boolean}} View own seats; whether the dice have settled, so that previews show */

/**
 * The seat whose card a narrow screen shows: the own one, of several the one that moves; without a seat, the mover's.
 * @param {State} state @param {Set<number>} mine
 */
function ownOrMover({ mover, seats }, mine) {
  const own = [...mine].filter((seat) => seats[seat]?.kind === "person");
  if (mover !== null && (!own.length || own.includes(mover))) return mover;
  return own[0] ?? 0;
}

/** Whether a seat has the greatest total. @param {State} state @param {number} seat */
function leads({ seats }, seat) {
  const most = Math.max(...seats.filter((one) => !one.resigned).map((one) => one.total));
  return seats.length > 1 && most > 0 && !seats[seat].resigned && seats[seat].total === most;
}

/** Whether the player of a seat is away or has resigned. @param {import("../shared/types.js").Seat} seat */
function isGone(seat) {
  return seat.resigned || (seat.kind !== "robot" && !seat.open && !seat.connected);
}

export class ScoreCard {
  /**
   * @param {HTMLElement} element
   * @param {{choose: (category: string) => void, rename: (seat: number) => void, explain: (box: string) => void}} on
   */
  constructor(element, on) {
    this.element = element;
    this.on = on;
    this.shape = "";
    /** Seat whose column a narrow screen shows; null follows the game. @type {number|null} */
    this.chosen = null;
    /** What was drawn last. @type {({state: State} & View)|null} */
    this.drawn = null;
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    /** @type {string|null} */
    this.current = null;
    /** @type {HTMLElement|null} */
    this.table = null;
    this.chips = el("div", { class: "chips", role: "group", "aria-label": t("Whose card is shown") });
  }

  /** @param {State} state */
  build(state) {
    const shape = JSON.stringify([state.categories.map((category) => category.name), state.seats.length]);
    if (shape === this.shape) return;
    this.shape = shape;
    this.cells.clear();
    const kinds = kindsOf(state);
    const upper = kinds.filter((category) => category.section === "upper");
    const lower = kinds.filter((category) => category.section === "lower");
    const head = el(
      "div",
      { role: "rowgroup", class: "card-head" },
      el(
        "div",
        { role: "row", class: "row" },
        el("div", { role: "columnheader", class: "title" }, el("span", { class: "unseen", text: t("Box") })),
        ...state.seats.map((_, seat) => this.cell(`name:${seat}`, seat, "columnheader")),
      ),
      state.columns.length > 1 ? this.row(state.columns.map((_, i) => `column ${i}`), "", state, "columns") : null,
    );
    const bonus = state.upper_bonus.worth
      ? [
          this.row(
            state.seats[0].bonuses.map((_, i) => `bonus ${i}`),
            t("Bonus +{points}", { points: state.upper_bonus.worth }),
            state,
            "extra",
            t("from {points}", { points: state.upper_bonus.threshold }),
          ),
        ]
      : [];
    const saved = state.saves ? [this.row(["saved"], t("Saved rolls"), state, "extra saved")] : [];
    const extra = state.yahtzee_bonus
      ? [this.row(["more"], t("{box} bonuses", { box: nameOfAlike(state) ?? t("Extra") }), state, "extra more")]
      : [];
    const letters = new Map(kinds.map((category, i) => [category.kind, String.fromCharCode(97 + i)]));
    const box = (/** @type {Category} */ { kind, words }) => {
      const names = state.categories.filter((category) => category.kind === kind).map((category) => category.name);
      return this.row(names, words, state, "box", "", letters.get(kind));
    };
    const table = el(
      "div",
      { role: "table", class: "card-table", "aria-label": t("{game} score card", { game: state.title }) },
      head,
      el("div", { role: "rowgroup", class: "section upper" }, ...upper.map(box), ...bonus, ...saved),
      el("div", { role: "rowgroup", class: "section lower" }, ...lower.map(box), ...extra),
      el("div", { role: "rowgroup", class: "card-foot" }, this.row(["total"], t("Total"), state, "sum")),
    );
    table.style.setProperty("--seats", String(state.seats.length));
    const columns = state.columns.length || 1;
    table.style.setProperty("--columns", String(columns));
    table.style.setProperty("--rows", String(kinds.length + 3 + bonus.length + saved.length + (columns > 1 ? 1 : 0)));
    table.classList.toggle("wide", columns > 1);
    table.classList.toggle("tall", kinds.length > 16);
    table.style.setProperty("--chip-rows", String(state.seats.length > 1 ? 1 : 0));
    table.classList.toggle("many", state.seats.length > 4);
    table.classList.toggle("alone", state.seats.length === 1);
    this.table = table;
    put(this.element, this.chips, table);
    reachWhileScrolling(table);
  }

  /**
   * A row of the card with a cell a seat, or with one a seat and column.
   * @param {string[]} keys of the columns @param {string} title @param {State} state @param {string} kind
   * @param {string} [note] @param {string} [letter] the key that leads to it
   */
  row(keys, title, state, kind, note = "", letter = "") {
    return el(
      "div",
      { role: "row", class: `row ${kind}`, data: { row: keys[0].split(" ")[0] } },
      el(
        "div",
        { role: "rowheader", class: "title" },
        letter && letter <= "z"
          ? el("kbd", { class: "letter", "aria-hidden": "true", text: letter.toUpperCase() })
          : null,
        kind === "box"
          ? el("button", {
              type: "button",
              class: "words about",
              tabindex: "-1",
              "aria-label": t("{box}: what it pays", { box: title }),
              text: title,
              on: { click: () => this.on.explain(keys[0]), mousedown: keepFocus },
            })
          : el("span", { class: "words", text: title }),
        note ? el("span", { class: "note", text: note }) : null,
      ),
      ...state.seats.map((_, seat) => {
        const cells = keys.map((key) => this.cell(`${key}:${seat}`, seat, "cell"));
        if (keys.length === 1 && kind !== "columns") return cells[0];
        return el("div", { role: "presentation", class: "cells", data: { seat: String(seat) } }, ...cells);
      }),
    );
  }

  /** @param {string} key @param {number} seat @param {string} role */
  cell(key, seat, role) {
    const cell = el("div", { role, class: "cell", data: { seat: String(seat), box: key.slice(0, key.lastIndexOf(":")) } });
    this.cells.set(key, cell);
    return cell;
  }

  /** @param {State} state @param {View} view */
  draw(state, { mine, settled }) {
    this.build(state);
    this.drawn = { state, mine, settled };
    const acting = isActing(state, mine) && settled && state.table !== null;
    const shown = this.chosen ?? ownOrMover(state, mine);
    this.element.classList.toggle("acting", acting);
    state.seats.forEach((seat, i) => {
      this.drawName(i, seat, mine.has(i) && seat.kind === "person");
      state.columns.forEach((column, place) => {
        const cell = this.cells.get(`column ${place}:${i}`);
        if (cell && !cell.childNodes.length) put(cell, columnMark(column));
      });
      for (const category of state.categories) this.drawBox(state, i, category, acting && i === state.mover, settled);
      this.drawExtras(state, i);
    });
    for (const cell of this.cells.values()) {
      const seat = Number(cell.dataset.seat);
      cell.classList.toggle("mine", mine.has(seat));
      cell.classList.toggle("turn", seat === state.mover);
      cell.classList.toggle("shown", seat === shown);
      cell.classList.toggle("closed", state.seats[seat].resigned);
    }
    for (const group of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll(".cells"))) {
      group.classList.toggle("shown", Number(group.dataset.seat) === shown);
    }
    for (const row of this.element.querySelectorAll(".row.more")) {
      row.classList.toggle("none", !state.seats.some((seat) => seat.yahtzee_bonuses));
    }
    const tallest = Math.max(
      ...[...this.element.querySelectorAll(".section")].map((one) => one.querySelectorAll(".row:not(.none)").length),
    );
    this.table?.style.setProperty("--tallest", String(tallest + (state.seats.length > 1 ? 0 : 1)));
    this.drawChips(state, mine, shown);
    this.rove();
  }

  /** @param {number} i @param {import("../shared/types.js").Seat} seat @param {boolean} own */
  drawName(i, seat, own) {
    const cell = this.cells.get(`name:${i}`);
    const key = JSON.stringify([seat.name, seat.kind, seat.open, seat.deputy, seat.resigned, own]);
    cell?.classList.toggle("gone", isGone(seat));
    if (!cell || cell.dataset.key === key) return;
    cell.dataset.key = key;
    const words = seat.open ? t("Open seat") : seat.name;
    put(
      cell,
      icon(seat.kind !== "person" || seat.deputy ? "robot" : seat.open ? "link" : "person"),
      own
        ? el(
            "button",
            {
              type: "button",
              class: "seat-name rename",
              title: t("Change this name"),
              data: { stay: `rename-${i}` },
              on: { click: () => this.on.rename(i) },
            },
            words,
            el("span", { class: "unseen", text: `, ${t("change this name")}` }),
          )
        : el("span", { class: "seat-name", text: words, title: words }),
      seat.kind === "bot" ? el("span", { class: "bot-mark", text: t("bot"), title: t("A program plays this seat") }) : null,
      seat.deputy ? el("span", { class: "seat-mark", text: t("robot"), title: t("A robot plays for {name}", { name: seat.name }) }) : null,
      seat.resigned ? el("span", { class: "seat-mark", text: t("resigned") }) : null,
    );
  }

  /** @param {State} state @param {number} seat @param {Category} category @param {boolean} acting @param {boolean} settled */
  drawBox(state, seat, category, acting, settled) {
    const cell = this.cells.get(`${category.name}:${seat}`);
    if (!cell) return;
    const points = state.seats[seat].card[category.name];
    const preview = seat === state.mover && settled ? state.previews[category.name] : undefined;
    const key = JSON.stringify([points, preview, acting]);
    const latest = state.last?.what === "fill" && state.last.seat === seat && state.last.category === category.name;
    cell.classList.toggle("latest", latest);
    if (cell.dataset.key === key) return;
    const focused = cell.contains(document.activeElement);
    cell.dataset.key = key;
    cell.classList.toggle("filled", points !== undefined);
    if (points !== undefined)
      put(cell, el("span", { class: points ? "points" : "points nought", text: String(points) }));
    else put(cell, preview ? this.preview(category, preview, acting) : null);
    if (focused && cell.querySelector("button.score")) this.focus(category.name);
  }

  /** What an open box would pay. @param {Category} category @param {import("../shared/types.js").Preview} preview @param {boolean} acting */
  preview(category, { points, bonus, legal }, acting) {
    if (!legal) return el("span", { class: "barred", title: t("The joker rule closes this box now"), text: "–" });
    const text = bonus ? `${points}+${bonus}` : String(points);
    if (!acting) return el("span", { class: "ghost", text });
    return el("button", {
      type: "button",
      class: bonus ? "score sum" : points ? "score" : "score zero",
      text,
      "aria-label": t("Score {points} in {box}", { points: text, box: category.title }),
      data: { category: category.name },
      on: { click: () => this.on.choose(category.name), mousedown: keepFocus },
    });
  }

  /** Bonus and total. @param {State} state @param {number} i */
  drawExtras(state, i) {
    const { bonuses, yahtzee_bonuses: extra, total, saved } = state.seats[i];
    bonuses.forEach((bonus, place) => {
      const bar = this.cells.get(`bonus ${place}:${i}`);
      if (bar) put(bar, bonusBar(bonus));
    });
    const kept = this.cells.get(`saved:${i}`);
    if (kept) put(kept, el("span", { class: "saved-rolls", text: String(saved) }));
    const more = this.cells.get(`more:${i}`);
    if (more) put(more, extra ? `${extra} × ${state.yahtzee_bonus}` : "");
    const sum = this.cells.get(`total:${i}`);
    if (sum) {
      put(sum, el("span", { class: "total", text: String(total) }));
      sum.classList.toggle("leads", leads(state, i));
    }
  }

  /** Buttons that choose a seat on a narrow screen. @param {State} state @param {Set<number>} mine @param {number} shown */
  drawChips(state, mine, shown) {
    // The own seat and the leader come first: where the strip is too narrow for all, they are in sight.
    const first = (/** @type {number} */ seat) => (seat === shown && mine.has(seat) ? 2 : 0) + (leads(state, seat) ? 1 : 0);
    const order = state.seats.map((_, seat) => seat).sort((a, b) => first(b) - first(a) || a - b);
    const chips = order.map((i) => {
      const seat = state.seats[i];
      return el(
        "button",
        {
          type: "button",
          class: `chip${i === state.mover ? " turn" : ""}${mine.has(i) ? " mine" : ""}${leads(state, i) ? " leader" : ""}${isGone(seat) ? " gone" : ""}`,
          "aria-pressed": String(i === shown),
          data: { stay: `chip-${i}` },
          on: { click: () => this.show(i) },
        },
        el("span", { class: "chip-name", text: seat.open ? t("Open") : seat.name }),
        el("span", { class: "chip-total", text: String(seat.total) }),
        i === state.mover ? el("span", { class: "unseen", text: t("at the dice") }) : null,
        leads(state, i) ? el("span", { class: "unseen", text: t("leads") }) : null,
      );
    });
    put(this.chips, ...(state.seats.length > 1 ? chips : []));
  }

  /** Turn a narrow screen to the card of a seat. @param {number} seat */
  show(seat) {
    if (!this.drawn) return;
    this.chosen = seat === ownOrMover(this.drawn.state, this.drawn.mine) ? null : seat;
    this.draw(this.drawn.state, this.drawn);
  }

  /** @returns {HTMLButtonElement[]} open boxes from top to bottom */
  get buttons() {
    return [.../** @type {NodeListOf<HTMLButtonElement>} */ (this.element.querySelectorAll("button.score"))];
  }

  /** One box takes part in tabbing, arrows reach the others. */
  rove() {
    const buttons = this.buttons;
    const stop = buttons.find((button) => button.dataset.category === this.current) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  }

  /** @param {string} category */
  focus(category) {
    this.current = category;
    this.buttons.find((button) => button.dataset.category === category)?.focus();
    this.rove();
  }

  /** @param {number} step +1 down, -1 up @returns {boolean} whether there is an open box to go to */
  move(step) {
    const buttons = this.buttons;
    if (!buttons.length) return false;
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const next = at < 0 ? (step > 0 ? 0 : buttons.length - 1) : (at + step + buttons.length) % buttons.length;
    this.focus(buttons[next].dataset.category ?? "");
    return true;
  }

  /** Mark the box that a piece of advice would fill. @param {string|null} category */
  hint(category) {
    const button = category === null ? null : this.buttons.find((one) => one.dataset.category === category);
    for (const row of this.element.querySelectorAll(".row.box"))
      row.classList.toggle("hinted", button ? row.contains(button) : /** @type {HTMLElement} */ (row).dataset.row === category);
    for (const cell of this.element.querySelectorAll(".cells > .cell"))
      cell.classList.toggle("hinted", Boolean(button && cell.contains(button)));
  }
}
