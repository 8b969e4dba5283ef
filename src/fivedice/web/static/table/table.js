/** The table's page: draws the state that the server sends, and sends what the player does. */

import { lastPart } from "../shared/api.js";
import { byId, keepFocus } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { Shares } from "../shared/shares.js";
import { deviceSecret, set } from "../shared/storage.js";
import { announce, toast } from "./announce.js";
import { ScoreCard } from "./card.js";
import { explainBox } from "./box-dialog.js";
import { Coach } from "./coach.js";
import { Company, isActing } from "./company.js";
import { Confirmation } from "./confirm.js";
import { afterSettling, drawEnd, sound } from "./effects.js";
import { Felt } from "./felt.js";
import { drawGuide, isGuided } from "./guide.js";
import { putTools, setSpeed } from "./header.js";
import { remember } from "./history.js";
import { listenForKeys } from "./keyboard.js";
import { connect, takeSeat } from "./messages.js";
import { drawPeople, listenToPeople } from "./people.js";
import { drawNotes, drawPresence, drawSays } from "./presence.js";
import { DiceEntry, askForRealDice, startEntry } from "./real-dice.js";
import { drawRollButton } from "./roll-button.js";
import { askName, offerSeats } from "./seats.js";
import * as sounds from "./sounds.js";
import { duration } from "./throw-animation.js";
import { drawRoom } from "./waiting-room.js";
/** @typedef {import("../shared/types.js").Advice} Advice */
/** @typedef {import("../shared/types.js").PageMessage} PageMessage */
/** @typedef {import("../shared/types.js").State} State */

const tableId = lastPart();

export class Table {
  constructor() {
    /** @type {State|null} */
    this.state = null;
    /** @type {Set<number>} */
    this.mine = new Set();
    /** @type {boolean[]} */
    this.held = [];
    this.settled = true;
    this.waiting = false;
    this.guided = isGuided(tableId);
    /** Whether a seat was asked for and the answer is awaited. */
    this.joining = false;
    /** @type {import("../shared/types.js").Speed|null} */
    this.unsentSpeed = null;
    /** How often dice were shown: nothing follows a throw that another one overtook. */
    this.shows = 0;
    /** Events enter the history in order, also where a state overtakes dice that fly. @type {Promise<void>} */
    this.remembered = Promise.resolve();
    this.felt = new Felt(byId("felt"), (position) => this.hold(position));
    this.card = new ScoreCard(byId("card"), {
      choose: (category) => this.choose(category),
      rename: (seat) => this.rename(seat),
      explain: (box) => void explainBox(tableId, box).catch((error) => toast(error.message, "bad")),
    });
    this.question = new Confirmation(byId("card"));
    this.company = new Company((message) => this.request(message));
    this.entry = new DiceEntry(byId("typing"), () => this.drawControls());
    this.coach = new Coach(byId("coach"), {
      hint: (advice) => this.hint(advice),
      take: (advice) => this.take(advice),
      close: () => this.setCoach(false),
    });
    byId("roll").addEventListener("click", () => this.roll());
    byId("undo").addEventListener("click", () => this.act({ do: "undo" }));
    for (const id of ["roll", "undo"]) byId(id).addEventListener("mousedown", keepFocus);
    this.shares = new Shares(tableId, (message) => this.connection.send(message));
    this.connection = connect(this, tableId);
  }

  // --- what the server says

  /** @param {number[]} seats */
  sitDown(seats) {
    this.mine = new Set(seats);
    if (this.state) this.shares.give(this.state, this.mine);
    this.draw();
    askForRealDice(this);
    if (this.mayHold && this.held.some(Boolean)) this.sendHeld();
    if (this.unsentSpeed) setSpeed(this, this.unsentSpeed);
  }

  /** The last request will not be answered. */
  unblock() {
    this.waiting = false;
    this.drawControls();
  }

  /** What the coach knows has changed. */
  onAdvice() {
    this.drawCoach();
    this.drawControls();
  }

  /** @param {import("../shared/types.js").Presence} message */
  onPresence({ connected, away, watching }) {
    if (!this.state) return;
    this.state.watching = watching;
    this.state.seats.forEach((seat, i) => {
      seat.connected = connected[i];
      seat.away = away[i];
    });
    this.company.hear(false);
    this.card.draw(this.state, { mine: this.mine, settled: this.settled });
    this.drawPeople();
    drawRoom(this.state, this.mine);
  }

