/** The lobby: who sits at the new table, what is played, and the tables that are open. */

import { ask, post } from "../shared/api.js";
import { Cube } from "../shared/cube.js";
import { byId, el, put } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { watchTables } from "./open-tables.js";
import { get, keepToken, set } from "../shared/storage.js";
import { complain, forgetProblem } from "../shared/problem.js";
import { toolbar } from "../shared/toolbar.js";
import { firstPlaces, firstVariant, person, robot } from "./defaults.js";

/** @typedef {import("./defaults.js").Place} Place */
/** @typedef {{name: string, title: string, summary: string, mean: number|null, plays: boolean}} Robot */

const MOST = 8;
const KINDS = { person: "Plays here", link: "Joins by link", robot: "Robot" };

/** @type {Place[]} */
const places = firstPlaces(Object.keys(KINDS), MOST);
/** @type {Robot[]} */
let robots = [];
let variant = firstVariant();
let askedFor = 0;

// --- seats

function drawSeats() {
  put(byId("seats"), ...places.map((place, i) => seatRow(place, i)));
  byId("add-person").toggleAttribute("disabled", places.length >= MOST);
  byId("add-robot").toggleAttribute("disabled", places.length >= MOST);
}

/**
 * Draw the robots anew, but for one that somebody has in hand: a list that is open must not change.
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

/** @param {string} stay what is to have the focus */
function goTo(stay) {
  /** @type {HTMLElement|null} */ (byId("seats").querySelector(`[data-stay="${stay}"]`))?.focus();
}

/** @param {Place} place @param {number} i */
function seatRow(place, i) {
  const kind = el(
    "select",
    {
      "aria-label": `Who sits at seat ${i + 1}`,
      data: { stay: `kind-${i}` },
      on: {
        change: (event) => {
          place.kind = event.target.value;
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
          place.physical = event.target.checked;
        },
      },
    }),
    "real dice",
  );
  const remove = el(
    "button",
    {
      type: "button",
      class: "tool",
      "aria-label": `Remove seat ${i + 1}`,
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

function namePart(place, i) {
  if (place.kind === "link") return el("span", { class: "seat-who soft", text: "Whoever opens the link types a name" });
  return el(
    "span",
    { class: "seat-who" },
    el("input", {
      "aria-label": `Name at seat ${i + 1}`,
      data: { stay: `who-${i}` },
      placeholder: i ? `Player ${i + 1}` : "Your name",
      maxlength: "24",
      autocomplete: "off",
      props: { value: place.name },
      on: {
        input: (event) => {
          place.name = event.target.value;
          if (i === 0) set("name", place.name.trim());
        },
      },
    }),
  );
}

function robotPart(place, i) {
  const playing = robots.filter((robot) => robot.plays).sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1));
  if (playing.length && !playing.some((robot) => robot.name === place.strategy)) place.strategy = playing[0].name;
  const chosen = playing.find((robot) => robot.name === place.strategy);
  const choice = el(
    "select",
    {
      "aria-label": `Robot at seat ${i + 1}`,
      "aria-busy": playing.length ? null : "true",
      data: { stay: `who-${i}` },
      on: {
        change: (event) => {
          place.strategy = event.target.value;
          drawSeats();
        },
      },
    },
    playing.length ? null : el("option", { text: "Asking who can play…" }),
    ...playing.map((robot) =>
      el("option", {
        value: robot.name,
        text: robot.mean === null ? robot.title : `${robot.title} · ${robot.mean.toFixed(1)}`,
        selected: robot.name === place.strategy,
      }),
    ),
  );
  const mean = chosen?.mean ?? null;
  const sure = chosen?.exact === false ? "by games that it played" : "exactly";
  return el(
    "span",
    { class: "seat-who" },
    choice,
    chosen
      ? el("span", {
          class: "robot-words small soft",
          text: `${chosen.summary}${mean === null ? "" : ` Scores ${mean.toFixed(2)} on average, ${sure}.`}`,
        })
      : null,
  );
}

// --- variants and strategies

async function loadVariants() {
  const { variants } = await ask("/api/variants");
  if (!variants.some((one) => one.name === variant)) variant = variants[0].name;
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
              loadRobots().catch(complain);
            },
          },
        }),
        el(
          "label",
          { for: id },
          el("strong", { text: one.title }),
          el("span", { class: "small soft", text: `${one.turns} rounds: ${one.summary}` }),
        ),
      );
    }),
  );
}

async function loadRobots() {
  const mine = ++askedFor;
  let drawn = true;
  for (let wait = 1500; ; wait = Math.min(wait * 1.5, 15000)) {
    const { strategies, pending } = await ask(`/api/strategies?variant=${encodeURIComponent(variant)}`);
    if (mine !== askedFor) return;
    const changed = JSON.stringify(strategies) !== JSON.stringify(robots);
    robots = strategies;
    if (changed || !drawn) drawn = drawRobots();
    if (!pending && drawn) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

// --- the table itself

/** @param {SubmitEvent} event */
async function start(event) {
  event.preventDefault();
  const button = byId("start");
  forgetProblem();
  button.setAttribute("disabled", "");
  const seats = places.map((place) => {
    if (place.kind === "robot") return { kind: "robot", strategy: place.strategy, physical: place.physical };
    if (place.kind === "link") return { kind: "person", open: true, physical: place.physical };
    return { kind: "person", physical: place.physical, ...(place.name.trim() ? { name: place.name.trim() } : {}) };
  });
  set("places", JSON.stringify(places));
  try {
    const made = await post("/api/tables", { variant, speed: get("speed", "normal"), seats });
    for (const [seat, token] of Object.entries(made.tokens)) keepToken(made.id, seat, /** @type {string} */ (token));
    location.assign(made.url);
  } catch (error) {
    complain(/** @type {Error} */ (error));
    button.removeAttribute("disabled");
  }
}

/** Dice on the felt of the headline: they only lie there. */
function decorate() {
  const dice = [
    [5, -18],
    [2, 14],
    [6, -6],
    [3, 21],
    [1, -12],
  ].map(([value, yaw]) => {
    const cube = new Cube();
    cube.mark(value, 6);
    cube.rest(value, yaw);
    return el("span", { class: "die" }, cube.element);
  });
  put(byId("hero-dice"), ...dice);
}

toolbar();
decorate();
drawSeats();
byId("new-table").addEventListener("submit", (event) => void start(/** @type {SubmitEvent} */ (event)));
byId("add-person").addEventListener("click", () => addSeat(person("")));
byId("add-robot").addEventListener("click", () => addSeat(robot()));
// Also when the browser shows the page again as it was left.
addEventListener("pageshow", () => byId("start").removeAttribute("disabled"));
loadVariants().then(loadRobots).catch(complain);
void watchTables();
