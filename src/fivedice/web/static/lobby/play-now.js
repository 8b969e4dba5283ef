/** Play now: a game against a robot, of a level or any other. */

import { getStrategies } from "../shared/api.js";
import { byId, el, put } from "../shared/dom.js";
import { decimal, t } from "../shared/language.js";
import { showError } from "../shared/problem.js";
import { get, set } from "../shared/storage.js";
import { ownSeat, startGame } from "../shared/start.js";
/** @typedef {import("../shared/types.js").Variant} Variant */
/** @typedef {import("../shared/types.js").Level} Level */

const USUAL = "Casual";

class PlayNow {
  /** @param {Variant[]} variants @param {string} chosen */
  constructor(variants, chosen) {
    this.variants = variants;
    this.variant = variants.find((one) => one.name === chosen) ?? variants[0];
    /** A robot that is of no level. @type {{strategy: string, title: string}|null} */
    this.other = null;
    this.choices = byId("game", HTMLSelectElement);
    put(
      this.choices,
      ...variants.map((one) => el("option", { value: one.name, text: one.title, selected: one === this.variant })),
    );
    this.choices.addEventListener("change", () => this.chooseGame(this.choices.value));
    byId("play-now").addEventListener("submit", (event) => {
      event.preventDefault();
      const { strategy, title } = this.opponent;
      const robot = { kind: /** @type {const} */ ("robot"), strategy, name: title, physical: false };
      const seats = [ownSeat(), robot];
      void startGame({ variant: this.variant.name, seats }, byId("play"));
    });
    byId("more-robots").addEventListener("toggle", () => void this.loadRobots().catch(showError));
    this.draw();
    byId("play").removeAttribute("disabled");
  }

  /** The level that was chosen last, if these rules have it. @returns {Level} */
  get level() {
    const wanted = get("level", USUAL);
    const { levels } = this.variant;
    return levels.find((one) => one.name === wanted) ?? levels.find((one) => one.name === USUAL) ?? levels[0];
  }

  /** @returns {{strategy: string, title: string}} */
  get opponent() {
    return this.other ?? this.level;
  }

  /** @param {string} name */
  chooseGame(name) {
    this.variant = this.variants.find((one) => one.name === name) ?? this.variant;
    set("variant", this.variant.name);
    this.other = null;
    this.draw();
    void this.loadRobots().catch(showError);
  }

  draw() {
    byId("rules-link").setAttribute("href", `/rules/${encodeURIComponent(this.variant.name)}`);
    put(byId("levels"), ...this.variant.levels.map((level) => this.drawLevel(level)));
    this.drawButton();
  }

  drawButton() {
    byId("against").textContent = t("{game} against a robot: {name}", { game: this.variant.title, name: this.opponent.title });
  }

  /** @param {Level} level */
  drawLevel(level) {
    return robotChoice(`level-${level.strategy}`, level.title, level.mean, level.line, {
      checked: !this.other && level === this.level,
      choose: () => {
        this.other = null;
        set("level", level.name);
        this.drawButton();
      },
    });
  }

  /** The strategies are listed by a process that starts when they are first asked for. */
  async loadRobots() {
    if (!byId("more-robots", HTMLDetailsElement).open) return;
    const { variant } = this;
    put(byId("robots"), el("p", { class: "soft", text: t("Asking which robots can play…") }));
    const { strategies } = await getStrategies(variant.name);
    if (variant !== this.variant) return;
    const playing = strategies.filter((one) => one.plays).sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1));
    const groups = [...new Set(strategies.map((one) => one.group))];
    put(
      byId("robots"),
      ...groups.flatMap((group) => {
        const robots = playing.filter((one) => one.group === group);
        if (!robots.length) return [];
        const rows = robots.map(({ name, title, mean, summary }) =>
          robotChoice(`robot-${name}`, title, mean, summary, {
            checked: this.other?.strategy === name,
            choose: () => {
              this.other = { strategy: name, title };
              this.drawButton();
            },
          }),
        );
        return [
          el(
            "fieldset",
            { class: "robot-group" },
            el("legend", { text: group }),
            el("div", { class: "levels robots" }, ...rows),
          ),
        ];
      }),
    );
  }
}

/**
 * A robot that can be chosen: name, mean, and how it plays.
 * @param {string} id @param {string} name @param {number|null} mean @param {string} line
 * @param {{checked: boolean, choose: () => void}} what
 */
function robotChoice(id, name, mean, line, { checked, choose }) {
  return el(
    "div",
    { class: "level" },
    el("input", { type: "radio", name: "opponent", id, value: id, props: { checked }, on: { change: choose } }),
    el(
      "label",
      { for: id },
      el("strong", { class: "level-name", text: name }),
      el("span", {
        class: "level-mean",
        title: t("Mean score of a game"),
        text: mean === null ? "" : t("{mean} on average", { mean: decimal(mean, 1) }),
      }),
      el("span", { class: "small soft level-line", text: line }),
    ),
  );
}

/** @param {Variant[]} variants @param {string} chosen */
export function playNow(variants, chosen) {
  return new PlayNow(variants, chosen);
}
