/** The report after a game: luck and skill apart, every decision with its cost, and the dice checked. */

import { ask, askUntilReady, lastPart } from "../shared/api.js";
import { lineChart } from "../shared/chart.js";
import { decisionDetail, moment } from "./decision.js";
import { byId, el, put } from "../shared/dom.js";
import { Lessons } from "./lessons.js";
import { tokens } from "../shared/storage.js";
import { complain } from "../shared/problem.js";
import { allDecisions, fairDice, figures } from "./reportparts.js";
import { toolbar } from "../shared/toolbar.js";
/** @typedef {import("./decision.js").Decided} Decided */
/** @typedef {import("../shared/types.js").State} State */

const game = lastPart();

class Report {
  /** @param {any} review @param {State} state */
  constructor(review, state) {
    this.review = review;
    this.state = state;
    this.titles = new Map(state.categories.map((category) => [category.name, category.title]));
    const mine = Object.keys(tokens(game))
      .map(Number)
      .filter((seat) => review.seats[seat]?.kind === "person");
    this.seat =
      mine[0] ??
      Math.max(
        0,
        review.seats.findIndex((seat) => seat.kind === "person"),
      );
    this.chosen = 0;
    this.graph = "score";
    this.draw();
  }

  get own() {
    return this.review.seats[this.seat];
  }

  /** @param {number} regret */
  gradeOf(regret) {
    return this.review.grades.find((limit) => limit.below === null || regret < limit.below).grade;
  }

  draw() {
    const { own } = this;
    this.detail = el("section", { class: "panel block", "aria-label": "The chosen decision" });
    this.chart = el("section", { class: "panel block", "aria-label": "Graph" });
    const worst = own.lessons[0] ?? 0;
    this.chosen = worst;
    put(
      byId("report"),
      this.review.seats.length > 1 ? this.tabs() : null,
      figures(own),
      this.chart,
      this.detail,
      this.lessons(),
      allDecisions(own.decisions, this.titles, (index) => {
        this.choose(index);
        this.detail?.scrollIntoView({ block: "center" });
      }),
      fairDice(this.state),
    );
    this.drawChart();
    this.choose(worst);
  }

  tabs() {
    return el(
      "div",
      { class: "switch seat-tabs", role: "group", "aria-label": "Whose decisions" },
      ...this.review.seats.map((seat, i) =>
        el("button", {
          type: "button",
          "aria-pressed": String(i === this.seat),
          data: { stay: `seat-${i}` },
          text: seat.name,
          on: {
            click: () => {
              this.seat = i;
              this.draw();
            },
          },
        }),
      ),
    );
  }

  drawChart() {
    const { own, review } = this;
    const kinds =
      review.win.length > 1 ? { score: "Expected score", win: "Chance to win" } : { score: "Expected score" };
    const heading = el(
      "div",
      { class: "chart-head" },
      el("h2", {
        text: this.graph === "win" ? "Chance to win, after every turn" : "Expected final score, decision by decision",
      }),
      Object.keys(kinds).length > 1
        ? el(
            "div",
            { class: "switch", role: "group", "aria-label": "What the graph shows" },
            ...Object.entries(kinds).map(([kind, words]) =>
              el("button", {
                type: "button",
                "aria-pressed": String(kind === this.graph),
                data: { stay: `graph-${kind}` },
                text: words,
                on: {
                  click: () => {
                    this.graph = kind;
                    this.drawChart();
                  },
                },
              }),
            ),
          )
        : null,
    );
    const chart = this.graph === "win" ? this.winChart() : this.scoreChart();
    const names =
      review.seats.length > 1
        ? el(
            "ul",
            { class: "legend" },
            ...(this.graph === "win" ? review.seats : [own]).map((seat) =>
              el("li", {}, el("span", { class: `swatch tone-${seat.seat % 8}` }), seat.name),
            ),
          )
        : null;
    put(
      /** @type {HTMLElement} */ (this.chart),
      heading,
      chart,
      names,
      this.graph === "score"
        ? el("p", { class: "soft small", text: "Choose a point to see its decision; ← and → walk." })
        : null,
    );
  }

  scoreChart() {
    const points = this.own.decisions.map((one, i) => ({
      x: i,
      y: one.value,
      mark: `${moment(one)}: ${one.value.toFixed(1)}, ${one.grade}`,
      grade: one.grade,
    }));
    return lineChart({
      lines: [{ name: this.own.name, kind: `tone-${this.seat % 8}`, points }],
      label: `Expected final score of ${this.own.name} after each of ${points.length} decisions, from ${this.own.start.toFixed(0)} to ${this.own.score.toFixed(0)}`,
      choose: (_, point) => this.choose(point),
      chosen: { line: 0, point: this.chosen },
    });
  }

