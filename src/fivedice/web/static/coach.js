/** The coach: every keep and every box with its value and its cost, why, and where the game may end. */

import { histogram } from "./chart.js";
import { el, put } from "./dom.js";
import { icon } from "./icons.js";
import { miniDice } from "./minidice.js";
/** @typedef {import("./types.js").Advice} Advice */
/** @typedef {import("./types.js").State} State */

const SHOWN = 7;

/** How grave a cost is, as a class. @param {number} cost expected points */
export function gravity(cost) {
  if (cost < 0.005) return "best";
  if (cost < 1) return "slight";
  return cost < 5 ? "clear" : "grave";
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
    /** @type {import("./types.js").CoachMessage|null} */
    this.advice = null;
    /** @type {import("./types.js").OutlookMessage|null} */
    this.outlook = null;
    /** @type {{done: number, total: number}|null} */
    this.solving = null;
    this.parts = {
      best: el("div", { class: "coach-best" }),
      list: el("div", { class: "coach-list" }),
      outlook: el("div", { class: "coach-outlook" }),
    };
    put(
      element,
      el(
        "div",
        { class: "coach-head" },
        el("h2", {}, icon("coach"), " Coach"),
        el("button", {
          type: "button",
          class: "tool coach-more",
          "aria-expanded": "false",
          text: "All decisions",
          on: { click: (event) => this.expand(event.currentTarget) },
        }),
        el(
          "button",
          { type: "button", class: "tool", "aria-label": "Close the coach", on: { click: () => on.close() } },
          icon("close"),
        ),
      ),
      this.parts.best,
      this.parts.list,
      this.parts.outlook,
    );
  }

  expand(button) {
    const open = this.element.classList.toggle("expanded");
    button.setAttribute("aria-expanded", String(open));
    button.textContent = open ? "Less" : "All decisions";
  }

  /** @param {State} state @param {{acting: boolean, settled: boolean}} view */
  draw(state, { acting, settled }) {
    const { best, list, outlook } = this.parts;
    put(outlook, ...this.drawOutlook(state, settled));
    // A list that has not changed stays, and so does the focus in it.
    const key = JSON.stringify([
      state.seq,
      acting,
      settled,
      this.advice?.seq,
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
      return put(
        best,
        el("p", {
          text: `Solving ${state.title} exactly, once: step ${this.solving.done} of ${this.solving.total}.`,
        }),
        el("div", {
          class: "solving",
          role: "progressbar",
          "aria-valuemin": "0",
          "aria-valuemax": "100",
          "aria-valuenow": String(Math.round(share * 100)),
          "aria-label": "Solving",
          vars: { "--share": `${share * 100}%` },
        }),
      );
    }
    const current = this.advice && this.advice.seq === state.seq && settled ? this.advice : null;
    if (current) {
      const words = current.words ?? [];
      put(
        best,
        el(
          "div",
          { class: "coach-do" },
          el("span", { class: "do-words" }, ...this.name(current.decisions[0] ?? current.best)),
          el("span", { class: "do-value" }, el("strong", { text: current.mean.toFixed(1) }), " expected"),
        ),
        ...words.map((sentence) => el("p", { class: "why", text: sentence })),
      );
      put(list, this.list(current.decisions, acting));
    } else {
      put(
        best,
        el("p", {
          class: "soft",
          text: state.over
            ? "The game is over: the report has every decision."
            : state.table
              ? "Thinking…"
              : "Roll, and the coach ranks what you can do.",
        }),
      );
      put(list);
    }
  }

  /** @param {Advice} advice @returns {(Node|string)[]} */
  name(advice) {
    if (advice.what === "fill") return ["Score ", el("strong", { text: advice.title ?? "" }), ` for ${advice.points}`];
    const dice = advice.dice ?? [];
    if (!dice.length) return [el("strong", { text: "Roll everything" })];
    return [
      "Keep ",
      miniDice(
        dice,
        dice.map(() => true),
      ),
    ];
  }

  /** @param {Advice[]} decisions @param {boolean} acting */
  list(decisions, acting) {
    const shown = this.all ? decisions : decisions.slice(0, SHOWN);
    const rows = shown.map((advice) => {
      const parts = [
        el(
          "span",
          { class: "what" },
          ...(advice.what === "fill"
            ? [`${advice.title} `, el("span", { class: "soft", text: String(advice.points) })]
            : this.name(advice).slice(-1)),
        ),
        el("span", { class: "value", text: advice.value.toFixed(1) }),
        el("span", {
          class: `cost ${gravity(advice.cost)}`,
          text: advice.cost < 0.005 ? "best" : `−${advice.cost.toFixed(2)}`,
        }),
      ];
      const row = acting
        ? el(
            "button",
            {
              type: "button",
              class: `advice ${gravity(advice.cost)}`,
              on: { click: () => this.on.take(advice) },
            },
            ...parts,
          )
        : el("div", { class: `advice ${gravity(advice.cost)}` }, ...parts);
      row.addEventListener("pointerenter", () => this.on.hint(advice));
      row.addEventListener("pointerleave", () => this.on.hint(null));
      row.addEventListener("focus", () => this.on.hint(advice));
      row.addEventListener("blur", () => this.on.hint(null));
      return el("li", {}, row);
    });
    const more = decisions.length - shown.length;
    const list = el(
      "ol",
      { class: "advices", "aria-label": "Decisions, best first: expected final score and cost" },
      ...rows,
    );
    if (more <= 0) return list;
    return el(
      "div",
      {},
      list,
      el("button", {
        type: "button",
        class: "button quiet",
        text: `${more} more`,
        on: {
          click: () => {
            this.all = true;
            put(this.parts.list, this.list(decisions, acting));
          },
        },
      }),
    );
  }

  drawOutlook(state, settled) {
    const { outlook } = this;
    if (!outlook || outlook.seq > state.seq || !settled) return [];
    const seat = state.seats[outlook.seat];
    const parts = [
      el(
        "h3",
        {},
        "Final score",
        el("span", {
          class: "soft",
          text: ` ${seat.name}, ${Math.round(outlook.low)} to ${Math.round(outlook.high)} in 9 of 10${outlook.from === "card" ? ", before this roll" : ""}`,
        }),
      ),
      histogram({
        bars: outlook.bars,
        least: outlook.least,
        width: outlook.width,
        mean: outlook.mean,
        label: `Projected final score: ${outlook.mean.toFixed(1)} on average, ${outlook.low} to ${outlook.high} in nine of ten games`,
      }),
    ];
    if (outlook.chances) {
      parts.push(
        el("h3", { text: "Chance to win" }),
        el(
          "ul",
          { class: "chances" },
          ...outlook.chances.map((chance, i) =>
            el(
              "li",
              { vars: { "--share": `${chance.value * 100}%` } },
              el("span", { class: "chance-name", text: state.seats[i].name }),
              el("span", { class: "chance-value", text: `${Math.round(chance.value * 100)} %` }),
            ),
          ),
        ),
      );
    }
    return parts;
  }
}
