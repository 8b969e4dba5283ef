/** The report after a game: luck and skill apart, every decision with its cost, and the dice checked. */

import { getReview, getState, lastPart, recordAddress } from "../shared/api.js";
import { lineChart } from "../shared/chart.js";
import { switchButtons } from "../shared/choices.js";
import { byId, el, put } from "../shared/dom.js";
import { showError } from "../shared/problem.js";
import { tokens } from "../shared/storage.js";
import { toolbar } from "../shared/toolbar.js";
import { decisionList } from "./decision-list.js";
import { decisionDetail, moment } from "./decision.js";
import { fairDice } from "./fair-dice.js";
import { Lessons } from "./lessons.js";
import { stepsHead } from "./steps.js";
import { summary } from "./summary.js";
/** @typedef {import("../shared/types.js").Review} Review */
/** @typedef {import("../shared/types.js").State} State */

const GRAPHS = [
  { value: "score", text: "Expected score" },
  { value: "win", text: "Chance to win" },
];
const STEPS = [
  { text: "←", label: "Previous decision" },
  { text: "→", label: "Next decision" },
];
const game = lastPart();

class Report {
  /** @param {Review} review @param {State} state */
  constructor(review, state) {
    this.review = review;
    this.state = state;
    this.titles = new Map(state.categories.map((category) => [category.name, category.title]));
    this.detail = el("section", { class: "panel block", "aria-label": "The chosen decision" });
    this.chart = el("section", { class: "panel block", "aria-label": "Graph" });
    const people = review.seats.filter((seat) => seat.kind === "person").map((seat) => seat.seat);
    const mine = people.filter((seat) => seat in tokens(game));
    this.seat = mine[0] ?? people[0] ?? 0;
    this.chosen = 0;
    this.graph = "score";
    this.draw();
  }

  get own() {
    return this.review.seats[this.seat];
  }

  /** @param {number} regret */
  gradeOf(regret) {
    return this.review.grades.find(({ below }) => below === null || regret < below)?.grade ?? "blunder";
  }

  draw() {
    const { own, review } = this;
    const worst = own.lessons[0] ?? 0;
    this.chosen = worst;
    const seats = review.seats.map(({ seat, name }) => ({ value: String(seat), text: name }));
    put(
      byId("report"),
      seats.length > 1
        ? switchButtons("Whose decisions", seats, String(this.seat), (seat) => this.show(Number(seat)), "seat-tabs")
        : null,
      summary(own),
      this.chart,
      this.detail,
      this.lessons(),
      decisionList(own.decisions, this.titles, (index) => {
        this.choose(index);
        this.detail.scrollIntoView({ block: "center" });
      }),
      fairDice(this.state),
    );
    this.drawChart();
    this.choose(worst);
  }

  /** @param {number} seat */
  show(seat) {
    this.seat = seat;
    this.draw();
  }

  drawChart() {
    const { own, review } = this;
    const isWin = this.graph === "win";
    const chooseGraph = (/** @type {string} */ graph) => {
      this.graph = graph;
      this.drawChart();
    };
    const legend = (isWin ? review.seats : [own]).map((seat) =>
      el("li", {}, el("span", { class: `swatch tone-${seat.seat % 8}` }), seat.name),
    );
    put(
      this.chart,
      el(
        "div",
        { class: "chart-head" },
        el("h2", {
          text: isWin ? "Chance to win, after every turn" : "Expected final score, decision by decision",
        }),
        review.win.length > 1 ? switchButtons("What the graph shows", GRAPHS, this.graph, chooseGraph) : null,
      ),
      isWin ? this.winChart() : this.scoreChart(),
      review.seats.length > 1 ? el("ul", { class: "legend" }, ...legend) : null,
      isWin ? null : el("p", { class: "soft small", text: "Choose a point to see its decision; ← and → walk." }),
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
    const last = review.win[review.win.length - 1];
    const lines = review.seats.map((seat, i) => ({
      name: seat.name,
      kind: `tone-${i % 8}`,
      points: review.win.map((point, x) => ({
        x,
        y: point.chances[i] * 100,
        mark:
          point.turn !== null && point.seat === i
            ? `Round ${point.turn + 1}: ${Math.round(point.chances[i] * 100)} %`
            : undefined,
      })),
    }));
    return lineChart({
      lines,
      low: 0,
      high: 100,
      unit: (share) => `${Math.round(share)} %`,
      label: `Chances to win: at the end ${review.seats.map((seat, i) => `${seat.name} ${Math.round(last.chances[i] * 100)} percent`).join(", ")}`,
      choose: (line, point) => this.chooseTurn(line, review.win[point].turn),
    });
  }

  /** @param {number} seat @param {number|null} turn */
  chooseTurn(seat, turn) {
    if (turn === null) return;
    if (seat !== this.seat) this.show(seat);
    const first = this.own.decisions.findIndex((one) => one.turn === turn);
    this.choose(Math.max(0, first));
  }

  /** @param {number} index */
  choose(index) {
    const { decisions } = this.own;
    if (!decisions.length) return;
    this.chosen = (index + decisions.length) % decisions.length;
    put(
      this.detail,
      stepsHead(el("h2", { text: `Decision ${this.chosen + 1} of ${decisions.length}` }), STEPS, (step) =>
        this.choose(this.chosen + step),
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

/** @param {State} state */
function drawHead(state) {
  const created = new Date(state.created).toLocaleString(undefined, { dateStyle: "long", timeStyle: "short" });
  byId("subtitle").textContent = `${state.title}, ${created}`;
  byId("title").textContent = state.seats.map((seat) => `${seat.name} ${seat.total}`).join(" · ");
  document.title = `${byId("title").textContent} – fivedice`;
  put(
    byId("links"),
    el("a", { class: "button", href: recordAddress(game, "json"), download: true, text: "JSON" }),
    el("a", { class: "button", href: recordAddress(game, "csv"), download: true, text: "CSV" }),
    el("a", { class: "button", href: `/table/${encodeURIComponent(game)}`, text: "Table" }),
  );
}

async function main() {
  toolbar();
  const pending = byId("pending");
  try {
    const state = await getState(game);
    drawHead(state);
    const review = await getReview(game, ({ done, total }) => {
      pending.hidden = false;
      pending.textContent = total
        ? `Solving ${state.title} exactly, once: step ${done} of ${total}.`
        : "Reviewing every decision…";
    });
    const report = new Report(review, state);
    document.addEventListener("keydown", (event) => {
      const elsewhere = event.target instanceof Element && event.target.closest("input, select, .scroll, .lesson");
      if (elsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "ArrowLeft" || event.key === "ArrowRight")
        report.choose(report.chosen + (event.key === "ArrowRight" ? 1 : -1));
    });
  } catch (error) {
    showError(error);
  } finally {
    pending.hidden = true;
  }
}

void main();
