/** The table's connection: who this browser is, what each message means, and what is shown while it is lost. */

import { byId, el, put } from "./dom.js";
import { get, keepToken, tokens } from "./prefs.js";
import { Connection } from "./socket.js";
import { toast } from "./speech.js";
/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table @param {string} id */
export function connect(table, id) {
  // What the server says before it greets is why it will not.
  let greeted = false;
  let refusal = "";
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
      const own = Object.values(tokens(id));
      if (own.length) connection.send({ do: "join", tokens: own });
      if (get("coach", "off") === "on") table.setCoach(true);
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
    keepAll(id, own);
    // The greeting comes before the tokens are known: whoever holds some has a seat until told otherwise.
    if (you.length || !Object.keys(tokens(id)).length) table.sitDown(you);
  },
  state: (table, message) => void table.onState(message),
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
  error: (table, { sentence }) => {
    toast(sentence, "bad");
    table.onAdvice(() => {
      table.coach.solving = null;
    });
    table.unblock();
  },
};

/** @param {string} id @param {Record<string, string>} [own] tokens by seat */
function keepAll(id, own = {}) {
  for (const [seat, token] of Object.entries(own)) keepToken(id, seat, token);
}
