/** The coach: every keep and every box with its value and its cost, why, and where the game may end. */

import { histogram } from "../shared/chart.js";
import { el, keepFocus, put, reachWhileScrolling } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { decimal, percent, t, tNodes } from "../shared/language.js";
import { miniDice } from "../shared/mini-dice.js";
/** @typedef {import("../shared/types.js").Advice} Advice */
/** @typedef {import("../shared/types.js").State} State */

const SHOWN = 7;

/** @param {number[]} dice */
function keptDice(dice) {
  return miniDice(
    dice,
    dice.map(() => true),
  );
}

/** Where a final score lies. @param {import("../shared/types.js").Outlook} outlook @param {string} name */
function range({ low, high, from }, name) {
  const values = { name, low: Math.round(low), high: Math.round(high) };
  return from === "card"
    ? t("{name}, {low} to {high} in 9 of 10, before this roll", values)
    : t("{name}, {low} to {high} in 9 of 10", values);
}

export class Coach {
  /**
   * @param {HTMLElement} element
   * @param {{hint: (advice: Advice|null) => void, take: (advice: Advice) => void, close: () => void}} on
   */
  constructor(element, on) {
    this.element = element;
    this.on = on;
    this.all = false;
    this.drawn = "";
    /** @type {import("../shared/types.js").CoachMessage|null} */
    this.advice = null;
    /** @type {import("../shared/types.js").Outlook|null} */
    this.outlook = null;
    /** @type {{done: number, total: number}|null} */
    this.solving = null;
    this.parts = {
      best: el("div", { class: "coach-best" }),
      list: el("div", { class: "coach-list", role: "group", "aria-label": t("What can be decided") }),
      outlook: el("div", { class: "coach-outlook" }),
    };
    this.more = el("button", {
      type: "button",
      class: "tool coach-more",
      "aria-expanded": "false",
      text: t("More"),
      on: { click: () => this.expand(!this.expanded), mousedown: keepFocus },
    });
    put(
      element,
      el(
        "div",
        { class: "coach-head" },
        el("h2", {}, icon("coach"), ` ${t("Coach")}`),
        this.more,
        el(
          "button",
          {
            type: "button",
            class: "tool",
            "aria-label": t("Close the coach"),
            on: { click: () => on.close(), mousedown: keepFocus },
          },
          icon("close"),
        ),
      ),
      this.parts.best,
      this.parts.list,
      this.parts.outlook,
    );
    reachWhileScrolling(this.parts.list);
  }

  /** Whether it fills a narrow screen. */
  get expanded() {
    return this.element.classList.contains("expanded");
  }

  /** @param {boolean} open */
  expand(open) {
    if (open === this.expanded) return;
    this.element.classList.toggle("expanded", open);
    this.more.setAttribute("aria-expanded", String(open));
    this.more.textContent = open ? t("Less") : t("More");
  }

  /** @param {State} state @param {{acting: boolean, settled: boolean}} view */
  draw(state, { acting, settled }) {
    const { best, list, outlook } = this.parts;
    put(outlook, ...this.drawOutlook(state, settled));
    // A list that has not changed stays, and so does the focus in it.
    const key = JSON.stringify([
      state.point,
      acting,
      settled,
      this.advice?.point,
      this.solving,
      state.table === null,
      state.over,
    ]);
    if (key === this.drawn) return;
    this.drawn = key;
    this.all = false;
    if (this.solving && this.solving.done < this.solving.total) {
      const share = this.solving.done / this.solving.total;
      put(list);
      put(
        best,
        el("p", { text: t("Solving {game} exactly, once: {share} %.", { game: state.title, share: Math.floor(share * 100) }) }),
        el("div", {
          class: "solving",
          role: "progressbar",
          "aria-valuemin": "0",
          "aria-valuemax": "100",
          "aria-valuenow": String(Math.round(share * 100)),
          "aria-label": t("Solving"),
          vars: { "--share": `${share * 100}%` },
        }),
      );
      return;
    }
    const current = this.advice && this.advice.point === state.point && settled ? this.advice : null;
    if (current) {
      put(
        best,
        el(
          "div",
          { class: "coach-do" },
          el("span", { class: "do-words" }, ...this.name(current.best)),
          el(
            "span",
            { class: "do-value" },
            ...tNodes("{value} expected", { value: el("strong", { text: decimal(current.mean, 1) }) }),
          ),
        ),
        ...current.words.map((sentence) => el("p", { class: "why", text: sentence })),
      );
      put(list, ...this.list(current.decisions, acting));
    } else {
      put(
        best,
        el("p", {
          class: "soft",
          text: state.over
            ? t("The game is over: the report has every decision.")
            : state.table
              ? t("Thinking…")
              : t("Roll, and the coach ranks what you can do."),
        }),
      );
      put(list);
    }
  }

