/* Making elements: text is always text, so nothing that a person typed can become markup. */

const SVG = "http://www.w3.org/2000/svg";

/** Return a new HTML element; attributes named `on…` are listeners, null and false ones are left out. */
export function el(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/** Return a new SVG element, with attributes and children as `el` takes them. */
export function svg(tag, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

/** Put *children* in place of whatever *node* held, and return it. */
export function fill(node, ...children) {
  node.replaceChildren(...present(children));
  return node;
}

function dress(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...present(children));
  return node;
}

function present(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}
