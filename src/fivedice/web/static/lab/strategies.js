/** Strategies: all that play the rules, their exact figures, games on equal dice; the address says what is shown. */

import { getStrategies, sleep } from "../shared/api.js";
import { byId, el, put } from "../shared/dom.js";
import { decimal, t } from "../shared/language.js";
import { listTable } from "../shared/list-table.js";
import { clearProblem, showError } from "../shared/problem.js";
import { ask } from "./ask.js";
import { numberField } from "./fields.js";
import { gameSteps } from "./game-steps.js";
import { openPage } from "./page.js";
import { drawResult } from "./result.js";
import { shownJob } from "./working.js";

/** @typedef {{rules: string, strategies: string[], show: string, games: number, seed: number}} Asked */
/** @typedef {{name: string, title: string, summary: string, mean: number|null, sd: number|null, plays: boolean}} Known */

const MOST = 6;
/** Milliseconds until figures that are missing are asked for again. */
const AGAIN = 3000;
/** @type {import("../shared/types.js").Variant[]} */
let variants = [];
/** @type {Known[]} */
let known = [];
/** Rules without a name of their own, and what they are called. */
let designed = { rules: "", title: "" };
/** Whether missing figures are being computed. */
let pending = true;
let sortedBy = "mean";
/** What runs, to be stopped where something else is wanted. @type {AbortController|null} */
let running = null;

/** What the address asks for. @returns {Asked} */
function asked() {
  const query = new URLSearchParams(location.search);
  return {
    rules: query.get("rules") ?? "yahtzee",
    strategies: (query.get("strategies") ?? "greedy,optimal").split(",").filter(Boolean),
    show: query.get("show") ?? "",
    games: Number(query.get("games") ?? 2000),
    seed: Number(query.get("seed") ?? 1),
  };
}

/** @param {Partial<Asked>} changes */
function goTo(changes) {
  const { strategies, games, seed, ...rest } = { ...asked(), ...changes };
  const query = new URLSearchParams({ ...rest, strategies: strategies.join(","), games: String(games), seed: String(seed) });
  history.pushState(null, "", `?${query}`);
}

async function load() {
  running?.abort();
  drawChooser();
  try {
    const { rules } = asked();
    await readList(rules);
    clearProblem();
    void follow(rules).catch(() => null);
    await run();
  } catch (error) {
    showError(error);
    put(byId("list"));
  } finally {
    byId("list").removeAttribute("aria-busy");
  }
}

/** Read and draw the list. @param {string} rules */
async function readList(rules) {
  const hasName = variants.some((one) => one.name === rules);
  const found = hasName ? await getStrategies(rules) : await ask("strategies", { rules });
  if (asked().rules !== rules) return;
  if (!hasName && designed.rules !== rules) {
    designed = { rules, title: found.title };
    drawChooser();
  }
  known = found.strategies.filter((/** @type {Known} */ one) => one.plays);
  pending = found.pending;
  drawList();
}

/** Missing figures appear as they become known. @param {string} rules */
async function follow(rules) {
  while (pending && asked().rules === rules) {
    await sleep(AGAIN);
    if (asked().rules === rules) await readList(rules);
  }
}

async function run() {
  running?.abort();
  const { rules, strategies: ticked, show, games, seed } = asked();
  const strategies = show === "all" ? known.map(({ name }) => name) : ticked;
  const place = byId("result");
  if (!show)
    return put(
      place,
      el("h2", { text: t("What they score, and who wins") }),
      el("p", {
        text: strategies.length < 2 ? t("Tick two or more strategies, then choose what to see.") : t("Choose what to see of those that are ticked."),
      }),
    );
  const control = (running = new AbortController());
  const kind = { compare: "compare", game: "same_dice" }[show] ?? "evaluate";
  const job = { kind, rules, strategies, ...(kind === "evaluate" ? {} : { seed }), ...(kind === "compare" ? { games } : {}) };
  const found = await shownJob(place, job, control);
  if (control.signal.aborted && running === control) goTo({ show: "" }); // loaded again, the page does not start it anew
  if (!found || control.signal.aborted) return undefined;
  return drawResult(place, found, ...(kind === "same_dice" ? [parting(found.parting), gameSteps(found.turns, found.parting?.turn ?? 1, rules)] : []));
}

