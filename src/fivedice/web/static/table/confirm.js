/** A question beside the box that it is about, such as "Score 0 in Yahtzee?". Escape closes it. */

import { el } from "../shared/dom.js";

export class Confirmation {
  /** @param {HTMLElement} host a positioned element */
  constructor(host) {
    this.host = host;
    /** @type {HTMLElement|null} */
    this.box = null;
    /** @type {HTMLElement|null} */
    this.back = null;
  }

  get isOpen() {
    return this.box !== null;
  }

  /**
   * @param {{words: string, yes: string, no: string, anchor: HTMLElement, confirmed: () => void}} question
   */
  open({ words, yes, no, anchor, confirmed }) {
    this.close(false);
    this.back = anchor;
    const agree = el("button", {
      type: "button",
      class: "button danger",
      text: yes,
      on: {
        click: () => {
          this.close();
          confirmed();
        },
      },
    });
    this.box = el(
      "div",
      { class: "question", role: "alertdialog", "aria-label": words },
      el("p", { text: words }),
      el(
        "div",
        { class: "answers" },
        agree,
        el(
          "button",
          { type: "button", class: "button", on: { click: () => this.close() } },
          no,
          el("kbd", { text: "Esc" }),
        ),
      ),
    );
    const place = anchor.getBoundingClientRect();
    const frame = this.host.getBoundingClientRect();
    this.box.style.setProperty("--top", `${place.bottom - frame.top + this.host.scrollTop + 8}px`);
    this.box.classList.toggle("above", place.bottom > innerHeight - 150);
    this.box.style.setProperty("--bottom", `${frame.bottom - place.top + 8}px`);
    this.host.append(this.box);
    agree.focus();
  }

  /** @param {boolean} [refocus] */
  close(refocus = true) {
    if (!this.box) return;
    this.box.remove();
    this.box = null;
    if (refocus && this.back?.isConnected) this.back.focus();
  }
}
