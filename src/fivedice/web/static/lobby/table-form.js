/** More options: who sits at a new table, seat by seat, and which game they play. */

import { getStrategies, sleep } from "../shared/api.js";
import { byId, el, find, put } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { decimal, t } from "../shared/language.js";
import { showError } from "../shared/problem.js";
import { set } from "../shared/storage.js";
import { KINDS, MOST_SEATS, firstPlaces, person, robot } from "./defaults.js";
import { startGame } from "../shared/start.js";
import { tableOptions } from "./table-options.js";

/** @typedef {import("./defaults.js").Place} Place */

const places = firstPlaces();
const options = tableOptions("form");
/** @type {import("../shared/types.js").Strategy[]} */
let strategies = [];
let variant = "";
/** Number of the latest request for strategies: answers to earlier ones are ignored. */
let latestRequest = 0;

// --- seats

function drawSeats() {
  put(byId("seats"), ...places.map((place, i) => seatRow(place, i)));
  for (const id of ["add-person", "add-robot"]) byId(id).toggleAttribute("disabled", places.length >= MOST_SEATS);
}

/**
 * Draw the robots again, except one that has the focus: a list that is open must not change.
 * @returns {boolean} whether all were drawn
 */
function drawRobots() {
  let all = true;
  [...byId("seats").children].forEach((row, i) => {
    const part = row.querySelector(".seat-who");
    if (places[i].kind !== "robot" || !part) return;
    if (part.querySelector(":focus:not([aria-busy])")) all = false;
    else put(part, ...robotPart(places[i], i).childNodes);
  });
  return all;
}

/** @param {Place} place */
function addSeat(place) {
  places.push(place);
  drawSeats();
  goTo(`who-${places.length - 1}`);
}

/** @param {string} stay data-stay of what gets the focus */
function goTo(stay) {
  find(byId("seats"), `[data-stay="${stay}"]`)?.focus();
}

/** @param {Place} place @param {number} i */
function seatRow(place, i) {
  const kind = el(
    "select",
    {
      "aria-label": t("Who sits at seat {number}", { number: i + 1 }),
      data: { stay: `kind-${i}` },
      on: {
        change: (event) => {
          place.kind = event.currentTarget.value;
          if (place.kind === "robot") place.strategy ||= robot().strategy;
          drawSeats();
        },
      },
    },
    ...Object.entries(KINDS).map(([value, words]) =>
      el("option", { value, text: words, selected: value === place.kind }),
    ),
  );
  const real = el(
    "label",
    { class: "real" },
    el("input", {
      type: "checkbox",
      data: { stay: `real-${i}` },
      props: { checked: place.physical },
      on: {
        change: (event) => {
          place.physical = event.currentTarget.checked;
        },
      },
    }),
    t("real dice"),
  );
  const remove = el(
    "button",
    {
      type: "button",
      class: "tool",
      "aria-label": t("Remove seat {number}", { number: i + 1 }),
      data: { stay: `remove-${i}` },
      disabled: places.length < 2,
      on: {
        click: () => {
          places.splice(i, 1);
          drawSeats();
          goTo(places.length > 1 ? `remove-${Math.min(i, places.length - 1)}` : "kind-0");
        },
      },
    },
    icon("close"),
  );
  return el(
    "li",
    { class: "seat-row" },
    el(
      "span",
      { class: "seat-icon" },
      icon(place.kind === "robot" ? "robot" : place.kind === "link" ? "link" : "person"),
    ),
    kind,
    place.kind === "robot" ? robotPart(place, i) : namePart(place, i),
    real,
    remove,
  );
}

/** @param {Place} place @param {number} i */
function namePart(place, i) {
  if (place.kind === "link")
    return el("span", { class: "seat-who soft", text: t("The player who opens the link types a name") });
  return el(
    "span",
    { class: "seat-who" },
    el("input", {
      "aria-label": t("Name at seat {number}", { number: i + 1 }),
      data: { stay: `who-${i}` },
      placeholder: i ? t("Player {number}", { number: i + 1 }) : t("Your name"),
      maxlength: "24",
      autocomplete: "off",
      props: { value: place.name },
      on: {
        input: (event) => {
          place.name = event.currentTarget.value;
          if (i === 0) set("name", place.name.trim());
        },
      },
    }),
  );
}

