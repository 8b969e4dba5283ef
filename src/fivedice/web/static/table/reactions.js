/** Reactions: a handful of emotes, shown at the seat for a moment; this browser can mute them. */

import { el, find, svg } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { get } from "../shared/storage.js";
import { announce } from "./announce.js";
/** @typedef {import("../shared/types.js").Emote} Emote */

const SHOWN_FOR = 2800;

/** @type {Record<Emote, string>} */
export const EMOTES = {
  up: t("Thumbs up"),
  laugh: t("Laughing"),
  wow: t("Wow"),
  cry: t("Crying"),
  clap: t("Applause"),
  luck: t("Good luck"),
};

/** Shapes of each picture, by their kind. @type {Record<Emote, [keyof SVGElementTagNameMap, Record<string, string|number>][]>} */
const SHAPES = {
  up: [
    ["path", { class: "emote-gold", d: "M8 9.5 12.6 2.2c1.9.2 2.7 1.5 2.3 3.2L14.1 9h5.4a2 2 0 0 1 1.9 2.6l-2.2 7.6a2.5 2.5 0 0 1-2.4 1.8H8z" }],
    ["path", { class: "emote-blue", d: "M2 9.5h4.4V21H2z" }],
  ],
  laugh: face([["path", { class: "emote-ink", d: "M6.6 13h10.8a5.4 5.4 0 0 1-10.8 0z" }], ...eyes("M6.5 9.6 8.3 7.6l1.8 2", "M13.9 9.6l1.8-2 1.8 2")]),
  wow: face([["circle", { class: "emote-ink", cx: 12, cy: 16, r: 2.9 }], ["circle", { class: "emote-ink", cx: 8.4, cy: 9, r: 1.5 }], ["circle", { class: "emote-ink", cx: 15.6, cy: 9, r: 1.5 }]]),
  cry: face([
    ["path", { class: "emote-line", d: "M8 17.4a4.6 4.6 0 0 1 8 0" }],
    ["circle", { class: "emote-ink", cx: 8.4, cy: 10, r: 1.4 }],
    ["circle", { class: "emote-ink", cx: 15.6, cy: 10, r: 1.4 }],
    ["path", { class: "emote-blue", d: "M17.4 11.6c1.5 2.2 2.2 3.4 2.2 4.5a2.2 2.2 0 0 1-4.4 0c0-1.1.7-2.3 2.2-4.5z" }],
  ]),
  clap: [
    ["path", { class: "emote-hand", d: "M7.5 11.5 5 7.2M10 10 7.2 5.2M12.6 9 9.9 4.6M15.5 10.2 12.8 5.8M15.5 10.2c3.2 5.2 2.7 9.5-1.5 10.6-3.4.8-5-1.4-7-4.8L4.4 11.6" }],
    ["path", { class: "emote-spark", d: "M17.6 4.6l1-2.6M20 7l2.4-1.4M20.6 10.2h2.4" }],
  ],
  luck: [
    ...[[8.2, 7.4], [15.8, 7.4], [8.2, 14.2], [15.8, 14.2]].map(([cx, cy]) => /** @type {[any, any]} */ (["circle", { class: "emote-green", cx, cy, r: 4.3 }])),
    ["path", { class: "emote-stem", d: "M12 11c0 5 1.4 8.4 4 11" }],
  ],
};

/** A yellow face with something in it. @param {any[]} inside @returns {any[]} */
function face(inside) {
  return [["circle", { class: "emote-gold", cx: 12, cy: 12, r: 10 }], ...inside];
}

/** @param {...string} lines @returns {any[]} */
function eyes(...lines) {
  return lines.map((d) => ["path", { class: "emote-line", d }]);
}

/** @param {Emote} emote */
export function emotePicture(emote) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "emote", "aria-hidden": "true" },
    ...SHAPES[emote].map(([tag, attributes]) => svg(tag, attributes)),
  );
}

/** Show what a player feels, at the seat. @param {string} name of the player @param {number} seat @param {Emote} emote */
export function showReaction(name, seat, emote) {
  if (get("reactions", "on") === "off" || !(emote in EMOTES)) return;
  for (const old of document.querySelectorAll(`.reaction[data-seat="${seat}"]`)) old.remove();
  const bubble = el("div", { class: "reaction", data: { seat: String(seat), emote } }, emotePicture(emote), el("span", { text: name }));
  document.body.append(bubble);
  const places = [`.card-head .cell[data-seat="${seat}"]`, `[data-stay="chip-${seat}"]`, "#felt"];
  const at = places.map((one) => find(document.body, one)?.getBoundingClientRect()).find((box) => box && box.width > 0);
  if (at) {
    const half = bubble.offsetWidth / 2 + 6;
    bubble.style.left = `${Math.min(Math.max(at.left + at.width / 2, half), innerWidth - half)}px`;
    bubble.style.top = `${Math.max(at.top, 4)}px`;
  }
  announce(`${name}: ${EMOTES[emote]}`);
  setTimeout(() => bubble.remove(), SHOWN_FOR);
}
