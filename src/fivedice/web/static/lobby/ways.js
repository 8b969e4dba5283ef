/** Other ways to play: with friends by a link, at one screen, with real dice, or a game that was begun. */

import { byId, el, find, put } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { t } from "../shared/language.js";
import { get, set } from "../shared/storage.js";
import { MOST_SEATS } from "./defaults.js";
import { ownSeat, startGame } from "../shared/start.js";
import { tableOptions } from "./table-options.js";
/** @typedef {import("../shared/types.js").NewSeat} NewSeat */
/** @typedef {{id: string, title: string, line: string, picture: import("../shared/icons.js").Picture, least: number}} Way */

/** @type {Way[]} */
const WAYS = [
  {
    id: "friends",
    title: t("Play with friends"),
    line: t("Send a link; every player has a screen."),
    picture: "link",
    least: 2,
  },
  { id: "pass", title: t("Pass and play"), line: t("All players share this screen."), picture: "person", least: 2 },
  {
    id: "real",
    title: t("Real dice"),
    line: t("Roll your own dice, and let the card be kept here."),
    picture: "dice",
    least: 1,
  },
];

class Ways {
  /** @param {() => string} variant what is chosen now */
  constructor(variant) {
    this.variant = variant;
    /** @type {Way|null} */
    this.way = null;
    this.players = 2;
    this.options = tableOptions("way");
    /** @type {string[]} */
    this.names = JSON.parse(get("names", "[]"));
    this.form = byId("way");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.start();
    });
    this.draw();
  }

  draw() {
    put(
      byId("ways"),
      ...WAYS.map((way) =>
        el(
          "button",
          {
            type: "button",
            class: "way-button",
            id: `way-${way.id}`,
            "aria-expanded": String(this.way === way),
            "aria-controls": "way",
            data: { stay: way.id },
            on: { click: () => this.open(this.way === way ? null : way) },
          },
          icon(way.picture),
          el("strong", { text: way.title }),
          el("span", { class: "small soft", text: way.line }),
        ),
      ),
    );
    this.drawForm();
  }

  /** @param {Way|null} way */
  open(way) {
    this.way = way;
    this.players = Math.max(this.players, way?.least ?? 1);
    this.draw();
    if (way) find(this.form, "select")?.focus();
  }

  drawForm() {
    const { way } = this;
    this.form.hidden = !way;
    if (!way) return put(this.form);
    const counts = Array.from({ length: MOST_SEATS - way.least + 1 }, (_, i) => i + way.least);
    const named = way.id === "friends" ? 1 : this.players;
    put(
      this.form,
      el(
        "label",
        { class: "way-count" },
        t("Players"),
        el(
          "select",
          {
            data: { stay: "players" },
            on: {
              change: (event) => {
                this.players = Number(event.currentTarget.value);
                this.drawForm();
              },
            },
          },
          ...counts.map((count) =>
            el("option", { value: String(count), text: String(count), selected: count === this.players }),
          ),
        ),
      ),
      ...Array.from({ length: named }, (_, i) => this.nameField(i)),
      way.id === "friends"
        ? el("p", { class: "small soft", text: t("Your friends type their names when they open the link.") })
        : null,
      way.id === "friends" ? this.options.element : null,
      el("button", { type: "submit", class: "button primary", id: "way-start", text: t("Start") }),
    );
  }

  /** @param {number} i */
  nameField(i) {
    return el("input", {
      "aria-label": i ? t("Name of player {number}", { number: i + 1 }) : t("Your name"),
      placeholder: i ? t("Player {number}", { number: i + 1 }) : t("Your name"),
      maxlength: "24",
      autocomplete: "off",
      data: { stay: `name-${i}` },
      props: { value: i ? (this.names[i] ?? "") : get("name", "") },
      on: {
        input: (event) => {
          this.names[i] = event.currentTarget.value;
          if (i === 0) set("name", event.currentTarget.value.trim());
          set("names", JSON.stringify(this.names));
        },
      },
    });
  }

  start() {
    const { way } = this;
    if (!way) return;
    const physical = way.id === "real";
    /** @type {NewSeat[]} */
    const others = Array.from({ length: this.players - 1 }, (_, i) => {
      const name = (this.names[i + 1] ?? "").trim();
      if (way.id === "friends") return { kind: "person", open: true, physical };
      return { kind: "person", physical, ...(name ? { name } : {}) };
    });
    const options = way.id === "friends" ? this.options.chosen : {};
    void startGame({ variant: this.variant(), seats: [ownSeat(physical), ...others], ...options }, byId("way-start"));
  }
}

/** @param {() => string} variant what is chosen now */
export function ways(variant) {
  return new Ways(variant);
}

/** A link to the game that was begun last on this browser. @param {import("../shared/types.js").OpenTable|undefined} table */
export function offerToContinue(table) {
  if (!table) return put(byId("begun"));
  const link = el(
    "a",
    { class: "way-button", id: "continue", data: { stay: "continue" }, href: `/table/${encodeURIComponent(table.id)}` },
    icon("speed"),
    el("strong", { text: t("Continue a game") }),
    el("span", { class: "small soft", text: `${table.title}: ${table.seats.map((seat) => seat.name).join(", ")}` }),
  );
  put(byId("begun"), link);
}
