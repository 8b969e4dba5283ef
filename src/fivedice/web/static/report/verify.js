/**
 * Checking the dice in the browser: the seed fits what was shown before the game, and gives every die of it.
 * The formula is that of table/dice.py; it is written here again because a player should not have to trust the server.
 */

import { t } from "../shared/language.js";

const COMMITTED = "fivedice-dice-1\n";
const NUMBERS = 1n << 64n;

/** @param {string} hex */
function bytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {ArrayBuffer} buffer */
function hexadecimal(buffer) {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {CryptoKey} key @param {string} where "seat:turn:throw:position" @param {number} faces */
async function die(key, where, faces) {
  const fair = NUMBERS - (NUMBERS % BigInt(faces));
  for (let attempt = 0; ; attempt++) {
    const digest = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${where}:${attempt}`));
    const number = new DataView(digest).getBigUint64(0);
    if (number < fair) return 1 + Number(number % BigInt(faces));
  }
}

/**
 * @param {import("../shared/types.js").GameRecord} record @param {number} faces
 * @returns {Promise<{sound: boolean, sentences: string[]}>}
 */
export async function verify(record, faces) {
  if (!record.commitment)
    return { sound: true, sentences: [t("All dice of this game were real ones: there is nothing to check.")] };
  if (!record.seed) return { sound: false, sentences: [t("The seed is revealed when the game is over.")] };
  if (!globalThis.crypto?.subtle) {
    return {
      sound: false,
      sentences: [
        t(
          "This browser checks only on https or on this machine itself; save the record and run: fivedice verify GAME.json",
        ),
      ],
    };
  }
  const seed = bytes(record.seed);
  const hash = hexadecimal(
    await crypto.subtle.digest("SHA-256", new Uint8Array([...new TextEncoder().encode(COMMITTED), ...seed])),
  );
  const sentences = [];
  let sound = hash === record.commitment;
  sentences.push(
    sound
      ? t("The seed fits the hash that was shown before the game.")
      : t("The seed does not fit the hash that was shown before the game."),
  );
  const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  let checked = 0;
  const wrong = [];
  for (const event of record.events) {
    if (event.event !== "thrown" || record.seats[event.seat].physical) continue;
    for (let position = 0; position < event.dice.length; position++) {
      if (event.held.includes(position)) continue;
      const where = `${event.seat}:${event.turn}:${event.throw}:${position}`;
      checked++;
      if ((await die(key, where, faces)) !== event.dice[position]) wrong.push(where);
    }
  }
  sound &&= !wrong.length;
  sentences.push(
    wrong.length
      ? t("{wrong} of {all} dice are not those that the seed gives.", { wrong: wrong.length, all: checked })
      : t("All {all} dice are those that the seed gives.", { all: checked }),
  );
  return { sound, sentences };
}
