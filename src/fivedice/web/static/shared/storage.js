/** What this browser remembers: theme, sound, speed, the coach, names, and the tokens of its seats. */

const PREFIX = "fivedice.";
/** @type {import("./types.js").Speed[]} */
export const SPEEDS = ["slow", "normal", "fast", "off"];
/** @type {Map<string, Set<(value: string) => void>>} */
const listeners = new Map();
/** Used where the browser has no storage. @type {Map<string, string>} */
const memory = new Map();

/** @param {string} name @param {string} fallback @returns {string} */
export function get(name, fallback) {
  try {
    return localStorage.getItem(PREFIX + name) ?? memory.get(name) ?? fallback;
  } catch {
    return memory.get(name) ?? fallback;
  }
}

/** @param {string} name @param {string} value */
export function set(name, value) {
  memory.set(name, value);
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners.get(name) ?? []) listener(value);
}

/** @param {string} name @param {(value: string) => void} listener */
export function watch(name, listener) {
  if (!listeners.has(name)) listeners.set(name, new Set());
  listeners.get(name)?.add(listener);
}

/** @param {string} name @returns {Record<string, string>} */
function record(name) {
  try {
    return JSON.parse(get(name, "{}"));
  } catch {
    return {};
  }
}

/** @param {string} table @returns {Record<string, string>} token by seat */
export function tokens(table) {
  return record(`tokens.${table}`);
}

/** @param {string} table @param {number|string} seat @param {string} token */
export function keepToken(table, seat, token) {
  set(`tokens.${table}`, JSON.stringify({ ...tokens(table), [seat]: token }));
}

/** Tokens by seat that the server has not confirmed: they are kept before the seat is asked for. @param {string} table */
export function unconfirmedTokens(table) {
  return record(`hopes.${table}`);
}

/** @param {string} table @param {number|string} seat @param {string} token */
export function keepUnconfirmedToken(table, seat, token) {
  set(`hopes.${table}`, JSON.stringify({ ...unconfirmedTokens(table), [seat]: token }));
}

/** A secret for a seat, as the server makes them. */
export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/** The secret by which names belong to this browser; it is made once. */
export function deviceSecret() {
  const known = get("device", "");
  if (known) return known;
  set("device", newToken());
  return get("device", "");
}

/** How fast dice roll and robots play. @returns {import("./types.js").Speed} */
export function speed() {
  const chosen = get("speed", "normal");
  return SPEEDS.find((one) => one === chosen) ?? "normal";
}

/** Tables at which this browser has a seat. */
export function ownTables() {
  const start = `${PREFIX}tokens.`;
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : []));
  } catch {
    return [...memory.keys()].flatMap((key) => (key.startsWith("tokens.") ? [key.slice(7)] : []));
  }
}

/** Forget the seats at a table. @param {string} table */
export function forgetTable(table) {
  for (const name of [`tokens.${table}`, `hopes.${table}`]) {
    memory.delete(name);
    localStorage.removeItem(PREFIX + name);
  }
}
