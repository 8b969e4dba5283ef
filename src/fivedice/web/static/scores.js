/** All-time high scores: by variant, people and robots apart. */

import { ask } from "./api.js";
import { signed } from "./decision.js";
import { byId, el, put } from "./dom.js";
import { get, set } from "./prefs.js";
import { toolbar } from "./toolbar.js";

const wish = { variant: get("variant", "yahtzee"), kind: get("scores-kind", "person") };

/** @param {{name: string, title: string}[]} variants */
function drawFilters(variants) {
  const choice = el(
    "select",
    {
      on: {
        change: (event) => {
          wish.variant = event.target.value;
          void load();
        },
      },
    },
    ...variants.map((one) => el("option", { value: one.name, text: one.title, selected: one.name === wish.variant })),
  );
  const kinds = Object.entries({ person: "People", robot: "Robots" }).map(([kind, words]) =>
    el("button", {
      type: "button",
      "aria-pressed": String(kind === wish.kind),
      text: words,
      on: {
        click: () => {
          wish.kind = kind;
          set("scores-kind", kind);
          drawFilters(variants);
          void load();
        },
      },
    }),
  );
  put(
    byId("filters"),
    el("div", { class: "switch", role: "group", "aria-label": "People or robots" }, ...kinds),
    el("label", {}, "Game", choice),
  );
}

async function load() {
  byId("problem").hidden = true;
  try {
    const { scores } = await ask(`/api/scores?variant=${encodeURIComponent(wish.variant)}&kind=${wish.kind}&limit=50`);
    draw(scores);
  } catch (error) {
    byId("problem").textContent = /** @type {Error} */ (error).message;
    byId("problem").hidden = false;
    put(byId("scores"));
  }
}

function draw(scores) {
  if (!scores.length)
    return put(
      byId("scores"),
      el(
        "p",
        { class: "empty" },
        "Nobody has finished a game of this yet. ",
        el("a", { href: "/", text: "Be the first" }),
        ".",
      ),
    );
  const rows = scores.map((score) => {
    const place = scores.findIndex((other) => other.score === score.score) + 1;
    const name =
      score.kind === "person"
        ? el("a", { href: `/player/${encodeURIComponent(score.name)}`, text: score.name })
        : score.name;
    return el(
      "tr",
      {},
      el("td", {}, el("span", { class: `medal m${place}`, text: String(place) })),
      el(
        "td",
        {},
        name,
        score.strategy && score.strategy !== score.name
          ? el("span", { class: "soft small", text: ` ${score.strategy}` })
          : null,
      ),
      el("td", { class: "num best-score", text: String(score.score) }),
      el("td", { class: "num", text: score.luck === null ? "–" : signed(score.luck) }),
      el("td", { class: "num", text: score.regret === null ? "–" : score.regret.toFixed(1) }),
      el(
        "td",
        { class: "num soft" },
        el("a", { href: `/report/${encodeURIComponent(score.game)}`, text: day(score.ended) }),
      ),
    );
  });
  put(
    byId("scores"),
    el(
      "table",
      { class: "list" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          ...["Place", "Name", "Score", "Luck", "Given away", "Report"].map((words, i) =>
            el("th", { scope: "col", class: i > 1 ? "num" : "", text: words }),
          ),
        ),
      ),
      el("tbody", {}, ...rows),
    ),
  );
}

/** @param {string} time */
function day(time) {
  return new Date(time).toLocaleDateString(undefined, { day: "numeric", month: "short", year: "numeric" });
}

toolbar();
ask("/api/variants")
  .then(({ variants }) => {
    drawFilters(variants);
    return load();
  })
  .catch((error) => {
    byId("problem").textContent = error.message;
    byId("problem").hidden = false;
  });
