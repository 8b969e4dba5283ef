/** Training: the learner that knows only the rules, its exact mean by pass beside the optimum, and players to keep. */

import { getVariants } from "../shared/api.js";
import { byId, el, put } from "../shared/dom.js";
import { decimal, t, tn } from "../shared/language.js";
import { listTable } from "../shared/list-table.js";
import { clearProblem, showError } from "../shared/problem.js";
import { toolbar } from "../shared/toolbar.js";
import { about, forget } from "./ask.js";
import { drawChart } from "./chart.js";
import { numberField } from "./fields.js";
import { drawPlayers, keepForm } from "./players.js";
import { pythonLines, savingRow } from "./result.js";
import { shownJob } from "./working.js";

/** @typedef {{rules: string, passes: number, size: string, seed: number}} Asked */
/**
 * @typedef {{key: string, optimum: number, means: number[], games: number, passes: number, python?: string,
 *   chart?: import("./chart.js").Spec}} Learned
 */

const USUAL = { rules: "yahtzee", passes: "4", size: "small", seed: "1" };
const MOST_PASSES = 12;
const SIZES = { tiny: t("Tiny: two layers of 8 nodes"), small: t("Small: two layers of 32 nodes"), usual: t("Usual: two layers of 96 nodes") };
/** @type {import("../shared/types.js").Variant[]} */
let variants = [];
/** What runs, to be stopped where something else is wanted. @type {AbortController|null} */
let running = null;

/** What the address asks for. @returns {Asked} */
function asked() {
  const { rules, passes, size, seed } = { ...USUAL, ...Object.fromEntries(new URLSearchParams(location.search)) };
  return { rules, size, passes: Number(passes), seed: Number(seed) };
}

/** Whether the address asks for a training, not for the form alone. */
function isWanted() {
  return new URLSearchParams(location.search).has("train");
}

/** @param {Partial<Asked>} changes @param {boolean} [train] */
function goTo(changes, train = false) {
  const { rules, size, passes, seed } = { ...asked(), ...changes };
  const query = new URLSearchParams({ rules, size, passes: String(passes), seed: String(seed), ...(train ? { train: "1" } : {}) });
  history.pushState(null, "", `?${query}`);
}

function drawSettings() {
  const { rules, passes, size, seed } = asked();
  const known = variants.some((one) => one.name === rules);
  const game = el(
    "select",
    { on: { change: (event) => goTo({ rules: event.currentTarget.value }) } },
    ...(known ? [] : [el("option", { value: rules, text: rules.slice(0, 40), selected: true })]),
    ...variants.map((one) => el("option", { value: one.name, text: one.title, selected: one.name === rules })),
  );
  const sizes = el(
    "select",
    { on: { change: (event) => goTo({ size: event.currentTarget.value }) } },
    ...Object.entries(SIZES).map(([name, text]) => el("option", { value: name, text, selected: name === size })),
  );
  put(
    byId("settings"),
    el("h2", { text: t("What learns") }),
    el(
      "form",
      {
        class: "fields",
        on: {
          submit: (event) => {
            event.preventDefault();
            goTo({}, true);
            void train();
          },
        },
      },
      el("label", {}, t("Game"), game),
      el("label", {}, t("Networks"), sizes),
      numberField(t("Passes"), passes, 1, MOST_PASSES, (value) => goTo({ passes: value })),
      numberField(t("Seed"), seed, 0, 2147483647, (value) => goTo({ seed: value })),
      el("button", { type: "submit", class: "button primary", text: t("Train") }),
    ),
    el("p", {
      class: "small soft",
      text: t("In each pass it plays 20,000 games, then learns from the last turn back to the first. A pass of Yahtzee takes a minute or more. Equal settings give equal players."),
    }),
  );
}

async function train() {
  running?.abort();
  clearProblem();
  const place = byId("learning");
  if (!isWanted())
    return put(place, el("h2", { text: t("Mean score by pass") }), el("p", { text: t("Choose a game and press Train: the curve grows with each pass.") }));
  const control = (running = new AbortController());
  const job = { kind: "train", ...asked() };
  const [bar, picture, after] = [el("div", {}), el("div", {}), el("div", {})];
  put(place, el("h2", { text: t("Mean score by pass") }), bar, picture, after);
  /** @type {Learned|null} */
  let known = null;
  const found = await shownJob(bar, job, control, ({ so_far }) => {
    if (!so_far) return "";
    if (so_far.means.length > (known?.means.length ?? -1)) void drawLearned(picture, (known = so_far)).catch(showError);
    return tn("{count} of {all} pass done.", "{count} of {all} passes done.", so_far.means.length, { all: so_far.passes });
  });
  if (running !== control) return undefined;
  const last = /** @type {Learned|null} */ (found ?? known);
  if (!found) {
    forget(job);
    history.replaceState(null, "", location.search.replace("&train=1", "")); // loaded again, the page does not start it anew
  }
  if (!last) return undefined;
  await drawLearned(picture, last);
  put(
    after,
    last.means.length
      ? keepForm(last.key, () => void drawPlayers(byId("players"), variants))
      : el("p", { class: "soft", text: t("No pass was done, so that there is no player to keep.") }),
    last.python ? pythonLines(last.python) : null,
  );
  return undefined;
}

/** @param {HTMLElement} place @param {Learned} found */
async function drawLearned(place, { means, optimum, chart }) {
  let box = /** @type {HTMLElement|null} */ (place.querySelector(".chart-box"));
  if (!box) {
    box = el("div", { class: "chart-box" });
    put(place, el("div", { class: "scroll" }), box, savingRow(box, "training"));
  }
  const rows = means.map((mean, at) =>
    el(
      "tr",
      {},
      el("td", { text: t("Pass {number}", { number: at + 1 }) }),
      el("td", { class: "num", text: decimal(mean, 4) }),
      el("td", { class: "num", text: decimal(optimum - mean, 4) }),
      el("td", { class: "num", text: t("{share} %", { share: decimal((100 * mean) / (optimum || 1), 2) }) }),
    ),
  );
  const best = el("tr", {}, el("td", { text: t("Optimum") }), el("td", { class: "num", text: decimal(optimum, 4) }), el("td", { class: "num", text: decimal(0, 4) }), el("td", { class: "num", text: t("{share} %", { share: decimal(100, 2) }) }));
  const heads = /** @type {const} */ ({ [t("After")]: "", [t("Exact mean")]: "num", [t("Below the optimum")]: "num", [t("Share")]: "num" });
  put(/** @type {HTMLElement} */ (place.firstElementChild), listTable(heads, [...rows, best]));
  if (chart) await drawChart(box, chart);
}

toolbar();
addEventListener("popstate", () => {
  drawSettings();
  void train();
});
Promise.all([getVariants(), about()])
  .then(async ([found, { level, learns, kinds }]) => {
    variants = found;
    void drawPlayers(byId("players"), variants).catch(showError);
    if (kinds.includes("train") && learns) {
      drawSettings();
      return train();
    }
    put(
      byId("settings"),
      el("h2", { text: t("What learns") }),
      el("p", {
        text: level === "all"
          ? t("This server cannot train: its owner installs what it needs with pip install 'fivedice[learn]'.")
          : t("Trainings are not done on this server: its owner allows quick work only. Players that were kept can be played against."),
      }),
    );
    byId("learning").hidden = true;
    return undefined;
  })
  .catch(showError);
