/** A WebSocket that reconnects by itself, after longer and longer waits. */

import { spoken } from "../shared/spoken.js";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
/** Milliseconds after which a connection counts as dead: of a hidden page, without an answer, without opening. */
const LONG_HIDDEN = 30_000;
const LONGEST_ANSWER = 25_000; // a database that is busy is given 20 s
const LONGEST_OPENING = 10_000;
const NO_SUCH_TABLE = 4404;
const BUSY = 1013;

export class Connection {
  /**
   * @param {string} path such as /ws/ID
   * @param {{message: (message: import("../shared/types.js").ServerMessage) => void, open: () => void, lost: (busy: boolean) => void, gone: () => void}} on
   */
  constructor(path, on) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.on = on;
    this.wait = FIRST_WAIT;
    this.timer = 0;
    this.answerTimer = 0;
    this.hiddenSince = Number.POSITIVE_INFINITY;
    this.ended = false;
    /** The one in use. @type {WebSocket|null} */
    this.socket = null;
    /** The one that was opened last, which takes its place. @type {WebSocket|null} */
    this.newest = null;
    addEventListener("online", () => this.open());
    document.addEventListener("visibilitychange", () => this.look());
    this.open();
  }

  open() {
    if (this.ended) return;
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url);
    this.newest = socket;
    const opening = setTimeout(() => socket.close(), LONGEST_OPENING);
    socket.addEventListener("open", () => {
      clearTimeout(opening);
      if (this.newest !== socket) return socket.close();
      clearTimeout(this.answerTimer);
      const old = this.socket;
      this.socket = socket;
      this.on.open();
      old?.close();
    });
    socket.addEventListener("message", (event) => {
      if (this.socket !== socket) return;
      clearTimeout(this.answerTimer);
      const message = spoken(JSON.parse(event.data));
      // After an error the wait goes on growing.
      if (message.type !== "error") this.wait = FIRST_WAIT;
      this.on.message(message);
    });
    socket.addEventListener("close", (event) => {
      clearTimeout(opening);
      if (this.newest !== socket) return;
      clearTimeout(this.answerTimer);
      this.ended = event.code === NO_SUCH_TABLE;
      if (this.ended) return this.on.gone();
      const delay = Math.round(this.wait * (0.8 + Math.random() * 0.4));
      this.wait = Math.min(LONGEST_WAIT, this.wait * 1.8);
      this.timer = setTimeout(() => this.open(), delay);
      this.on.lost(event.code === BUSY);
    });
  }

  /** A connection can be dead without having been closed: the machine slept, or the network changed. */
  look() {
    if (document.visibilityState === "hidden") {
      this.hiddenSince = Date.now();
      return;
    }
    const lost = this.socket?.readyState === WebSocket.CLOSED;
    if (lost || Date.now() - this.hiddenSince > LONG_HIDDEN) this.open();
  }

  /** Without an answer to the last message the connection counts as dead. */
  awaitAnswer() {
    clearTimeout(this.answerTimer);
    this.answerTimer = setTimeout(() => {
      this.on.lost(false);
      this.open();
    }, LONGEST_ANSWER);
  }

  /** @param {import("../shared/types.js").PageMessage} message @returns {boolean} whether it was sent */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
