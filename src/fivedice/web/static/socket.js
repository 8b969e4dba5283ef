/** A connection that comes back by itself: after a loss it tries again, soon at first and then more slowly. */

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
/** A page that was hidden for so long, or that has waited so long for an answer, does not trust its connection. */
const LONG_HIDDEN = 30_000;
const LONGEST_ANSWER = 10_000;
const NO_SUCH_TABLE = 4404;
const BUSY = 1013;

export class Connection {
  /**
   * @param {string} path such as /ws/ID
   * @param {{message: (message: any) => void, open: () => void, lost: (busy: boolean) => void, gone: () => void}} on
   */
  constructor(path, on) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.on = on;
    this.wait = FIRST_WAIT;
    this.timer = 0;
    this.answerTimer = 0;
    this.hiddenSince = Number.POSITIVE_INFINITY;
    this.ended = false;
    /** @type {WebSocket|null} */
    this.socket = null;
    addEventListener("online", () => this.renew());
    document.addEventListener("visibilitychange", () => this.look());
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    clearTimeout(this.answerTimer);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.addEventListener("open", () => this.socket === socket && this.on.open());
    socket.addEventListener("message", (event) => {
      if (this.socket !== socket) return;
      clearTimeout(this.answerTimer);
      const message = JSON.parse(event.data);
      // A server that opens only to complain is not well yet: the wait grows on.
      if (message.type !== "error") this.wait = FIRST_WAIT;
      this.on.message(message);
    });
    socket.addEventListener("close", (event) => {
      if (this.socket !== socket) return;
      this.ended = event.code === NO_SUCH_TABLE;
      if (this.ended) return this.on.gone();
      const delay = Math.round(this.wait * (0.8 + Math.random() * 0.4));
      this.wait = Math.min(LONGEST_WAIT, this.wait * 1.8);
      this.timer = setTimeout(() => this.open(), delay);
      this.on.lost(event.code === BUSY);
    });
  }

  /** A connection can be dead without having been closed: the network changed, or the machine slept. */
  renew() {
    if (this.ended) return;
    const old = this.socket;
    this.open();
    old?.close();
  }

  look() {
    if (document.visibilityState === "hidden") {
      this.hiddenSince = Date.now();
      return;
    }
    const lost = this.socket?.readyState === WebSocket.CLOSED;
    if (lost || Date.now() - this.hiddenSince > LONG_HIDDEN) this.renew();
  }

  /** What was sent last will be answered, or the connection is dead. */
  awaitAnswer() {
    clearTimeout(this.answerTimer);
    this.answerTimer = setTimeout(() => this.renew(), LONGEST_ANSWER);
  }

  /** @param {object} message @returns {boolean} whether it went out */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