/** @param {{turn: number}|null} found */
function parting(found) {
  return el("p", {
    class: "parting",
    text: found ? t("They part ways in turn {turn}.", found) : t("They decide alike in the whole game."),
  });
}

function drawChooser() {
  const { rules, games, seed } = asked();
  const game = el(
    "select",
    {
      data: { stay: "rules" },
      on: {
        change: (event) => {
          goTo({ rules: event.currentTarget.value, show: "" });
          void load();
        },
      },
    },
    ...(variants.some((one) => one.name === rules)
      ? []
      : [el("option", { value: rules, text: designed.rules === rules ? designed.title : rules.slice(0, 40), selected: true })]),
    ...variants.map((one) => el("option", { value: one.name, text: one.title, selected: one.name === rules })),
  );
  put(
    byId("chooser"),
    el("label", {}, t("Game"), game),
    numberField(t("Games to compare"), games, 2, 20000, (value) => goTo({ games: value })),
    numberField(t("Seed of the dice"), seed, 0, 2147483647, (value) => goTo({ seed: value })),
  );
}

function drawList() {
  const { strategies } = asked();
  const hasFigures = pending || known.some((one) => one.mean !== null);
  const order = [...known].sort((a, b) =>
    sortedBy === "name" ? a.title.localeCompare(b.title) : (b[sortedBy === "sd" ? "sd" : "mean"] ?? -1) - (a[sortedBy === "sd" ? "sd" : "mean"] ?? -1),
  );
  const rows = order.map((one) =>
    el(
      "tr",
      {},
      el(
        "td",
        {},
        el(
          "label",
          { class: "pick" },
          el("input", {
            type: "checkbox",
            props: { checked: strategies.includes(one.name) },
            data: { stay: `pick-${one.name}` },
            on: { change: (event) => pick(one.name, event.currentTarget.checked) },
          }),
          one.title,
        ),
        el("div", { class: "small soft", text: one.summary }),
      ),
      ...(hasFigures ? [figure(one.mean, 2), figure(one.sd, 1)] : []),
    ),
  );
  const action = (/** @type {string} */ show, /** @type {string} */ text) =>
    el("button", {
      type: "button",
      class: "button",
      data: { stay: show },
      text,
      on: {
        click: () => {
          goTo({ show });
          const place = byId("result");
          if (place.getBoundingClientRect().top > innerHeight / 2) place.scrollIntoView(); // on a phone it stands below the list
          void run();
        },
      },
    });
  const by = (/** @type {string} */ key, /** @type {string} */ text) =>
    el("button", {
      type: "button",
      class: "button quiet",
      data: { stay: `by-${key}` },
      "aria-pressed": String(sortedBy === key),
      text,
      on: {
        click: () => {
          sortedBy = key;
          drawList();
        },
      },
    });
  put(
    byId("list"),
    el("h2", { text: t("Strategies that play these rules") }),
    el("div", { class: "row" }, action("figures", t("Exact figures")), action("all", t("Exact figures of all")), action("compare", t("Compare")), action("game", t("A game on equal dice"))),
    hasFigures
      ? el("div", { class: "row small soft" }, t("Sort by"), by("mean", t("Mean")), by("sd", t("Spread")), by("name", t("Name")))
      : null,
    el(
      "div",
      { class: "scroll" },
      listTable({ [t("Strategy")]: "", ...(hasFigures ? { [t("Mean")]: "num", [t("Spread")]: "num" } : {}) }, rows),
    ),
  );
}

/** @param {number|null} value @param {number} digits */
function figure(value, digits) {
  return el("td", { class: "num", text: value === null ? (pending ? "…" : "–") : decimal(value, digits) });
}

/** @param {string} name @param {boolean} wanted */
function pick(name, wanted) {
  const others = asked().strategies.filter((one) => one !== name && known.some((two) => two.name === one));
  goTo({ strategies: wanted ? [...others, name].slice(-MOST) : others });
  drawList();
}

openPage((found) => (variants = found), load);
