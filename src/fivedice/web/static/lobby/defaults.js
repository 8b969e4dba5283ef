/** What the lobby shows first: what its address asks for, else what was chosen last, else the default. */

import { t } from "../shared/language.js";
import { get, set } from "../shared/storage.js";
/** @typedef {{kind: string, name: string, strategy: string, physical: boolean}} Place kind is one of KINDS */

export const MOST_SEATS = 8;
/** Who can sit at a table. @type {Record<string, string>} */
export const KINDS = { person: t("Plays here"), link: t("Joins by link"), robot: t("Robot") };

const asked = new URLSearchParams(location.search);

/** A player at this screen. @param {string} name @returns {Place} */
export function person(name) {
  return { kind: "person", name, strategy: "", physical: false };
}

/** @returns {Place} */
export function robot() {
  return { kind: "robot", name: "", strategy: "optimal", physical: false };
}

/** Whether the address of the page says who plays. */
export function asksForSeats() {
  return asked.has("players") || asked.has("physical");
}

export function firstVariant() {
  return asked.get("variant") ?? get("variant", "yahtzee");
}

/** @returns {Place[]} */
export function firstPlaces() {
  if (asked.get("coach") === "1") set("coach", "on");
  const names = (asked.get("players") ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const places = names.length ? names.slice(0, MOST_SEATS).map(person) : lastPlaces();
  return asked.get("physical") === "1" ? places.map((place) => ({ ...place, physical: true })) : places;
}

/** @returns {Place[]} */
function lastPlaces() {
  const usual = [person(get("name", "")), robot()];
  try {
    const last = JSON.parse(get("places", "null"));
    return Array.isArray(last) && last.length && last.every((place) => place.kind in KINDS) ? last : usual;
  } catch {
    return usual;
  }
}
