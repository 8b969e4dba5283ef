/** Whose the name of this page is: how its owner brings it to another device, and how that device takes it. */

import { askAboutName } from "../shared/api.js";
import { byId, el, put } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { linkToSend } from "../shared/link-to-send.js";
import { showError } from "../shared/problem.js";
import { set } from "../shared/storage.js";

/** What stands behind `#` in a link that brings a name. */
const MOVE = "move";

/** @param {string} text @param {() => Promise<void>} act @param {string} [kind] */
function button(text, act, kind = "") {
  return el("button", {
    type: "button",
    class: `button ${kind}`,
    text,
    on: {
      click: (event) => {
        const pressed = event.currentTarget;
        pressed.setAttribute("disabled", "");
        void act()
          .catch(showError)
          .finally(() => pressed.removeAttribute("disabled"));
      },
    },
  });
}

/** @param {...(Node|string)} parts */
function say(...parts) {
  put(byId("own-name"), ...parts);
}

/** Show the link that brings the name to another device. @param {string} name */
async function showLink(name) {
  /** @type {{code: string, minutes: number}} */
  const { code, minutes } = await askAboutName("link", { name });
  const address = `${location.origin}${location.pathname}#${new URLSearchParams({ [MOVE]: code })}`;
  byId("move-words").textContent = t(
    "Open this link on the other device within {minutes} minutes; it works once. Then both devices can use the name {name}.",
    { minutes, name },
  );
  put(byId("move-link"), linkToSend(address, name));
  byId("move", HTMLDialogElement).showModal();
}

/** @param {string} name @param {string} [done] what has just happened */
async function draw(name, done = "") {
  /** @type {{standing: "free"|"own"|"taken"}} */
  const { standing } = await askAboutName("", { name });
  if (standing !== "own") return say(...(done ? [el("p", { text: done, role: "status" })] : []));
  return say(
    el("p", { role: "status", text: done || t("This name is yours on this device: nobody else can play under it here.") }),
    el(
      "div",
      { class: "link-buttons" },
      button(t("Use this name on another device"), () => showLink(name)),
      button(t("Stop using it on this device"), async () => {
        await askAboutName("leave", { name });
        set("name", "");
        await draw(name, t("This device no longer uses the name {name}.", { name }));
      }),
    ),
  );
}

/** Offer the name that the address of the page brings. @param {string} name @param {string} code */
function offer(name, code) {
  const take = async () => {
    /** @type {{name: string}} */
    const moved = await askAboutName("move", { code });
    set("name", moved.name);
    await draw(moved.name, t("This device can use the name {name} from now on.", { name: moved.name }));
  };
  say(
    el("p", { text: t("Do you want to play as {name} on this device?", { name }) }),
    el(
      "div",
      { class: "link-buttons" },
      button(t("Use this name here"), take, "primary"),
      button(t("No"), () => draw(name)),
    ),
  );
}

/** @param {string} name */
export function ownName(name) {
  for (const close of document.querySelectorAll("#move [data-close]"))
    close.addEventListener("click", () => byId("move", HTMLDialogElement).close());
  if (!takeOffer(name)) void draw(name).catch(() => say()); // a name that nobody can have belongs to nobody
  // The link may be opened where this page is open already.
  addEventListener("hashchange", () => takeOffer(name));
}

/** Offer the name if the address brings it, and take the code out of the address. @param {string} name */
function takeOffer(name) {
  const code = new URLSearchParams(location.hash.slice(1)).get(MOVE);
  if (!code) return false;
  history.replaceState(null, "", location.pathname + location.search);
  offer(name, code);
  return true;
}
