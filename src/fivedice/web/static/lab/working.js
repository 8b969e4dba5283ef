/** How far a job is, with a button that stops it. */

import { el, put } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { Declined, isUnderWay, runJob } from "./ask.js";
/** @typedef {import("./ask.js").Question} Question */

/**
 * Runs a job and shows its progress in a place; the promise has its result, or null where it was stopped or refused.
 * @param {HTMLElement} place @param {Question & {kind: string}} job @param {AbortController} control
 * @param {(job: import("./ask.js").Job) => string|void} [hear] called whenever something is known; words to show with it
 */
export async function shownJob(place, job, control, hear) {
  const bar = el("div", { class: "solving", role: "progressbar", "aria-label": t("Progress") });
  const words = el("span", { class: "small soft" });
  const stop = el("button", { type: "button", class: "button", text: t("Stop"), on: { click: () => control.abort() } });
  const whole = el("div", { class: "working" }, words, bar, stop);
  put(place, whole);
  const end = (/** @type {Node[]} */ ...said) => {
    if (!whole.isConnected) return;
    const isHere = whole.contains(document.activeElement);
    put(place, ...said);
    if (!isHere) return;
    place.tabIndex = -1; // keys go on from here, as the button is gone
    place.focus();
  };
  try {
    const result = await runJob(
      job,
      (found) => {
        const { state, place: before, done, total } = found;
        const said = hear?.(found);
        const share = total ? Math.round((100 * done) / total) : 0;
        bar.style.setProperty("--share", `${share}%`);
        bar.setAttribute("aria-valuenow", String(share));
        words.textContent =
          state === "waiting"
            ? t("Waiting; {count} before it.", { count: before })
            : `${t("Computing, {share} % done.", { share })}${said ? ` ${said}` : ""}`;
      },
      control.signal,
    );
    end();
    return result;
  } catch (error) {
    end(el("p", { class: "small soft", text: error instanceof Declined ? error.message : t("Stopped.") }));
    return null;
  }
}

/**
 * A button that starts a job once it is wanted. Where this tab has started it already, it goes on at once.
 * @param {HTMLElement} place @param {Question & {kind: string}} job @param {string} text of the button
 * @param {() => void} done called when the result is there @param {string} [kind] class of the button
 */
export function offeredJob(place, job, text, done, kind = "button") {
  const start = async () => {
    if (await shownJob(place, job, new AbortController())) done();
    else put(place, ...place.childNodes, button);
  };
  const button = el("button", { type: "button", class: kind, text, on: { click: () => void start() } });
  put(place, button);
  void isUnderWay(job).then((so) => (so ? start() : undefined));
}
