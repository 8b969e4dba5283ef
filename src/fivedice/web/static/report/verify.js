/**
 * Checking the dice in the browser: seed and shares are what was bound before the throws, and give every die.
 * The formula is that of table/dice.py; it is written here again because a player should not have to trust the server.
 */

import { t, tn } from "../shared/language.js";
import { fromHex, hmac, sha256, toHex, utf8 } from "../shared/sha256.js";
import { linkBefore, links, mixed } from "../shared/shares.js";
/** @typedef {import("../shared/types.js").GameRecord} GameRecord */
/** @typedef {{sound: boolean, sentence: string}} Finding */

const COMMITTED = "fivedice-dice-1\n";
const NUMBERS = 1n << 64n;
/** Checked without a pause, so that the page goes on answering. */
const AT_ONCE = 20;

/** @param {Uint8Array} seed @param {Uint8Array} mix @param {string} where "seat:turn:throw:position" @param {number} faces */
function die(seed, mix, where, faces) {
  const fair = NUMBERS - (NUMBERS % BigInt(faces));
  for (let attempt = 0; ; attempt++) {
    const digest = hmac(seed, mix, utf8(`${where}:${attempt}`));
    const number = new DataView(digest.buffer).getBigUint64(0);
    if (number < fair) return 1 + Number(number % BigInt(faces));
  }
}

/**
 * @param {GameRecord} record @param {number} faces
 * @param {{commitment: string, secrets: Record<string, string>}} own what this browser kept of the game
 * @returns {Promise<{verdict: "sound"|"unfinished"|"wrong", sentences: string[]}>}
 */
export async function verify(record, faces, own) {
  if (!record.commitment)
    return { verdict: "sound", sentences: [t("All dice of this game were real ones: there is nothing to check.")] };
  const found = [...checkCommitment(record, own.commitment), ...checkShares(record, own.secrets)];
  if (record.seed) found.push(await checkDice(record, fromHex(record.seed), faces));
  else found.push({ sound: true, sentence: t("The game is unfinished: the seed is revealed when it is over.") });
  const sound = found.every((one) => one.sound);
  return {
    verdict: !sound ? "wrong" : record.seed ? "sound" : "unfinished",
    sentences: found.map((one) => one.sentence),
  };
}

/** @param {GameRecord} record @param {string} seen @returns {Finding[]} */
function checkCommitment({ commitment, seed }, seen) {
  const found = [];
  if (seen) {
    const sound = seen === commitment;
    const sentence = sound
      ? t("The hash is the one that this browser was shown before the game.")
      : t("The hash is not the one that this browser was shown before the game.");
    found.push({ sound, sentence });
  }
  if (seed) {
    const sound = toHex(sha256(utf8(COMMITTED), fromHex(seed))) === commitment;
    const sentence = sound
      ? t("The seed fits the hash that was shown before the game.")
      : t("The seed does not fit the hash that was shown before the game.");
    found.push({ sound, sentence });
  }
  return found;
}

/** Each share is the next link of what its player pledged. @param {GameRecord} record @param {Record<string, string>} secrets @returns {Finding[]} */
function checkShares(record, secrets) {
  /** @type {Map<number, string>} */
  const known = new Map();
  const chains = new Map(Object.entries(secrets).map(([seat, secret]) => [Number(seat), new Set(links(secret))]));
  const strange = new Set();
  let shares = 0;
  let wrong = 0;
  for (const event of record.events) {
    if (event.event === "pledged") known.set(event.seat, event.pledge);
    if ((event.event !== "thrown" && event.event !== "shared") || !event.share) continue;
    shares++;
    if (linkBefore(event.share) !== known.get(event.seat)) wrong++;
    known.set(event.seat, event.share);
    if (chains.has(event.seat) && !chains.get(event.seat)?.has(event.share)) strange.add(event.seat);
  }
  if (!shares) return [{ sound: true, sentence: t("No player's browser had a share in the dice of this game.") }];
  const found = [
    {
      sound: !wrong,
      sentence: wrong
        ? tn("{count} share does not fit what was pledged.", "{count} shares do not fit what was pledged.", wrong)
        : tn("{count} share fits what players pledged.", "All {count} shares fit what players pledged.", shares),
    },
  ];
  for (const seat of chains.keys()) {
    const name = record.scores[seat]?.name ?? "";
    if (strange.has(seat))
      found.push({ sound: true, sentence: t("Some shares of {name} were those of another browser.", { name }) });
    else if (known.has(seat)) found.push({ sound: true, sentence: t("The shares of {name} are those of this browser.", { name }) });
  }
  return found;
}

/** @param {GameRecord} record @param {Uint8Array} seed @param {number} faces @returns {Promise<Finding>} */
async function checkDice(record, seed, faces) {
  /** @type {Uint8Array} */
  let mix = new Uint8Array(0);
  let checked = 0;
  let wrong = 0;
  let events = 0;
  for (const event of record.events) {
    if ((event.event === "thrown" || event.event === "shared") && event.share) mix = mixed(mix, event.share);
    if (event.event !== "thrown" || record.seats[event.seat].physical) continue;
    for (let position = 0; position < event.dice.length; position++) {
      if (event.held.includes(position)) continue;
      const where = `${event.seat}:${event.turn}:${event.throw}:${position}`;
      checked++;
      if (die(seed, mix, where, faces) !== event.dice[position]) wrong++;
    }
    if (++events % AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  const sentence = wrong
    ? t("{wrong} of {checked} dice are not those that the seed and the shares give.", { wrong, checked })
    : t("All {checked} dice are those that the seed and the shares give.", { checked });
  return { sound: !wrong, sentence };
}
