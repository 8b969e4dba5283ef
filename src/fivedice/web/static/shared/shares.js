/**
 * Shares of this browser in the dice: a chain of hashes for each of its seats, of which one link is revealed with each throw. The
 * formula is that of table/shares.py; a player should not have to trust the server.
 */

import { fromHex, sha256, toHex, utf8 } from "./sha256.js";
import { get, set } from "./storage.js";

const LINK = utf8("fivedice-link-1\n");
const MIXED = utf8("fivedice-mix-1\n");
const LINKS = 1024;
/** Chains by their secret. @type {Map<string, string[]>} */
const chains = new Map();

/** The link that was known before this one. @param {string} link */
export function linkBefore(link) {
  return toHex(sha256(LINK, fromHex(link)));
}

/** The mix after a link was revealed. @param {Uint8Array} mix @param {string} link */
export function mixed(mix, link) {
  return sha256(MIXED, mix, fromHex(link));
}

/** What nobody else knows: the last link of a chain. */
export function newSecret() {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** All links, the pledge first. @param {string} secret @returns {string[]} */
export function links(secret) {
  const known = chains.get(secret);
  if (known) return known;
  const found = [secret];
  for (let i = 0; i < LINKS; i++) found.push(linkBefore(found[i]));
  found.reverse();
  chains.set(secret, found);
  return found;
}

/** @param {string} table @returns {Record<string, string>} secret by seat */
export function secrets(table) {
  try {
    return JSON.parse(get(`secrets.${table}`, "{}"));
  } catch {
    return {};
  }
}

/** @param {string} table @param {number|string} seat @param {string} secret */
export function keepSecret(table, seat, secret) {
  set(`secrets.${table}`, JSON.stringify({ ...secrets(table), [seat]: secret }));
}

/** The commitment that this browser was shown first, before it revealed anything. @param {string} table */
export function firstCommitment(table) {
  return get(`commitment.${table}`, "");
}

/** @param {string} table @param {string|null} commitment */
export function keepCommitment(table, commitment) {
  if (commitment && !firstCommitment(table)) set(`commitment.${table}`, commitment);
}

/** The shares of one page at one table. */
export class Shares {
  /** @param {string} table @param {(message: import("./types.js").PageMessage) => boolean} send */
  constructor(table, send) {
    this.table = table;
    this.send = send;
    /** Links on their way, by seat. @type {Map<number, string>} */
    this.sent = new Map();
    /** Seats that this page has pledged for. @type {Set<number>} */
    this.pledged = new Set();
    /** Seats whose pledge or share was refused: they throw without. @type {Set<number>} */
    this.refused = new Set();
  }

  /** The connection is a new one: what was on its way may be lost. */
  forget() {
    this.sent.clear();
    this.pledged.clear();
    this.refused.clear();
  }

  /** A pledge was refused, or a share that another window had revealed already: what is on its way does not arrive. */
  refuse() {
    for (const seat of this.sent.keys()) this.refused.add(seat);
    this.sent.clear();
  }

  /** The link after one that is known; undefined if the seat's chain is not of this browser. @param {number} seat @param {string|null|undefined} link */
  after(seat, link) {
    const secret = secrets(this.table)[seat];
    const at = secret && link ? links(secret).indexOf(link) : -1;
    return at < 0 ? undefined : links(secret)[at + 1];
  }

  /**
   * Pledge for seats without a chain of this browser, and reveal what is wanted.
   * @param {import("./types.js").State} state @param {Set<number>} mine
   */
  give(state, mine) {
    keepCommitment(this.table, state.commitment);
    if (!state.shares || state.over) return;
    for (const seat of mine) {
      const { kind, link, owes } = state.seats[seat];
      if (kind === "robot") continue;
      const next = this.after(seat, link);
      if (!next && !this.pledged.has(seat)) this.pledge(seat);
      else if (next && owes && this.sent.get(seat) !== next) {
        this.sent.set(seat, next);
        this.send({ do: "share", seat, share: next });
      }
    }
  }

  /** Pledge a new chain. @param {number} seat */
  pledge(seat) {
    const secret = newSecret();
    keepSecret(this.table, seat, secret);
    this.pledged.add(seat);
    this.sent.set(seat, links(secret)[0]);
    this.send({ do: "pledge", seat, pledge: links(secret)[0] });
  }

  /**
   * What a throw reveals; a link or pledge that is on its way counts as known.
   * @param {import("./types.js").State} state @param {number} seat @returns {{share?: string}}
   */
  reveal(state, seat) {
    const { kind, link } = state.seats[seat];
    if (!state.shares || kind === "robot") return {};
    const next = this.after(seat, link);
    if (!next && this.refused.has(seat)) return {};
    const way = this.sent.get(seat);
    if (!next && (!way || this.after(seat, way) === undefined)) this.pledge(seat);
    const share = !next || way === next ? this.after(seat, this.sent.get(seat)) : next;
    return share ? { share } : {};
  }
}
