/** Tools at the right of the header: theme everywhere; sound and speed at the table. */

import { byId, el, put } from "./dom.js";
import { icon } from "./icons.js";
import { get, set, watch } from "./storage.js";

const SPEEDS = ["slow", "normal", "fast", "off"];

function isDark() {
  const theme = get("theme", "auto");
  return theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}

function themeButton() {
  const button = el("button", {
    type: "button",
    class: "tool",
    on: { click: () => set("theme", isDark() ? "light" : "dark") },
  });
  const draw = () => {
    button.setAttribute("aria-label", isDark() ? "Light theme" : "Dark theme");
    button.title = isDark() ? "Light theme" : "Dark theme";
    put(button, icon(isDark() ? "sun" : "moon"));
  };
  watch("theme", (theme) => {
    document.documentElement.dataset.theme = theme;
    draw();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  draw();
  return button;
}

function soundButton() {
  const button = el("button", {
    type: "button",
    class: "tool",
    on: { click: () => set("sound", get("sound", "on") === "on" ? "off" : "on") },
  });
  const draw = () => {
    const on = get("sound", "on") === "on";
    button.setAttribute("aria-label", on ? "Switch sound off" : "Switch sound on");
    button.title = on ? "Sound is on" : "Sound is off";
    put(button, icon(on ? "sound" : "mute"));
  };
  watch("sound", draw);
  draw();
  return button;
}

/** @param {(speed: string) => void} changed */
function speedButton(changed) {
  const button = el("button", {
    type: "button",
    class: "tool",
    on: {
      click: () => {
        const next = SPEEDS[(SPEEDS.indexOf(get("speed", "normal")) + 1) % SPEEDS.length];
        set("speed", next);
        changed(next);
      },
    },
  });
  const draw = () => {
    const speed = get("speed", "normal");
    document.documentElement.dataset.speed = speed;
    button.setAttribute("aria-label", `Speed: ${speed === "off" ? "no animation" : speed}`);
    button.title = "How fast dice roll and robots play";
    put(button, icon("speed"), el("span", { class: "label", text: speed === "off" ? "no animation" : speed }));
  };
  watch("speed", draw);
  draw();
  return button;
}

/** The link to the page that is open says so. */
function markPage() {
  for (const link of document.querySelectorAll(".top nav a"))
    if (link.getAttribute("href") === location.pathname) link.setAttribute("aria-current", "page");
}

/** @param {{table?: boolean, speed?: (speed: string) => void}} [what] */
export function toolbar({ table = false, speed = () => {} } = {}) {
  markPage();
  byId("tools").append(...(table ? [speedButton(speed), soundButton()] : []), themeButton());
}
