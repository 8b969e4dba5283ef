/** The table's connection: who this browser is, what each message means, and what is shown while it is lost. */

import { byId, el, put } from "../shared/dom.js";
import { get, hope, hopes, keepToken, newToken, tokens } from "../shared/storage.js";
import { Connection } from "./connection.js";
import { toast } from "./announce.js";
/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table @param {string} id */
export function connect(table, id) {
  // What the server says before it greets is why it will not.
  let greeted = false;
  let refusal = "";
  let first = true;
  const connection = new Connection(`/ws/${encodeURIComponent(id)}`, {
    message: (message) => {
      if (message.type === "error" && !greeted) {
        refusal = message.sentence;
        return;
      }
      greeted = true;
      byId("lost").hidden = true;
      MEANINGS[message.type]?.(table, message, id);
    },
    open: () => {
      greeted = false;
      refusal = "";
      const own = Object.values({ ...hopes(id), ...tokens(id) });
      if (own.length) connection.send({ do: "join", tokens: own });
      table.coach.solving = null; // the end of a solve may have been said meanwhile
      if (first && get("coach", "off") === "on") table.setCoach(true);
      else if (!byId("coach").hidden) connection.send({ do: "coach", on: true });
      first = false;
    },
    lost: (busy) => {
      table.unblock();
      const why = busy ? refusal || "The server cannot go on just now." : "Connection lost.";
      sayLost(`${why} Nothing is lost at the table; trying again…`);
    },
    gone: () => {
      table.unblock();
      sayLost("There is no such table here. ", el("a", { href: "/", text: "Start a new one" }));
    },
  });
  return connection;
}

/**
 * Take an open seat. The page makes the token: it opens the seat even if the answer is lost on its way.
 * @param {Table} table @param {string} id @param {number} seat @param {string} name
 */
export function askForSeat(table, id, seat, name) {
  const token = hopes(id)[seat] ?? newToken();
  hope(id, seat, token);
  table.joining = table.ask({ do: "join", seat, name, tokens: [token] });
}

/** @param {...(Node|string)} words */
function sayLost(...words) {
  // It is read out when it changes, not with each of many attempts.
  const said = words.map((part) => (typeof part === "string" ? part : part.textContent)).join("");
  if (byId("lost-words").textContent !== said) put(byId("lost-words"), ...words);
  byId("lost").hidden = false;
}

/** @type {Record<string, (table: Table, message: any, id: string) => void>} */
const MEANINGS = {
  welcome: (table, { you, tokens: own }, id) => {
    keepAll(id, { ...fulfilled(id, you), ...own });
    if (you.length) table.joining = false;
    // The greeting comes before the tokens are known: whoever holds some has a seat until told otherwise.
    if (you.length || !Object.keys(tokens(id)).length) table.sitDown(you);
  },
  state: (table, message, id) => {
    // Whoever was there when the rematch was laid sits down at it by the same token, though not told of it.
    if (message.rematch) for (const [seat, token] of Object.entries(tokens(id))) hope(message.rematch, seat, token);
    void table.onState(message);
  },
  held: (table, message) => table.onHeld(message),
  presence: (table, message) => table.onPresence(message),
  solving: (table, message) =>
    table.onAdvice(() => {
      table.coach.solving = message;
    }),
  coach: (table, message) =>
    table.onAdvice(() => {
      table.coach.advice = message;
      table.coach.solving = null;
    }),
  outlook: (table, message) =>
    table.onAdvice(() => {
      table.coach.outlook = message;
    }),
  rematch: (_, { url, id: next, tokens: own }) => {
    keepAll(next, own);
    location.assign(url);
  },
  error: (table, { sentence, about }, id) => {
    // A hope that came to nothing needs no words, unless a seat was asked for just now.
    if (about !== "tokens" || table.joining || Object.keys(tokens(id)).length) toast(sentence, "bad");
    table.joining = false;
    table.onAdvice(() => {
      table.coach.solving = null;
    });
    table.unblock();
  },
};

/** Tokens that open a seat as was hoped, where none is known yet. @param {string} id @param {number[]} seats */
function fulfilled(id, seats) {
  const known = tokens(id);
  return Object.fromEntries(
    Object.entries(hopes(id)).filter(([seat]) => seats.includes(Number(seat)) && !(seat in known)),
  );
}

/** @param {string} id @param {Record<string, string>} [own] tokens by seat */
function keepAll(id, own = {}) {
  for (const [seat, token] of Object.entries(own)) keepToken(id, seat, token);
}
