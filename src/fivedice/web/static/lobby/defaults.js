/** What the lobby offers first: what its address asks for, else what was chosen last, else the usual. */

import { get, set } from "../shared/storage.js";
/** @typedef {{kind: "person"|"link"|"robot", name: string, strategy: string, physical: boolean}} Place */

const asked = new URLSearchParams(location.search);

/** Somebody who sits in front of this screen. @param {string} name @returns {Place} */
export function person(name) {
  return { kind: "person", name, strategy: "", physical: false };
}

/** @returns {Place} */
export function robot() {
  return { kind: "robot", name: "", strategy: "optimal", physical: false };
}

export function firstVariant() {
  return asked.get("variant") ?? get("variant", "yahtzee");
}

/** @param {string[]} kinds who can sit at a table @param {number} most seats @returns {Place[]} */
export function firstPlaces(kinds, most) {
  if (asked.get("coach") === "1") set("coach", "on");
  const names = (asked.get("players") ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const places = names.length ? names.slice(0, most).map(person) : lastPlaces(kinds);
  return asked.get("physical") === "1" ? places.map((place) => ({ ...place, physical: true })) : places;
}

/** @param {string[]} kinds @returns {Place[]} */
function lastPlaces(kinds) {
  const usual = [person(get("name", "")), robot()];
  try {
    const last = JSON.parse(get("places", "null"));
    return Array.isArray(last) && last.length && last.every((place) => kinds.includes(place.kind)) ? last : usual;
  } catch {
    return usual;
  }
}
