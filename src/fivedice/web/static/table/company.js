/** The people of a table beside their dice: who is away and since when, the clock of the turn, and what is asked of the others. */

import { byId, el, put } from "../shared/dom.js";
import { listed, t } from "../shared/language.js";
/** @typedef {import("../shared/types.js").State} State */
/** @typedef {import("../shared/types.js").PageMessage} PageMessage */

/** Seconds as minutes and seconds: 1:05. @param {number} seconds */
export function minutes(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Whether this browser decides about the dice on the table. @param {State} state @param {Set<number>} mine */
export function isActing({ mover, seats }, mine) {
  return mover !== null && mine.has(mover) && !seats[mover].deputy;
}

/** Seats of people in the game. @param {State} state @param {Iterable<number>} seats */
function playing(state, seats) {
  return [...seats].filter((seat) => state.seats[seat]?.kind !== "robot" && !state.seats[seat]?.resigned);
}

export class Company {
  /** @param {(message: PageMessage) => void} send */
  constructor(send) {
    this.send = send;
    /** @type {State|null} */
    this.state = null;
    /** @type {Set<number>} */
    this.mine = new Set();
    /** When absences and the clock were told last. */
    this.told = { away: 0, clock: 0 };
    this.drawn = "";
    setInterval(() => this.tick(), 1000);
  }

  /** The server has told who is away, and with a state what is left of the turn. @param {boolean} clock */
  hear(clock) {
    this.told.away = performance.now();
    if (clock) this.told.clock = this.told.away;
  }

  /** For how long a seat has been away; null if somebody is there. @param {number} seat */
  away(seat) {
    const seconds = this.state?.seats[seat].away ?? null;
    return seconds === null ? null : seconds + (performance.now() - this.told.away) / 1000;
  }

  /** @param {State} state @param {Set<number>} mine */
  draw(state, mine) {
    this.state = state;
    this.mine = mine;
    this.tick();
  }

  tick() {
    if (!this.state) return;
    this.drawTimes(this.state);
    this.drawNotice(this.state);
  }

  /** The time in the banner: of the player who is away, or of the turn. @param {State} state */
  drawTimes(state) {
    const place = document.getElementById("turn-time");
    if (!place || state.mover === null) return;
    const seat = state.seats[state.mover];
    const away = seat.kind === "robot" || seat.deputy || seat.open ? null : this.away(state.mover);
    const left = state.clock?.left ?? null;
    const now = left === null ? null : Math.max(0, left - (performance.now() - this.told.clock) / 1000);
    place.hidden = away === null && now === null;
    place.classList.toggle("late", now !== null && now < 10);
    const parts = [];
    if (now !== null) parts.push(minutes(Math.ceil(now)));
    if (away !== null) parts.push(t("away for {time}", { time: minutes(away) }));
    place.textContent = parts.join(" · ");
    place.title = now === null ? "" : t("When the time is over, a robot plays this turn");
  }

  /** @param {State} state */
  drawNotice(state) {
    const notice = this.notice(state);
    const place = byId("company");
    place.hidden = !notice;
    place.classList.toggle("instead", Boolean(notice?.instead));
    const key = notice ? JSON.stringify([notice.words, notice.buttons.map(({ words }) => words)]) : "";
    if (key === this.drawn) return;
    this.drawn = key;
    put(
      place,
      notice ? el("p", { text: notice.words }) : null,
      notice?.buttons.length
        ? el(
            "div",
            { class: "company-buttons" },
            ...notice.buttons.map(({ words, message }, i) =>
              el("button", {
                type: "button",
                class: i ? "button" : "button primary",
                text: words,
                data: { stay: `company-${i}` },
                on: { click: () => this.send(message) },
              }),
            ),
          )
        : null,
    );
  }

  /**
   * What is asked, or offered while somebody is away.
   * @param {State} state @returns {{words: string, buttons: {words: string, message: PageMessage}[], instead?: boolean}|null}
   */
  notice(state) {
    const own = playing(state, this.mine);
    if (state.over || !own.length) return null;
    const { request, mover } = state;
    if (request) {
      const name = state.seats[request.seat].name;
      const ask =
        request.what === "retract" ? t("{name} wants to take back the last box.", { name }) : t("{name} wants to end the game.", { name });
      if (request.waits.some((seat) => this.mine.has(seat)))
        return {
          words: ask,
          buttons: [
            { words: t("Agree"), message: { do: "answer", on: true } },
            { words: t("No"), message: { do: "answer", on: false } },
          ],
        };
      if (!this.mine.has(request.seat)) return null;
      return { words: t("Waiting for {names} to agree", { names: listed(request.waits.map((seat) => state.seats[seat].name)) }), buttons: [] };
    }
    if (mover === null || this.mine.has(mover)) return null;
    const seat = state.seats[mover];
    const away = this.away(mover);
    if (seat.kind === "robot" || seat.deputy || away === null || away < state.away_after) return null;
    const words = seat.open ? t("Nobody has taken this seat yet.") : t("{name} is away.", { name: seat.name });
    /** @type {{words: string, message: PageMessage}[]} */
    const robots = [
      { words: t("A robot plays this turn"), message: { do: "depute", seat: mover, until: "turn" } },
      {
        words: seat.open ? t("A robot plays until somebody comes") : t("A robot plays until {name} returns", { name: seat.name }),
        message: { do: "depute", seat: mover, until: "return" },
      },
    ];
    const end = { words: t("End the game"), message: /** @type {PageMessage} */ ({ do: "stop" }) };
    return { words, buttons: [...(seat.physical ? [] : robots), end], instead: true };
  }
}
