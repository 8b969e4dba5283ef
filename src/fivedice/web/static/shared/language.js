/**
 * Texts of the pages in the language of the page: the English text is the key, `{name}` stands for a value.
 * The server puts the catalogue of the language into the page, before any module runs; English needs none.
 */

/** @typedef {Record<string, string|number>} Values */

/** The language of the page, such as "sv". */
export const language = document.documentElement.lang || "en";

/** @type {{texts: Record<string, string|string[]>, zeroIsOne: boolean}} */
const { texts, zeroIsOne } = /** @type {any} */ (globalThis).fivediceCatalogue ?? { texts: {}, zeroIsOne: false };
const mark = (1.5).toLocaleString(language)[1];

/** @param {string} text @returns {string} */
function translated(text) {
  const found = texts[text];
  return typeof found === "string" ? found : text;
}

/** @param {string} text @param {Values} [values] */
export function t(text, values = {}) {
  return filled(translated(text), values);
}

/** A text with a number, `{count}`. @param {string} one @param {string} many @param {number} count @param {Values} [values] */
export function tn(one, many, count, values = {}) {
  const singular = count === 1 || (count === 0 && zeroIsOne);
  const found = texts[one];
  const [first, other] = Array.isArray(found) ? found : [one, many];
  return filled(singular ? first : other, { count, ...values });
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

/** @param {string} text @param {Values} values */
function filled(text, values) {
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
