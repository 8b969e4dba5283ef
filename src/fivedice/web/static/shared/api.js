/** Every request to the server. What it refuses is an Error with the server's own sentence. */

import { t } from "./language.js";
import { showProblem } from "./problem.js";
import { deviceSecret } from "./storage.js";
import { spoken } from "./spoken.js";
/** @typedef {import("./types.js").ReviewProgress} ReviewProgress */

const ACCEPTED = 202;
const BUSY = 503;
const TAKEN = 409;
/** Milliseconds before a request is repeated: the first wait, its growth, the longest. */
const WHEN_BUSY = { first: 600, growth: 1.8, longest: 8000 };
const WHEN_PENDING = { first: 300, growth: 1.4, longest: 2500 };

/** What the server answers with a status other than 2xx. */
class Refused extends Error {
  /** @param {string} sentence @param {number} status */
  constructor(sentence, status) {
    super(sentence);
    this.status = status;
  }
}

/** Whether the server refused a name because it belongs to somebody else. @param {unknown} error */
export function isNameTaken(error) {
  return error instanceof Refused && error.status === TAKEN;
}

/** @param {number} time milliseconds @returns {Promise<void>} */
export function sleep(time) {
  return new Promise((resolve) => setTimeout(resolve, time));
}

/** @param {string} path @param {RequestInit} [options] @returns {Promise<{status: number, body: unknown}>} */
async function request(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error(t("The server cannot be reached; is it still running?"));
  }
  const body = spoken(await answer.json().catch(() => null));
  if (!answer.ok) throw new Refused(body?.sentence ?? t("The server answered {status}.", { status: answer.status }), answer.status);
  return { status: answer.status, body };
}

/**
 * Get something. While the server is away or busy, the page says so and repeats the request after longer and longer waits.
 * @param {string} path
 */
async function get(path) {
  for (let wait = WHEN_BUSY.first; ; wait = Math.min(WHEN_BUSY.longest, wait * WHEN_BUSY.growth)) {
    try {
      const answer = await request(path);
      showProblem(null, path);
      return answer;
    } catch (error) {
      if (!(error instanceof Error) || (error instanceof Refused && error.status !== BUSY)) throw error;
      showProblem(t("{problem} Trying again…", { problem: error.message }), path);
      await sleep(wait);
    }
  }
}

/** The body of an answer; PROTOCOL.md says what it is. @template T @param {string} path @returns {Promise<T>} */
async function getBody(path) {
  return /** @type {T} */ ((await get(path)).body);
}

/** @param {...string} parts @returns {string} an address below /api/ */
function address(...parts) {
  return `/api/${parts.map(encodeURIComponent).join("/")}`;
}

/** @returns {Promise<import("./types.js").Variant[]>} */
export async function getVariants() {
  return /** @type {{variants: import("./types.js").Variant[]}} */ (await getBody(address("variants"))).variants;
}

/** @param {string} variant @returns {Promise<import("./types.js").Strategies>} */
export function getStrategies(variant) {
  return getBody(`${address("strategies")}?${new URLSearchParams({ variant })}`);
}

/** Where the list of tables is: a problem with it is shown until it is solved. */
export const TABLES = address("tables");

/** Games that are listed, and those of these ids. @param {string[]} own @returns {Promise<import("./types.js").OpenTable[]>} */
export async function getTables(own) {
  const path = own.length ? `${TABLES}?${new URLSearchParams({ own: own.join() })}` : TABLES;
  return /** @type {{tables: import("./types.js").OpenTable[]}} */ (await getBody(path)).tables;
}

/** A request that sends something. @param {object} body @returns {RequestInit} */
function posting(body) {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** A QR code as SVG. @param {string} text */
export async function getQrCode(text) {
  const answer = await fetch(address("qr"), posting({ text }));
  if (!answer.ok) throw new Refused("", answer.status);
  return answer.text();
}

/** @param {import("./types.js").NewTable} table @returns {Promise<import("./types.js").CreatedTable>} */
export async function createTable(table) {
  const { body } = await request(TABLES, posting({ ...table, device: deviceSecret() }));
  return /** @type {import("./types.js").CreatedTable} */ (body);
}

/**
 * Ask something about a name, for this browser: whose it is (""), a link for another device, to leave it.
 * @template T @param {""|"link"|"move"|"leave"} what @param {{name: string}|{code: string}} about @returns {Promise<T>}
 */
export async function askAboutName(what, about) {
  const path = what ? address("names", what) : address("names");
  return /** @type {T} */ ((await request(path, posting({ ...about, device: deviceSecret() }))).body);
}

/** @param {string} id @returns {Promise<import("./types.js").State>} */
export function getState(id) {
  return getBody(address("tables", id));
}

/** What the boxes of a table pay. @param {string} id @returns {Promise<import("./types.js").BoxRules>} */
export function getRules(id) {
  return getBody(address("tables", id, "rules"));
}

/** @param {string} id @param {"json"|"csv"} format */
export function recordAddress(id, format) {
  return address("record", `${id}.${format}`);
}

/** @param {string} id @returns {Promise<import("./types.js").GameRecord>} */
export function getRecord(id) {
  return getBody(recordAddress(id, "json"));
}

/**
 * The review of a game, once the server has it.
 * @param {string} id @param {(progress: ReviewProgress) => void} pending called each time that it is not ready
 */
export function getReview(id, pending) {
  return getComputed(address("report", id), pending);
}

/** The review with the chances to win in every round. @param {string} id @param {(progress: ReviewProgress) => void} pending */
export function getChances(id, pending) {
  return getComputed(address("chances", id), pending);
}

/** @param {string} path @param {(progress: ReviewProgress) => void} pending */
async function getComputed(path, pending) {
  for (let wait = WHEN_PENDING.first; ; wait = Math.min(WHEN_PENDING.longest, wait * WHEN_PENDING.growth)) {
    const { status, body } = await get(path);
    if (status !== ACCEPTED) return /** @type {import("./types.js").Review} */ (body);
    pending(/** @type {ReviewProgress} */ (body));
    await sleep(wait);
  }
}

/** @param {string} variant @param {string} kind person or robot @returns {Promise<import("./types.js").Score[]>} */
export async function getScores(variant, kind) {
  const query = new URLSearchParams({ variant, kind, limit: "50" });
  return /** @type {{scores: import("./types.js").Score[]}} */ (await getBody(`${address("scores")}?${query}`)).scores;
}

/** @param {string} name @param {string} variant "" for the last one played @returns {Promise<import("./types.js").Player>} */
export function getPlayer(name, variant) {
  return getBody(`${address("player", name)}${variant ? `?${new URLSearchParams({ variant })}` : ""}`);
}

/** The last part of this page's address. */
export function lastPart() {
  return decodeURIComponent(location.pathname.split("/").filter(Boolean).pop() ?? "");
}
