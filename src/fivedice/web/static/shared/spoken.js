/**
 * What the server says, in the language of the page. The texts of its answers are English; `phrases` brings template and
 * values of those that were put together, and the catalogue has the others.
 */

import { decimal, filled, language, pluralForm, translated } from "./language.js";

/**
 * @typedef {{template: string, values?: Record<string, Value>, many?: string, context?: string, capital?: boolean}} Phrase
 * @typedef {{number: number, digits: number}} Figure
 * @typedef {string|number|Phrase|Figure|Value[]} Value
 */

/** Keys whose texts are for people. */
const TEXTS = new Set(["bonuses", "group", "line", "notes", "sentence", "sentences", "summary", "text", "title", "why", "words"]);

/**
 * An answer of the server with its texts in the language of the page.
 * @template T @param {T} answer @returns {T}
 */
export function spoken(answer) {
  return language === "en" ? answer : /** @type {T} */ (walked(answer, "", {}));
}

/** @param {unknown} value @param {string} key @param {Record<string, Phrase>} phrases @returns {unknown} */
function walked(value, key, phrases) {
  if (typeof value === "string") return TEXTS.has(key) ? said(value, phrases) : value;
  if (Array.isArray(value)) return value.map((one) => walked(one, key, phrases));
  if (value === null || typeof value !== "object") return value;
  const known = "phrases" in value ? { ...phrases, .../** @type {Record<string, Phrase>} */ (value.phrases) } : phrases;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name === "phrases" ? one : walked(one, name, known)]),
  );
}

/** @param {string} text @param {Record<string, Phrase>} phrases */
function said(text, phrases) {
  if (Object.hasOwn(phrases, text)) return rendered(phrases[text]);
  // The name of a box, perhaps with that of its column.
  const [, box, column] = /^(.*?)( \(.*\))?$/s.exec(text) ?? [];
  const name = translated(box, "box");
  return name === box ? translated(text) : name + (column ?? "");
}

/** @param {Value} value @returns {string} */
function rendered(value) {
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map(rendered).join(", ");
  if ("number" in value) return decimal(value.number, value.digits);
  const { template, many, context, capital, values = {} } = value;
  const form = many ? pluralForm(template, many, Number(values.count)) : translated(template, context);
  const text = filled(form, Object.fromEntries(Object.entries(values).map(([name, one]) => [name, rendered(one)])));
  return capital ? text.charAt(0).toLocaleUpperCase(language) + text.slice(1) : text;
}
