/**
 * Texts of the pages in the language of the page: the English text is the key, `{name}` stands for a value.
 * A script that runs before any module brings the catalogue of the language; English needs none.
 */

/** @typedef {Record<string, string|number>} Values */

/** The language of the page, such as "sv". */
export const language = document.documentElement.lang || "en";

/** @type {{texts: Record<string, string|string[]>, zeroIsOne: boolean}} */
const { texts, zeroIsOne } = /** @type {any} */ (globalThis).fivediceCatalogue ?? { texts: {}, zeroIsOne: false };
const mark = (1.5).toLocaleString(language)[1];

/** A template from elsewhere. @param {string} text @param {string} [context] tells apart texts that are spelt alike */
export function translated(text, context) {
  const found = texts[context ? `${context}\u0004${text}` : text];
  return typeof found === "string" ? found : text;
}

/** @param {string} text @param {Values} [values] */
export function t(text, values = {}) {
  return filled(translated(text), values);
}

/** A text with a number, `{count}`. @param {string} one @param {string} many @param {number} count @param {Values} [values] */
export function tn(one, many, count, values = {}) {
  return filled(pluralForm(one, many, count), { count, ...values });
}

/** The template for a number. @param {string} one @param {string} many @param {number} count */
export function pluralForm(one, many, count) {
  const found = texts[one];
  const [first, other] = Array.isArray(found) ? found : [one, many];
  return count === 1 || (count === 0 && zeroIsOne) ? first : other;
}

/**
 * A text with elements in it: what to append, in the order of the language.
 * @param {string} text @param {Record<string, string|number|Node|(Node|string)[]>} values @returns {(Node|string)[]}
 */
export function tNodes(text, values) {
  return translated(text)
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .flatMap((part) => {
      const value = values[part.slice(1, -1)];
      if (!/^\{\w+\}$/.test(part) || value === undefined) return [part];
      return typeof value === "number" ? [String(value)] : value;
    });
}

/** A template with its values. @param {string} text @param {Values} values */
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** A number with the decimal mark of the language. @param {number} value @param {number} digits behind the mark */
export function decimal(value, digits) {
  return value.toFixed(digits).replace(".", mark);
}

/** @param {number} share of 1 */
export function percent(share) {
  return t("{number} %", { number: Math.round(share * 100) });
}

/** Names in a row: "Ann, Bo and Cy". @param {string[]} names */
export function listed(names) {
  if (names.length < 2) return names.join();
  return t("{first} and {last}", { first: names.slice(0, -1).join(", "), last: names[names.length - 1] });
}
