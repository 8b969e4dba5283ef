/** All-time high scores: by variant, people and robots apart. */

import { ask } from "../shared/api.js";
import { byId, el, put } from "../shared/dom.js";
import { coachedBadge, signed } from "../shared/figures.js";
import { get, set } from "../shared/storage.js";
import { complain, forgetProblem } from "../shared/problem.js";
import { toolbar } from "../shared/toolbar.js";

let asked = 0;
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
      data: { stay: kind },
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
  forgetProblem();
  const mine = ++asked;
  try {
    const { scores } = await ask(`/api/scores?variant=${encodeURIComponent(wish.variant)}&kind=${wish.kind}&limit=50`);
    if (mine === asked) draw(scores);
  } catch (error) {
    if (mine !== asked) return;
    complain(/** @type {Error} */ (error));
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
        el("a", { href: `/?variant=${encodeURIComponent(wish.variant)}`, text: "Be the first" }),
        ".",
      ),
    );
  const rows = scores.map((score) => {
    const place = scores.findIndex((other) => other.score === score.score) + 1;
    const name =
      score.kind === "person"
        ? el("a", {
            href: `/player/${encodeURIComponent(score.name)}?variant=${encodeURIComponent(score.variant)}`,
            text: score.name,
          })
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
        score.coached ? coachedBadge() : null,
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

/** A day of this year needs no year. @param {string} time */
function day(time) {
  const ended = new Date(time);
  const year = ended.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return ended.toLocaleDateString(undefined, { day: "numeric", month: "short", year });
}

toolbar();
ask("/api/variants")
  .then(({ variants }) => {
    drawFilters(variants);
    return load();
  })
  .catch(complain);
