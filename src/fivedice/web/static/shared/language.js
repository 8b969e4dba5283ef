/** Texts of the pages: the English text is the key, `{name}` stands for a value. */

/** @typedef {Record<string, string|number>} Values */

/** @param {string} text @param {Values} [values] */
export function t(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** A text with a number, `{count}`. @param {string} one @param {string} many @param {number} count @param {Values} [values] */
export function tn(one, many, count, values = {}) {
  return t(count === 1 ? one : many, { count, ...values });
}