  winChart() {
    const { review } = this;
    const lines = review.seats.map((seat, i) => ({
      name: seat.name,
      kind: `tone-${i % 8}`,
      points: review.win.map((point, x) => ({
        x,
        y: point.chances[i] * 100,
        mark: point.seat === i ? `Round ${point.turn + 1}: ${Math.round(point.chances[i] * 100)} %` : undefined,
      })),
    }));
    return lineChart({
      lines,
      low: 0,
      high: 100,
      unit: (share) => `${Math.round(share)} %`,
      label: `Chances to win: at the end ${review.seats.map((seat, i) => `${seat.name} ${Math.round(review.win.at(-1).chances[i] * 100)} percent`).join(", ")}`,
      choose: (line, point) => this.chooseTurn(line, review.win[point].turn),
    });
  }

  chooseTurn(seat, turn) {
    if (turn === null) return;
    if (seat !== this.seat) {
      this.seat = seat;
      this.draw();
    }
    this.choose(
      Math.max(
        0,
        this.own.decisions.findIndex((one) => one.turn === turn),
      ),
    );
  }

  /** @param {number} index */
  choose(index) {
    const { decisions } = this.own;
    if (!decisions.length) return;
    this.chosen = (index + decisions.length) % decisions.length;
    put(
      /** @type {HTMLElement} */ (this.detail),
      el(
        "div",
        { class: "lesson-head" },
        el("h2", { text: `Decision ${this.chosen + 1} of ${decisions.length}` }),
        el(
          "span",
          { class: "lesson-steps" },
          el("button", {
            type: "button",
            class: "button",
            data: { stay: "back" },
            text: "←",
            "aria-label": "Previous decision",
            on: { click: () => this.choose(this.chosen - 1) },
          }),
          el("button", {
            type: "button",
            class: "button",
            data: { stay: "on" },
            text: "→",
            "aria-label": "Next decision",
            on: { click: () => this.choose(this.chosen + 1) },
          }),
        ),
      ),
      decisionDetail(decisions[this.chosen], this.titles),
    );
    if (this.graph === "score") this.drawChart();
  }

  lessons() {
    const { own } = this;
    const section = el(
      "section",
      { class: "panel block", "aria-labelledby": "lessons-title" },
      el("h2", { id: "lessons-title", text: "Learn from your mistakes" }),
    );
    if (!own.lessons.length)
      section.append(el("p", { text: "There is nothing to learn here: no decision was worse than good." }));
    else {
      const place = el("div", { class: "lesson" });
      section.append(
        el("p", { class: "soft", text: "The costliest decisions again. Try what you would do now." }),
        place,
      );
      new Lessons(
        place,
        own.lessons.map((index) => own.decisions[index]),
        { titles: this.titles, gradeOf: (regret) => this.gradeOf(regret) },
      );
    }
    return section;
  }
}

async function main() {
  toolbar();
  const pending = byId("pending");
  try {
    const state = await ask(`/api/tables/${encodeURIComponent(game)}`);
    byId("subtitle").textContent =
      `${state.title}, ${new Date(state.created).toLocaleString(undefined, { dateStyle: "long", timeStyle: "short" })}`;
    byId("title").textContent = state.seats.map((seat) => `${seat.name} ${seat.total}`).join(" · ");
    document.title = `${byId("title").textContent} – fivedice`;
    put(
      byId("links"),
      el("a", {
        class: "button",
        href: `/api/record/${encodeURIComponent(game)}.json`,
        download: "",
        text: "JSON",
      }),
      el("a", {
        class: "button",
        href: `/api/record/${encodeURIComponent(game)}.csv`,
        download: "",
        text: "CSV",
      }),
      el("a", { class: "button", href: `/table/${encodeURIComponent(game)}`, text: "Table" }),
    );
    const review = await askUntilReady(`/api/report/${encodeURIComponent(game)}`, ({ done, total }) => {
      pending.hidden = false;
      pending.textContent = total
        ? `Solving ${state.title} exactly, once: step ${done} of ${total}.`
        : "Reviewing every decision…";
    });
    pending.hidden = true;
    const report = new Report(review, state);
    document.addEventListener("keydown", (event) => {
      const elsewhere = /** @type {HTMLElement} */ (event.target).closest("input, select, .scroll, .lesson");
      if (elsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "ArrowLeft" || event.key === "ArrowRight")
        report.choose(report.chosen + (event.key === "ArrowRight" ? 1 : -1));
    });
  } catch (error) {
    pending.hidden = true;
    complain(/** @type {Error} */ (error));
  }
}

void main();
