/** The report after a game: luck and skill apart, every decision with its cost, and the dice checked. */

import { getChances, getReview, getState, lastPart, recordAddress } from "../shared/api.js";
import { switchButtons } from "../shared/choices.js";
import { byId, el, put } from "../shared/dom.js";
import { language, listed, percent, t, tn } from "../shared/language.js";
import { showError } from "../shared/problem.js";
import { tokens } from "../shared/storage.js";
import { toolbar } from "../shared/toolbar.js";
import { analyseLink } from "./analyse-link.js";
import { decisionList } from "./decision-list.js";
import { decisionDetail } from "./decision.js";
import { fairDice } from "./fair-dice.js";
import { scoreGraph, winGraph } from "./graphs.js";
import { Lessons } from "./lessons.js";
import { doneShare, inProgress } from "./progress.js";
import { stepsHead } from "./steps.js";
import { summary } from "./summary.js";
/** @typedef {import("../shared/types.js").Review} Review */
/** @typedef {import("../shared/types.js").State} State */

const GRAPHS = [
  { value: "score", text: t("Expected score") },
  { value: "win", text: t("Chance to win") },
];
const STEPS = [
  { text: "←", label: t("Previous decision") },
  { text: "→", label: t("Next decision") },
];
const game = lastPart();

class Report {
  /** @param {Review} review @param {State} state */
  constructor(review, state) {
    this.review = review;
    this.state = state;
    this.titles = new Map(state.categories.map((category) => [category.name, category.title]));
    this.detail = el("section", { class: "panel block", "aria-label": t("The chosen decision") });
    this.chart = el("section", { class: "panel block", "aria-label": t("Graph") });
    const people = review.seats.filter((seat) => seat.kind === "person").map((seat) => seat.seat);
    const mine = people.filter((seat) => seat in tokens(game));
    this.seat = mine[0] ?? people[0] ?? 0;
    /** @type {number|null} */
    this.chosen = null;
    /** Says that the first rounds of the graph are being computed. */
    this.stillMissing = "";
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
    // The first decision that is no lesson: the answer to a lesson must not stand above it.
    const first = own.decisions.findIndex((_, index) => !own.lessons.includes(index));
    const seats = review.seats.map(({ seat, name }) => ({ value: String(seat), text: name }));
    put(
      byId("report"),
      seats.length > 1
        ? switchButtons(t("Whose decisions"), seats, String(this.seat), (seat) => this.show(Number(seat)), "seat-tabs")
        : null,
      marks(this.state),
      summary(own, review.grades),
      this.chart,
      this.detail,
      this.lessons(),
      decisionList(own.decisions, this.titles, (index) => {
        this.choose(index);
        this.detail.scrollIntoView({ block: "center" });
      }),
      fairDice(this.state),
    );
    this.choose(first < 0 ? null : first);
    if (this.graph === "win") this.drawChart();
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
          text: isWin ? t("Chance to win, after every turn") : t("Expected final score, decision by decision"),
        }),
        review.seats.length > 1 && review.win.length ? switchButtons(t("What the graph shows"), GRAPHS, this.graph, chooseGraph) : null,
      ),
      isWin
        ? winGraph(review, this.state.turns, (seat, turn) => this.chooseTurn(seat, turn))
        : scoreGraph(own, this.chosen, (index) => this.choose(index)),
      review.seats.length > 1 ? el("ul", { class: "legend" }, ...legend) : null,
      el("p", {
        class: "soft small",
        role: "status",
        text: isWin ? this.stillMissing : t("Choose a point to see its decision; ← and → walk."),
      }),
    );
  }

  /** @param {number} seat @param {number} turn */
  chooseTurn(seat, turn) {
    if (seat !== this.seat) this.show(seat);
    const first = this.own.decisions.findIndex((one) => one.turn === turn);
    this.choose(Math.max(0, first));
  }

  /** @param {number|null} index null for none */
  choose(index) {
    const { decisions } = this.own;
    this.chosen = index === null || !decisions.length ? null : (index + decisions.length) % decisions.length;
    const at = this.chosen;
    this.detail.hidden = at === null;
    if (at !== null)
      put(
        this.detail,
        stepsHead(el("h2", { text: t("Decision {number} of {all}", { number: at + 1, all: decisions.length }) }), STEPS, (step) => this.walk(step)),
        decisionDetail(decisions[at], this.titles),
        analyseLink(decisions[at], this.review.rules),
      );
    if (this.graph === "score") this.drawChart();
  }

  /** @param {number} step */
  walk(step) {
    this.choose(this.chosen === null ? (step > 0 ? 0 : -1) : this.chosen + step);
  }

  /** Draw the chances to win, as far as they are computed. @param {Review["win"]} win @param {string} stillMissing */
  showChances(win, stillMissing) {
    this.review.win = win;
    this.stillMissing = stillMissing;
    if (this.graph === "win") this.drawChart();
  }

  lessons() {
    const { own } = this;
    const section = el(
      "section",
      { class: "panel block", "aria-labelledby": "lessons-title" },
      el("h2", { id: "lessons-title", text: t("Learn from your mistakes") }),
    );
    if (!own.lessons.length)
      section.append(el("p", { text: t("There is nothing to learn here: no decision was worse than good.") }));
    else {
      const place = el("div", { class: "lesson" });
      section.append(
        el("p", { class: "soft", text: t("The costliest decisions again. Try what you would do now.") }),
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

/** Boxes that were filled in the game. @param {Review} review */
function filled(review) {
  return review.seats.reduce((sum, seat) => sum + seat.decisions.filter((one) => one.kind === "category").length, 0);
}

/** What is to be said of the game beside its scores. @param {State} state */
function marks(state) {
  const said = state.seats.flatMap(({ name, marks: own, robot_turns: turns }) => [
    ...(turns.length
      ? [tn("A robot played round {rounds} for {name}.", "A robot played rounds {rounds} for {name}.", turns.length, { rounds: listed(turns.map(String)), name })]
      : []),
    ...(own.includes("retracted") ? [t("{name} took back a box.", { name })] : []),
    ...(own.includes("resigned") ? [t("{name} resigned.", { name })] : []),
  ]);
  if (state.stopped) said.push(t("The game was ended early: nobody won."));
  if (!said.length) return null;
  const note = t("Scores of these seats are not in the lists of best scores.");
  return el("p", { class: "notice", id: "marks", text: [...said, note].join(" ") });
}

/** @param {State} state */
function drawHead(state) {
  const created = new Date(state.created).toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
  byId("subtitle").textContent = `${state.title}, ${created}`;
  byId("title").textContent = state.seats.map((seat) => `${seat.name} ${seat.total}`).join(" · ");
  document.title = `${byId("title").textContent} – fivedice`;
  put(
    byId("links"),
    el("a", { class: "button", href: recordAddress(game, "json"), download: true, text: "JSON" }),
    el("a", { class: "button", href: recordAddress(game, "csv"), download: true, text: "CSV" }),
    el("a", { class: "button", href: `/table/${encodeURIComponent(game)}`, text: t("Table") }),
  );
}

/** The chances to win in the first rounds are computed when a report is read. @param {Report} report @param {Review} review */
async function completeChances(report, review) {
  if (review.seats.length < 2 || review.win.length === 1 + filled(review)) return;
  const { win } = await getChances(game, ({ done, total }) => {
    report.showChances(review.win, 
      t("The chances in the first rounds are being computed: {share}.", { share: percent(doneShare(done, total) / 100) }),
    );
  });
  report.showChances(win, "");
}

async function main() {
  toolbar();
  const pending = byId("pending");
  try {
    const state = await getState(game);
    drawHead(state);
    const review = await getReview(game, (progress) => {
      pending.hidden = false;
      put(pending, ...inProgress(progress, state.title));
    });
    const report = new Report(review, state);
    document.addEventListener("keydown", (event) => {
      const elsewhere = event.target instanceof Element && event.target.closest("input, select, .scroll, .lesson");
      if (elsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "ArrowLeft" || event.key === "ArrowRight")
        report.walk(event.key === "ArrowRight" ? 1 : -1);
    });
    void completeChances(report, review);
  } catch (error) {
    showError(error);
  } finally {
    pending.hidden = true;
  }
}

void main();
