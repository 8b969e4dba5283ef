/** The table's tools in the header of the page: coach, invitation, keys, speed. */

import { byId, el, keepFocus } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { t } from "../shared/language.js";
import { toolbar } from "../shared/toolbar.js";
import { showHelp } from "./keyboard.js";
import { showPeople } from "./people.js";
import { showRoom } from "./waiting-room.js";
/** @typedef {import("./table.js").Table} Table */

/**
 * @param {string} id @param {string} label @param {import("../shared/icons.js").Picture} picture @param {() => void} click
 */
function tool(id, label, picture, click) {
  return el(
    "button",
    { type: "button", class: "tool", id, title: label, "aria-label": label, on: { click, mousedown: keepFocus } },
    icon(picture),
  );
}

/** @param {Table} table */
export function putTools(table) {
  const coach = tool("coach-tool", t("Coach"), "coach", () => table.setCoach(Boolean(byId("coach").hidden)));
  coach.setAttribute("aria-pressed", String(!byId("coach").hidden));
  coach.append(el("span", { class: "label", text: t("Coach") }));
  byId("tools").append(
    coach,
    tool("people-tool", t("Players: reactions, resign"), "people", () => showPeople(table)),
    tool("share-tool", t("Invite: the link to this table"), "link", showRoom),
    tool("keys-tool", t("Keys"), "keys", () => showHelp(table.state)),
  );
  byId("invite").addEventListener("click", showRoom);
  toolbar((speed) => setSpeed(table, speed));
  for (const close of document.querySelectorAll("[data-close]"))
    close.addEventListener("click", () => close.closest("dialog")?.close());
}

/**
 * Tell the server how fast robots play; without a seat it is sent when this browser has one.
 * @param {Table} table @param {import("../shared/types.js").Speed} speed
 */
export function setSpeed(table, speed) {
  const sent = table.mine.size > 0 && table.connection.send({ do: "speed", speed });
  table.unsentSpeed = sent ? null : speed;
}