  /** What the others are asked, or are asked no longer. @param {State["request"]} request */
  onRequest(request) {
    const before = this.state?.request;
    if (!this.state) return;
    this.state.request = request;
    if (before && !request && this.mine.has(before.seat)) toast(t("Not everybody agreed."));
    this.drawPeople();
    this.drawControls();
  }

  /** Who is there and what they want of each other. */
  drawPeople() {
    if (!this.state) return;
    drawPresence(this.state);
    this.company.draw(this.state, this.mine);
    drawPeople(this);
  }

  /** @param {import("../shared/types.js").Held} message */
  onHeld({ seat, held, point, says }) {
    if (!this.state || point !== this.state.point || seat !== this.state.mover) return;
    if (says) this.state.says = says;
    if (!(this.isMine && this.isPerson)) {
      this.held = held;
      this.felt.hold(held);
    }
    drawSays(this.state);
    this.drawControls();
  }

  /** @param {State} state */
  async onState(state) {
    const before = this.state;
    this.state = state;
    this.waiting = false;
    this.company.hear(true);
    this.shares.give(state, this.mine);
    if (before && before.point === state.point) {
      // The same decision, with a new name perhaps: dice that this player holds stay held.
      if (!(this.isMine && this.isPerson)) this.felt.hold((this.held = [...state.held]));
      this.draw();
      return askForRealDice(this);
    }
    const show = ++this.shows;
    this.held = [...state.held];
    this.question.close();
    this.entry.stop();
    this.card.chosen = null;
    this.felt.setUp(state.dice, state.faces);
    const goesOn = before?.mover === state.mover && before?.turn === state.turn;
    const throwing = before !== null && state.table !== null && state.last?.what === "throw" && (!goesOn || state.throw_number > before.throw_number);
    this.settled = !throwing || !duration();
    const thrown = throwing ? state.thrown : [];
    const settled = this.felt.show({
      values: state.table,
      held: this.held,
      thrown,
      throwKey: state.point,
      mayHold: this.mayHold,
      blank: state.table === null,
    });
    if (!this.settled) this.draw();
    sound(this, before, thrown.filter(Boolean).length);
    const earlier = this.remembered;
    this.remembered = Promise.all([earlier, settled]).then(() => remember(state, before));
    await settled;
    if (show !== this.shows) return;
    this.settled = true;
    this.draw();
    afterSettling(this, before, throwing);
    askForRealDice(this);
  }

  // --- what the player may do

  get isMine() {
    return this.state !== null && isActing(this.state, this.mine);
  }

  get mover() {
    return this.state !== null && this.state.mover !== null ? this.state.seats[this.state.mover] : null;
  }

  get isReal() {
    return Boolean(this.mover?.physical);
  }

  get isPerson() {
    return this.mover?.kind === "person";
  }

  get mayHold() {
    return (
      this.isMine &&
      this.isPerson &&
      this.settled &&
      !this.waiting &&
      this.state?.table !== null &&
      (this.state?.throws_left ?? 0) > 0 &&
      !this.entry.open
    );
  }

  /** Send a move for the state that is drawn, once. @param {import("../shared/types.js").Move} move */
  act(move) {
    if (!this.state || this.waiting) return;
    const { mover } = this.state;
    const share = move.do === "throw" && mover !== null ? this.shares.reveal(this.state, mover) : {};
    this.waiting = this.request({ ...move, ...share, point: this.state.point });
    this.drawControls();
  }

  /**
   * Send a message that will be answered; without a connection, say so.
   * @param {PageMessage} message @returns {boolean} whether it was sent
   */
  request(message) {
    const sent = this.connection.send(message);
    if (sent) this.connection.awaitAnswer();
    else toast(t("There is no connection just now."), "bad");
    return sent;
  }

  /** @param {number} position */
  hold(position) {
    if (!this.mayHold || position >= this.held.length) return;
    this.held = this.held.map((one, i) => (i === position ? !one : one));
    this.setHeld(this.held);
    sounds.tick(this.held[position]);
    const values = { number: position + 1, face: this.state?.table?.[position] ?? "" };
    announce(this.held[position] ? t("Die {number}, {face}, held", values) : t("Die {number}, {face}, released", values));
  }

  /** @param {boolean[]} held */
  setHeld(held) {
    this.held = [...held];
    this.felt.hold(this.held);
    this.sendHeld();
    this.drawControls();
  }

  /** Show the others which dice are held. */
  sendHeld() {
    if (this.state) this.connection.send({ do: "hold", held: this.held, point: this.state.point });
  }

