/** What is done with designed rules: play them, save and load them, share their address. */

import { el, put } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { linkToSend } from "../shared/link-to-send.js";
import { showError } from "../shared/problem.js";
import { ownSeat, startGame } from "../shared/start.js";
/** @typedef {import("./rules.js").Design} Design */

const ALONE = "";
let opponent = ALONE;
/** @type {Set<string>} */
const opened = new Set();

/** @param {HTMLElement} place @param {Design} found @param {(text: string) => Promise<void>} use */
export function drawPlay(place, found, use) {
  const levels = found.levels;
  if (!levels.some((one) => one.strategy === opponent)) opponent = opponent === ALONE ? ALONE : levels[levels.length - 1].strategy;
  const names = [ALONE, ...levels.map((one) => one.strategy)];
  const rival = el(
    "select",
    { data: { stay: "opponent" }, on: { change: (event) => (opponent = event.currentTarget.value) } },
    ...names.map((one) =>
      el("option", {
        value: one,
        selected: one === opponent,
        text: levels.find((level) => level.strategy === one)?.title ?? t("nobody"),
      }),
    ),
  );
  const start = el("button", {
    type: "button",
    class: "button primary",
    data: { stay: "play" },
    text: t("Play this"),
    on: { click: (event) => play(found, event.currentTarget) },
  });
  put(
    place,
    el("div", { class: "row" }, start, el("label", { class: "row" }, t("Against"), rival), save(found), ...elsewhere(found)),
    part("load", t("Load rules"), loading(use)),
    part("share", t("Share by a link"), () => [linkToSend(location.href, found.title)]),
    part("python", t("The same in Python"), () => [el("pre", { class: "python", tabindex: "0", text: found.python })]),
  );
}

/** @param {Design} found @param {HTMLElement} start */
function play(found, start) {
  const level = found.levels.find((one) => one.strategy === opponent);
  const robot = level && { kind: /** @type {const} */ ("robot"), strategy: level.strategy, name: level.title, physical: false };
  const game = found.rules === found.base ? { variant: found.base } : { rules: found.toml };
  void startGame({ ...game, seats: [ownSeat(), ...(robot ? [robot] : [])] }, start);
}

/** The ways to a position under these rules, and to the strategies that play them. @param {Design} found */
function elsewhere({ rules }) {
  const link = (/** @type {string} */ page, /** @type {string} */ text, more = {}) =>
    el("a", { class: "button", href: `/lab/${page}?${new URLSearchParams({ rules, ...more })}`, data: { stay: page }, text });
  return [link("analyse", t("Analyse a position"), { position: "-" }), link("strategies", t("Compare strategies"))];
}

/** The rules as a file. @param {Design} found */
function save(found) {
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(found.toml)}`;
  return el("a", { class: "button", href, download: "rules.toml", data: { stay: "save" }, text: t("Save as TOML") });
}

/** What opens, and is made when it does. @param {string} key @param {string} title @param {() => Node[]} make */
function part(key, title, make) {
  const inner = el("div", { class: "part" });
  const fill = () => inner.childElementCount || put(inner, ...make());
  if (opened.has(key)) fill();
  return el(
    "details",
    {
      props: { open: opened.has(key) },
      on: {
        toggle: (event) => {
          if (!event.currentTarget.open) opened.delete(key);
          else {
            opened.add(key);
            fill();
          }
        },
      },
    },
    el("summary", { data: { stay: `part-${key}` }, text: title }),
    inner,
  );
}

/** @param {(text: string) => Promise<void>} use @returns {() => Node[]} */
function loading(use) {
  return () => {
    const said = el("p", { class: "refusal", role: "alert" });
    const text = el("textarea", { "aria-label": t("Rules as TOML"), props: { rows: 6, spellcheck: false } });
    const load = async () => {
      said.textContent = "";
      try {
        await use(text.value);
      } catch (error) {
        said.textContent = error instanceof Error ? error.message : String(error);
      }
    };
    const file = el("input", {
      type: "file",
      "aria-label": t("File with rules"),
      props: { accept: ".toml,text/plain" },
      on: {
        change: (event) =>
          void event.currentTarget.files?.[0]
            ?.text()
            .then((found) => {
              text.value = found;
              return load();
            })
            .catch(showError),
      },
    });
    const button = el("button", { type: "button", class: "button", text: t("Use these rules"), on: { click: () => void load() } });
    return [el("p", { class: "small soft", text: t("Paste a file, or choose one.") }), text, el("div", { class: "row" }, button, file), said];
  };
}