  /** @param {Advice} advice @returns {(Node|string)[]} */
  name(advice) {
    if (advice.what === "fill") return tNodes("Score {box} for {points}", { box: el("strong", { text: advice.title }), points: advice.points });
    const { dice } = advice;
    if (!dice.length) return [el("strong", { text: t("Roll everything") })];
    return tNodes("Keep {dice}", { dice: keptDice(dice) });
  }

  /** @param {Advice[]} decisions @param {boolean} acting @returns {HTMLElement[]} */
  list(decisions, acting) {
    const shown = this.all ? decisions : decisions.slice(0, SHOWN);
    const list = el(
      "ol",
      { class: "advices", "aria-label": t("Decisions, best first: expected final score and cost") },
      ...shown.map((advice) => el("li", {}, this.row(advice, acting))),
    );
    const left = decisions.length - shown.length;
    if (!left) return [list];
    const more = (/** @type {MouseEvent} */ event) => {
      this.all = true;
      put(this.parts.list, ...this.list(decisions, acting));
      const next = /** @type {HTMLElement|undefined} */ (this.parts.list.querySelectorAll("button.advice")[SHOWN]);
      if (!event.detail) next?.focus(); // pressed with a key
    };
    return [list, el("button", { type: "button", class: "button quiet", text: t("{count} more", { count: left }), on: { click: more } })];
  }

  /** @param {Advice} advice @param {boolean} acting */
  row(advice, acting) {
    const best = advice.cost < 0.005; // as it is written, with two digits
    const parts = [
      el(
        "span",
        { class: "what" },
        ...(advice.what === "fill"
          ? [`${advice.title} `, el("span", { class: "soft", text: String(advice.points) })]
          : advice.dice.length
            ? [keptDice(advice.dice)]
            : this.name(advice)),
      ),
      el("span", { class: "value", text: decimal(advice.value, 1) }),
      el("span", { class: "cost", text: best ? t("best") : `−${decimal(advice.cost, 2)}` }),
    ];
    const data = { grade: advice.grade };
    if (!acting) return el("div", { class: "advice", data, on: this.hints(advice) }, ...parts);
    const on = { ...this.hints(advice), click: () => this.on.take(advice), mousedown: keepFocus };
    return el("button", { type: "button", class: "advice", data, on }, ...parts);
  }

  /** Listeners: the dice or the box of a piece of advice are marked while it has the pointer or the focus. @param {Advice} advice */
  hints(advice) {
    const [show, hide] = [() => this.on.hint(advice), () => this.on.hint(null)];
    return { pointerenter: show, pointerleave: hide, focus: show, blur: hide };
  }

  /** @param {State} state @param {boolean} settled @returns {Element[]} */
  drawOutlook(state, settled) {
    const { outlook } = this;
    if (!outlook || outlook.point > state.point || !settled || state.over) return [];
    const seat = state.seats[outlook.seat];
    /** @type {Element[]} */
    const parts = [
      el(
        "h3",
        {},
        t("Final score"),
        el("span", { class: "soft", text: ` ${range(outlook, seat.name)}` }),
      ),
      histogram({
        bars: outlook.bars,
        least: outlook.least,
        width: outlook.width,
        mean: outlook.mean,
        size: [320, 96],
        label: t("Projected final score: {mean} on average, {low} to {high} in nine of ten games", {
          mean: decimal(outlook.mean, 1),
          low: outlook.low,
          high: outlook.high,
        }),
      }),
    ];
    if (outlook.chances) {
      parts.unshift(
        el("h3", { text: t("Chance to win") }),
        el(
          "ul",
          { class: state.seats.length > 3 ? "chances many" : "chances" },
          ...outlook.chances.map((chance, i) =>
            el(
              "li",
              { vars: { "--share": `${chance.value * 100}%` } },
              el("span", { class: "chance-name", text: state.seats[i].name }),
              el("span", { class: "chance-value", text: percent(chance.value) }),
            ),
          ),
        ),
      );
    }
    return parts;
  }
}
