/** The table's connection: which seats this browser has, what each message does, and what is shown while it is lost. */

import { byId, el, put } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { deviceSecret, get, keepToken, keepUnconfirmedToken, newToken, tokens, unconfirmedTokens } from "../shared/storage.js";
import { toast } from "./announce.js";
import { Connection } from "./connection.js";
import { showReaction } from "./reactions.js";
/** @typedef {import("../shared/types.js").ServerMessage} ServerMessage */
/** @typedef {import("../shared/types.js").Tokens} Tokens */
/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table @param {string} id */
export function connect(table, id) {
  keepTokensOfAddress(id);
  // An error before the greeting says why the server refuses the connection.
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
      receive(table, message, id);
    },
    open: () => {
      greeted = false;
      refusal = "";
      table.shares.forget();
      const own = Object.values({ ...unconfirmedTokens(id), ...tokens(id) });
      if (own.length) connection.send({ do: "join", tokens: own });
      table.coach.solving = null; // its end may have been missed
      if (first && get("coach", "off") === "on") table.setCoach(true);
      else if (!byId("coach").hidden) connection.send({ do: "coach", on: true });
      first = false;
    },
    lost: (busy) => {
      table.unblock();
      const problem = busy ? refusal || t("The server cannot go on just now.") : t("Connection lost.");
      showLost(t("{problem} Nothing is lost at the table; trying again…", { problem }));
    },
    gone: () => {
      table.unblock();
      showLost(`${t("There is no such table here.")} `, el("a", { href: "/", text: t("Start a new one") }));
    },
  });
  return connection;
}

/** The address of a game from the terminal brings the tokens of its seats: /table/ID#0=TOKEN. @param {string} id */
function keepTokensOfAddress(id) {
  const brought = [...new URLSearchParams(location.hash.slice(1))].filter(
    ([seat, token]) => /^\d+$/.test(seat) && token,
  );
  for (const [seat, token] of brought) keepUnconfirmedToken(id, seat, token);
  if (brought.length) history.replaceState(null, "", location.pathname);
}

/**
 * Take an open seat. The page makes the token: it opens the seat even if the answer is lost on its way.
 * @param {Table} table @param {string} id @param {number} seat @param {string} name
 */
export function takeSeat(table, id, seat, name) {
  const token = unconfirmedTokens(id)[seat] ?? newToken();
  keepUnconfirmedToken(id, seat, token);
  table.joining = table.request({ do: "join", seat, name, tokens: [token], device: deviceSecret() });
}

/** @param {...(Node|string)} words */
function showLost(...words) {
  // It is read out when it changes, not at each attempt.
  const said = words.map((part) => (typeof part === "string" ? part : part.textContent)).join("");
  if (byId("lost-words").textContent !== said) put(byId("lost-words"), ...words);
  byId("lost").hidden = false;
}

/** @param {Table} table @param {ServerMessage} message @param {string} id of the table */
function receive(table, message, id) {
  const { coach } = table;
  switch (message.type) {
    case "welcome":
      keepAll(id, { ...confirmed(id, message.you), ...message.tokens });
      if (message.you.length) table.joining = false;
      // The greeting comes before the tokens are known: a browser that has some keeps its seats until then.
      if (message.you.length || !Object.keys(tokens(id)).length) table.sitDown(message.you);
      return;
    case "state":
      // The same tokens open the same seats at the rematch, also for a browser that missed its message.
      if (message.rematch)
        for (const [seat, token] of Object.entries(tokens(id))) keepUnconfirmedToken(message.rematch, seat, token);
      void table.onState(message);
      return;
    case "held":
      return table.onHeld(message);
    case "presence":
      return table.onPresence(message);
    case "request":
      return table.onRequest(message.request);
    case "reaction":
      return showReaction(table.state?.seats[message.seat].name ?? "", message.seat, message.emote);
    case "solving":
      coach.solving = message;
      return table.onAdvice();
    case "coach":
      coach.advice = message;
      coach.solving = null;
      return table.onAdvice();
    case "outlook":
      coach.outlook = message;
      return table.onAdvice();
    case "rematch":
      keepAll(message.id, message.tokens);
      return location.assign(message.url);
    case "error":
      // What a page does by itself for fair dice is no concern of its reader: without a share, dice roll all the same.
      if (message.about === "pledge" || message.about === "share") return table.shares.refuse();
      // A refused token is worth a note only if a seat was asked for just now, or is this browser's own.
      if (message.about !== "tokens" || table.joining || Object.keys(tokens(id)).length) toast(message.sentence, "bad");
      table.joining = false;
      coach.solving = null;
      table.onAdvice();
      return table.unblock();
  }
}

/** Unconfirmed tokens of the seats that the server has given to this browser. @param {string} id @param {number[]} seats */
function confirmed(id, seats) {
  const known = tokens(id);
  return Object.fromEntries(
    Object.entries(unconfirmedTokens(id)).filter(([seat]) => seats.includes(Number(seat)) && !(seat in known)),
  );
}

/** @param {string} id @param {Tokens} own */
function keepAll(id, own) {
  for (const [seat, token] of Object.entries(own)) keepToken(id, seat, token);
}