  roll() {
    if (this.felt.isMoving) return this.felt.finish();
    if (!this.state || byId("roll").getAttribute("aria-disabled") === "true") return;
    this.question.close(false);
    if (this.entry.open) {
      const shown = this.entry.shown;
      if (shown) this.act({ do: "throw", held: this.held, shown });
      return;
    }
    if (this.isReal) return startEntry(this);
    this.act({ do: "throw", held: this.state.table === null ? this.held.map(() => false) : this.held });
  }

  /** @param {string} category */
  choose(category) {
    const { state } = this;
    const preview = state?.previews[category];
    if (!state || !preview || !preview.legal || !this.isMine || !this.settled || this.waiting) return;
    const title = state.categories.find((one) => one.name === category)?.title ?? category;
    const anchor = this.card.buttons.find((button) => button.dataset.category === category);
    const fill = () => this.act({ do: "fill", category });
    const alternatives = state.throws_left + Object.values(state.previews).filter((one) => one.legal).length - 1;
    if (preview.points + preview.bonus > 0 || !alternatives || !anchor) return fill();
    this.question.open({
      words: t("Score 0 in {box}?", { box: title }),
      yes: t("Score 0"),
      no: t("Back"),
      anchor,
      confirmed: fill,
    });
  }

  /** @param {number} seat */
  rename(seat) {
    askName(this.state?.seats[seat].name ?? "", (name) => this.request({ do: "rename", seat, name, device: deviceSecret() }));
  }

  /** @param {Advice} advice */
  take(advice) {
    this.coach.expand(false);
    this.hint(null);
    if (advice.what === "fill") return this.card.focus(advice.category);
    if (this.mayHold) this.setHeld(advice.held);
    byId("roll").focus(); // the next key rolls, instead of taking the same advice again
  }

  /** @param {Advice|null} advice */
  hint(advice) {
    this.felt.hint(advice?.what === "keep" && this.settled ? advice.held : null);
    this.card.hint(advice?.what === "fill" ? advice.category : null);
  }

  /** @param {boolean} on */
  setCoach(on) {
    set("coach", on ? "on" : "off");
    this.connection.send({ do: "coach", on });
    if (!on && byId("coach").contains(document.activeElement)) byId("coach-tool").focus();
    byId("coach").hidden = !on;
    byId("coach-tool").setAttribute("aria-pressed", String(on));
    document.body.classList.toggle("with-coach", on);
    this.drawCoach();
  }

  // --- drawing

  draw() {
    const { state } = this;
    if (!state) return;
    const hadFocus = document.activeElement !== document.body;
    document.title =
      this.isMine && this.isPerson && !state.over ? t("Your turn – {game}", { game: state.title }) : `${state.title} – fivedice`;
    document.body.classList.toggle("is-over", state.over);
    this.card.draw(state, { mine: this.mine, settled: this.settled });
    this.felt.dice.forEach(({ button }) => {
      button.classList.toggle("still", !this.mayHold);
      button.setAttribute("aria-disabled", String(!this.mayHold));
    });
    this.drawControls();
    drawSays(state);
    drawNotes(state, this.settled);
    this.drawCoach();
    offerSeats(state, this.mine, (seat, name) => takeSeat(this, tableId, seat, name));
    drawRoom(state, this.mine);
    this.drawPeople();
    if (state.over) drawEnd(this, false);
    else byId("finish").hidden = true;
    // If the button that had the focus is gone, the roll button gets it.
    if (hadFocus && document.activeElement === document.body && !state.over) byId("roll").focus();
  }

  drawControls() {
    const { state } = this;
    if (!state) return;
    drawRollButton(state, {
      mine: this.mine,
      held: this.held,
      settled: this.settled,
      waiting: this.waiting,
      solving: this.coach.solving,
      entry: this.entry.open ? { missing: this.entry.missing } : null,
    });
    byId("felt").classList.toggle("some-held", this.held.some(Boolean) || !this.mayHold);
    if (this.guided) drawGuide(state, { held: this.held, settled: this.settled });
    byId("felt").classList.toggle("is-typing", Boolean(this.entry.open));
    const mayUndo = this.isMine && this.isReal && state.table !== null && this.settled;
    if (!mayUndo && document.activeElement === byId("undo")) byId("roll").focus();
    byId("undo").hidden = !mayUndo;
  }

  drawCoach() {
    if (this.state && !byId("coach").hidden)
      this.coach.draw(this.state, { acting: this.isMine && this.isPerson, settled: this.settled });
  }
}

const table = new Table();
putTools(table);
listenForKeys(table);
listenToPeople(table);
