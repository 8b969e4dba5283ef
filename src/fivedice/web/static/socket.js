/** A connection that comes back by itself: after a loss it tries again, soon at first and then more slowly. */

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
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
    this.ended = false;
    /** @type {WebSocket|null} */
    this.socket = null;
    addEventListener("online", () => this.retryNow());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.retryNow());
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.addEventListener("open", () => this.on.open());
    socket.addEventListener("message", (event) => {
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

  retryNow() {
    if (!this.ended && this.socket?.readyState === WebSocket.CLOSED) this.open();
  }

  /** @param {object} message @returns {boolean} whether it went out */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
