/** Building elements. Text enters through text nodes only: nothing that people type becomes markup. */

/** @typedef {Node|string|null|undefined|false} Child null, undefined and false are left out */
/** @typedef {string|number|boolean|null|undefined} Value true: an attribute without a value; null, undefined, false: none */
/**
 * @template {Element} E
 * @typedef {{[T in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[T] & {currentTarget: E}) => void}} Listeners
 */
/**
 * What can be said of an element: class, text, listeners, data attributes, CSS variables, properties; else an attribute.
 * @template {Element} E
 * @typedef {{class?: string, text?: string, on?: Listeners<E>, data?: Record<string, string>, vars?: Record<string, string>,
 *   props?: Partial<E>, id?: Value, role?: Value, title?: Value, type?: Value, name?: Value, value?: Value, for?: Value,
 *   href?: Value, target?: Value, download?: Value, scope?: Value, tabindex?: Value, maxlength?: Value, autocomplete?: Value,
 *   placeholder?: Value, required?: Value, disabled?: Value, selected?: Value,
 *   [aria: `aria-${string}`]: Value}} Attributes
 */
/** @typedef {{class?: string, data?: Record<string, string>}} Look */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Attributes<HTMLElementTagNameMap[T]>} [attributes] @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const { text, on = {}, vars = {}, props = {}, ...rest } = attributes;
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  for (const [event, listener] of Object.entries(on))
    element.addEventListener(event, /** @type {EventListener} */ (listener));
  for (const [name, value] of Object.entries(vars)) element.style.setProperty(name, value);
  dress(element, rest, children);
  Object.assign(element, props);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Look & Record<string, Value|Record<string, string>>} [attributes] @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  dress(element, attributes, children);
  return element;
}

/**
 * @param {HTMLElement|SVGElement} element @param {{data?: Record<string, string>}} attributes @param {Child[]} children
 */
function dress(element, { data = {}, ...attributes }, children) {
  Object.assign(element.dataset, data);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : String(value));
  element.append(...present(children));
}

/** @param {Child[]} children @returns {(Node|string)[]} */
function present(children) {
  return children.filter((child) => child !== null && child !== undefined && child !== false);
}

/**
 * The element of this page that has an id, and is of a kind.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id @param {new () => E} [kind]
 * @returns {E}
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof (kind ?? HTMLElement))) throw new Error(`the page has no element #${id} of this kind`);
  return /** @type {E} */ (element);
}

/** The first element below another that fits a selector. @param {Element} element @param {string} selector */
export function find(element, selector) {
  return /** @type {HTMLElement|null} */ (element.querySelector(selector));
}

/** A button that is clicked must not take the focus: the next key would press it again. @param {Event} event */
export function keepFocus(event) {
  event.preventDefault();
}

/** What scrolls can be reached by keys, also where nothing in it can have the focus. @param {HTMLElement} element */
export function reachWhileScrolling(element) {
  new ResizeObserver(() => {
    if (element.scrollHeight > element.clientHeight + 1) element.setAttribute("tabindex", "0");
    else element.removeAttribute("tabindex");
  }).observe(element);
}

/**
 * Replace what an element holds. The focus stays where it was: with the new element that has the same data-stay.
 * @param {Element} element @param {...Child} children
 */
export function put(element, ...children) {
  const active = /** @type {HTMLElement|null} */ (document.activeElement);
  const stay = active && element.contains(active) ? active.dataset.stay : undefined;
  element.replaceChildren(...present(children));
  if (stay !== undefined) find(element, `[data-stay="${CSS.escape(stay)}"]`)?.focus();
}