/** @param {number} mean @param {boolean} exact */
function meanWords(mean, exact) {
  const values = { mean: decimal(mean, 2) };
  return exact
    ? t("Scores {mean} on average, exactly.", values)
    : t("Scores {mean} on average, by games that it played.", values);
}

/** @param {Place} place @param {number} i */
function robotPart(place, i) {
  const playing = strategies.filter((one) => one.plays).sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1));
  if (playing.length && !playing.some((one) => one.name === place.strategy)) place.strategy = playing[0].name;
  const chosen = playing.find((one) => one.name === place.strategy);
  const choice = el(
    "select",
    {
      "aria-label": t("Robot at seat {number}", { number: i + 1 }),
      "aria-busy": playing.length ? null : "true",
      data: { stay: `who-${i}` },
      on: {
        change: (event) => {
          place.strategy = event.currentTarget.value;
          drawSeats();
        },
      },
    },
    playing.length ? null : el("option", { text: t("Asking who can play…") }),
    ...playing.map(({ name, title, mean }) =>
      el("option", {
        value: name,
        text: mean === null ? title : `${title} · ${decimal(mean, 1)}`,
        selected: name === place.strategy,
      }),
    ),
  );
  const mean = chosen?.mean ?? null;
  return el(
    "span",
    { class: "seat-who" },
    choice,
    chosen
      ? el("span", {
          class: "robot-words small soft",
          text: [chosen.summary, ...(mean === null ? [] : [meanWords(mean, chosen.exact !== false)])].join(" "),
        })
      : null,
  );
}

// --- variants and strategies

/** @param {import("../shared/types.js").Variant[]} variants */
function drawVariants(variants) {
  put(
    byId("variants"),
    ...variants.map((one) => {
      const id = `variant-${one.name}`;
      return el(
        "div",
        { class: "variant" },
        el("input", {
          type: "radio",
          name: "variant",
          id,
          value: one.name,
          props: { checked: one.name === variant },
          on: {
            change: () => {
              variant = one.name;
              set("variant", variant);
              loadStrategies().catch(showError);
            },
          },
        }),
        el(
          "label",
          { for: id },
          el("strong", { text: one.title }),
          el("span", { class: "small soft", text: t("{count} rounds: {summary}", { count: one.turns, summary: one.summary }) }),
        ),
      );
    }),
  );
}

/** Load the strategies, again and again until all means are known. */
async function loadStrategies() {
  const request = ++latestRequest;
  let drawn = true;
  for (let wait = 1500; ; wait = Math.min(wait * 1.5, 15000)) {
    const { strategies: found, pending } = await getStrategies(variant);
    if (request !== latestRequest) return;
    const changed = JSON.stringify(found) !== JSON.stringify(strategies);
    strategies = found;
    if (changed || !drawn) drawn = drawRobots();
    if (!pending && drawn) return;
    await sleep(wait);
  }
}

/** @param {Place} place @returns {import("../shared/types.js").NewSeat} */
function newSeat({ kind, name, strategy, physical }) {
  if (kind === "robot") return { kind, strategy, physical };
  if (kind === "link") return { kind: "person", open: true, physical };
  return { kind: "person", physical, ...(name.trim() ? { name: name.trim() } : {}) };
}

/**
 * Draw the form; strategies are asked for once it is opened.
 * @param {import("../shared/types.js").Variant[]} variants @param {string} chosen
 */
export function tableForm(variants, chosen) {
  const details = byId("more-options", HTMLDetailsElement);
  variant = chosen;
  drawVariants(variants);
  drawSeats();
  byId("options").append(options.element);
  byId("new-table").addEventListener("submit", (event) => {
    event.preventDefault();
    set("places", JSON.stringify(places));
    void startGame({ variant, seats: places.map(newSeat), ...options.chosen }, byId("start"));
  });
  byId("add-person").addEventListener("click", () => addSeat(person("")));
  byId("add-robot").addEventListener("click", () => addSeat(robot()));
  byId("start").removeAttribute("disabled");
  const fill = () => details.open && !strategies.length && void loadStrategies().catch(showError);
  details.addEventListener("toggle", fill);
  fill();
}
