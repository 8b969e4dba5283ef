/** Building elements. Text always enters through text nodes: nothing that people type becomes markup. */

/**
 * @param {string} tag
 * @param {Record<string, any>} [attributes] class, text, on (listeners), data, props, or any attribute; null leaves it out
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  return /** @type {HTMLElement} */ (fill(document.createElement(tag), attributes, children));
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  return /** @type {SVGElement} */ (
    fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children)
  );
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.setAttribute("class", value);
    else if (name === "text") element.textContent = value;
    else if (name === "on")
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name === "data") for (const [key, item] of Object.entries(value)) element.dataset[key] = item;
    else if (name === "vars") for (const [key, item] of Object.entries(value)) element.style.setProperty(key, item);
    else if (name === "props") Object.assign(element, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element;
}

/** For a button that a pointer presses: it must not take the focus, or the next key would press it again. @param {Event} event */
export function keepFocus(event) {
  event.preventDefault();
}

/** What scrolls must be in reach of the keys, also where nothing in it can have the focus. @param {HTMLElement} element */
export function reachWhileScrolling(element) {
  new ResizeObserver(() => {
    if (element.scrollHeight > element.clientHeight + 1) element.setAttribute("tabindex", "0");
    else element.removeAttribute("tabindex");
  }).observe(element);
}

/**
 * Replace what an element holds. The focus stays where it was: with the new element that bears the same data-stay.
 * @param {Element} element @param {...(Node|string|null|false|undefined)} children
 */
export function put(element, ...children) {
  const active = /** @type {HTMLElement|null} */ (document.activeElement);
  const stay = active && element.contains(active) ? active.dataset.stay : undefined;
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false));
  if (stay === undefined) return;
  /** @type {HTMLElement|null} */ (element.querySelector(`[data-stay="${CSS.escape(stay)}"]`))?.focus();
}
