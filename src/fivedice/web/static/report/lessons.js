/** Learn from your mistakes: the worst decisions, to be tried again one after the other. */

import { el, find, put } from "../shared/dom.js";
import { decimal, t, tNodes, tn } from "../shared/language.js";
import { miniDie } from "../shared/mini-dice.js";
import { NOTHING, decisionWords, formatDice, gradeBadge, moment, paid } from "./decision.js";
import { stepsHead } from "./steps.js";
/** @typedef {import("../shared/types.js").Decided} Decided */
/** @typedef {import("../shared/types.js").Option} Option */

export class Lessons {
  /**
   * @param {HTMLElement} element @param {Decided[]} lessons
   * @param {{titles: import("./decision.js").Titles, gradeOf: (regret: number) => string}} about
   */
  constructor(element, lessons, about) {
    this.element = element;
    this.lessons = lessons;
    this.about = about;
    this.at = 0;
    /** @type {boolean[]} */
    this.kept = [];
    /** @type {Option|null} */
    this.answer = null;
    this.go(0);
  }

  get one() {
    return this.lessons[this.at];
  }

  /** @param {number} to */
  go(to) {
    this.at = (to + this.lessons.length) % this.lessons.length;
    this.kept = this.one.dice.map(() => false);
    this.answer = null;
    this.draw();
  }

  /** @param {import("../shared/types.js").DecisionKind} kind @param {string} decision */
  choose(kind, decision) {
    this.answer = this.one.options?.find((option) => option.kind === kind && option.decision === decision) ?? null;
    this.draw();
    find(this.element, ".verdict")?.focus();
  }

  draw() {
    const { one } = this;
    const rolls =
      one.rerolls === 0
        ? t("No rolls are left: which box?")
        : tn(
            "One roll is left: what would you keep, or which box would you fill?",
            "{count} rolls are left: what would you keep, or which box would you fill?",
            one.rerolls,
          );
    put(
      this.element,
      stepsHead(
        el("strong", { text: t("{moment}, lesson {number} of {all}", { moment: moment(one), number: this.at + 1, all: this.lessons.length }) }),
        [{ text: t("Previous") }, { text: t("Next") }],
        (step) => this.go(this.at + step),
      ),
      el("p", { text: rolls }),
      this.cardSoFar(),
      this.dice(),
      this.boxes(),
      this.answer ? this.verdict(this.answer) : null,
    );
  }

  cardSoFar() {
    const filled = [...this.about.titles]
      .filter(([name]) => name in this.one.card)
      .map(([name, title]) => `${title} ${this.one.card[name]}`);
    return el("p", {
      class: "soft small",
      text: filled.length ? t("The card so far: {boxes}.", { boxes: filled.join(", ") }) : t("The card is empty."),
    });
  }

  dice() {
    const { one } = this;
    const dice = one.dice.map((face, i) =>
      one.rerolls
        ? el(
            "button",
            {
              type: "button",
              class: this.kept[i] ? "lesson-die kept" : "lesson-die",
              "aria-pressed": String(this.kept[i]),
              "aria-label": this.kept[i] ? t("{face}, kept", { face }) : String(face),
              data: { stay: `die-${i}` },
              on: {
                click: () => {
                  this.kept[i] = !this.kept[i];
                  this.answer = null;
                  this.draw();
                },
              },
            },
            miniDie(face, this.kept[i] ? "kept" : ""),
          )
        : el("span", { class: "lesson-die", role: "img", "aria-label": String(face) }, miniDie(face)),
    );
    const keep = one.dice.filter((_, i) => this.kept[i]);
    return el(
      "div",
      { class: "lesson-dice mini" },
      ...dice,
      one.rerolls && keep.length < one.dice.length
        ? el("button", {
            type: "button",
            class: "button primary",
            text: keep.length ? t("Keep {dice}", { dice: keep.join(" ") }) : t("Roll everything"),
            on: { click: () => this.choose("keep", formatDice(keep)) },
          })
        : null,
    );
  }

  boxes() {
    const options = (this.one.options ?? []).filter((option) => option.kind === "category");
    const order = [...this.about.titles.keys()];
    options.sort((a, b) => order.indexOf(a.decision) - order.indexOf(b.decision));
    return el(
      "div",
      { class: "lesson-boxes", role: "group", "aria-label": t("Open boxes") },
      ...options.map((option) =>
        el("button", {
          type: "button",
          class: "button",
          "aria-pressed": String(this.answer === option),
          text: this.about.titles.get(option.decision) ?? option.decision,
          data: { stay: `box-${option.decision}` },
          on: { click: () => this.choose("category", option.decision) },
        }),
      ),
    );
  }

  /** @param {Option} answer */
  verdict(answer) {
    const { one, about } = this;
    const right = answer.regret < 0.01;
    const reasons = el("div", {}, ...(one.why ?? []).map((sentence) => el("p", { text: sentence })));
    const words = right
      ? t("That is the best decision.")
      : answer.regret < one.regret - NOTHING
        ? t("Better than before.")
        : answer.regret > one.regret + NOTHING
          ? t("Worse than before.")
          : t("That is what you did.");
    return el(
      "div",
      {
        class: `notice ${right ? "good" : answer.regret < one.regret ? "" : "bad"} verdict`,
        tabindex: "-1",
        role: "status",
      },
      el(
        "p",
        {},
        el("strong", { text: words }),
        " ",
        gradeBadge(about.gradeOf(answer.regret)),
        ` ${
          right
            ? t("{value} expected.", { value: decimal(answer.value, 1) })
            : t("{value} expected, {cost} given away.", { value: decimal(answer.value, 1), cost: decimal(answer.regret, 2) })
        }`,
      ),
      right
        ? reasons
        : el(
            "details",
            {},
            el("summary", { text: t("Show the best") }),
            el(
              "p",
              {},
              ...tNodes("Best is to {decision}: {value}.", {
                decision: decisionWords(one.best_kind, one.best, about.titles, one.dice.length, one.best_points),
                value: decimal(one.best_value, 1),
              }),
            ),
            reasons,
          ),
      el(
        "p",
        { class: "soft small" },
        ...tNodes("In the game you chose to {decision}, which gave away {cost}.", {
          decision: decisionWords(one.kind, one.decision, about.titles, one.dice.length, paid(one)),
          cost: decimal(one.regret, 2),
        }),
      ),
    );
  }
}
