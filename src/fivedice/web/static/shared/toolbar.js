/** Tools at the right of the header: language and theme everywhere; sound and speed at the table. */

import { byId, el, keepFocus, put } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./language.js";
import { SPEEDS, get, set, speed, watch } from "./storage.js";
/** @typedef {import("./types.js").Speed} Speed */

const A_YEAR = 365 * 24 * 3600;

function isDark() {
  const theme = get("theme", "auto");
  return theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}

function themeButton() {
  const button = el("button", {
    type: "button",
    class: "tool",
    on: { mousedown: keepFocus, click: () => set("theme", isDark() ? "light" : "dark") },
  });
  const draw = () => {
    const words = isDark() ? t("Light theme") : t("Dark theme");
    button.setAttribute("aria-label", words);
    button.title = words;
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
    on: { mousedown: keepFocus, click: () => set("sound", get("sound", "on") === "on" ? "off" : "on") },
  });
  const draw = () => {
    const on = get("sound", "on") === "on";
    button.setAttribute("aria-label", on ? t("Switch sound off") : t("Switch sound on"));
    button.title = on ? t("Sound is on") : t("Sound is off");
    put(button, icon(on ? "sound" : "mute"));
  };
  watch("sound", draw);
  draw();
  return button;
}

/** @param {(speed: Speed) => void} changed */
function speedButton(changed) {
  const button = el("button", {
    type: "button",
    class: "tool",
    on: {
      mousedown: keepFocus,
      click: () => {
        const next = SPEEDS[(SPEEDS.indexOf(speed()) + 1) % SPEEDS.length];
        set("speed", next);
        changed(next);
      },
    },
  });
  const draw = () => {
    document.documentElement.dataset.speed = speed();
    const words = { slow: t("slow"), normal: t("normal"), fast: t("fast"), off: t("no animation") }[speed()];
    button.setAttribute("aria-label", t("Speed: {speed}", { speed: words }));
    button.title = t("How fast dice roll and robots play");
    put(button, icon("speed"), el("span", { class: "label", text: words }));
  };
  watch("speed", draw);
  draw();
  return button;
}

/** The server's cookie: it speaks the language that was chosen last. The page is loaded again, at the same place. */
function chooseLanguage() {
  const choice = byId("language", HTMLSelectElement);
  choice.addEventListener("change", () => {
    document.cookie = `fivedice-language=${choice.value}; path=/; max-age=${A_YEAR}; samesite=lax`;
    const address = new URL(location.href);
    address.searchParams.delete("lang");
    if (address.href === location.href) location.reload();
    else location.replace(address);
  });
}

/** Marks the link to the page that is open. */
function markPage() {
  for (const link of document.querySelectorAll(".top nav a"))
    if (location.pathname === link.getAttribute("href") || location.pathname.startsWith(`${link.getAttribute("href")}/`))
      link.setAttribute("aria-current", "page");
}

/** @param {(speed: Speed) => void} [changeSpeed] at a table, which has sound and speed too */
export function toolbar(changeSpeed) {
  markPage();
  chooseLanguage();
  byId("tools").append(...(changeSpeed ? [speedButton(changeSpeed), soundButton()] : []), themeButton());
}
