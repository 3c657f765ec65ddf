/** Elements: text is always text, so nothing that a person typed can become markup. */

/** @import { Attributes, Child } from "../types.js" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return a new HTML element; attributes named `on…` are listeners, null and false ones are left out.
 * @type {<K extends keyof HTMLElementTagNameMap>(tag: K, attributes?: Attributes<HTMLElementTagNameMap[K]>,
 *   ...children: Child[]) => HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  return furnished(document.createElement(tag), attributes, children);
}

/**
 * Return a new SVG element, with attributes and children as `el` takes them.
 * @type {<K extends keyof SVGElementTagNameMap>(tag: K, attributes?: Attributes<SVGElementTagNameMap[K]>,
 *   ...children: Child[]) => SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  return furnished(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Replace everything in *node* by *children* and return it.
 * @type {<N extends Element>(node: N, ...children: Child[]) => N}
 */
export function fill(node, ...children) {
  node.replaceChildren(...present(children));
  return node;
}

/** Return the element of the page with the id *id*. @type {(id: string) => HTMLElement} */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * Return whether *event* happened within what *selector* finds.
 * @type {(event: Event, selector: string) => boolean}
 */
export function isWithin(event, selector) {
  return event.target instanceof Element && event.target.closest(selector) !== null;
}

/** @type {<E extends Element>(node: E, attributes: Attributes<E>, children: Child[]) => E} */
function furnished(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function")
      node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...present(children));
  return node;
}

/** @type {(children: Child[]) => (Node | string)[]} */
function present(children) {
  return children.flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    if (Array.isArray(child)) return present(child);
    return [child instanceof Node ? child : String(child)];
  });
}
