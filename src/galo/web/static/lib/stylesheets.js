/** Style sheets that are linked when they are needed, each once; many are in the bundles that the page names. */

import { addressOf } from "./routes.js";

/** From a style sheet to the bundle that it is in. @type {Map<string, string>} */
const bundleOf = new Map();
/** @type {Map<string, Promise<void>>} */
const linked = new Map();

for (const link of document.querySelectorAll("link[data-bundles]")) {
  /** @type {Record<string, string[]>} */
  const bundles = JSON.parse(link.getAttribute("data-bundles") ?? "{}");
  for (const [bundle, files] of Object.entries(bundles)) for (const file of files) bundleOf.set(file, bundle);
}

/**
 * Link *stylesheets*, paths of this site or whole addresses; the promise ends when they are loaded.
 * @type {(stylesheets: string[]) => Promise<void>}
 */
export async function linkStylesheets(stylesheets) {
  await Promise.all(stylesheets.map((each) => linkOnce(bundleOf.get(each) ?? each)));
}

/** @type {(stylesheet: string) => Promise<void>} */
function linkOnce(stylesheet) {
  let loaded = linked.get(stylesheet);
  if (!loaded) {
    const address = stylesheet.startsWith("/") ? addressOf(stylesheet) : stylesheet;
    loaded = document.querySelector(`link[rel=stylesheet][href="${address}"]`)
      ? Promise.resolve() // the page came with it
      : link(address);
    linked.set(stylesheet, loaded);
  }
  return loaded;
}

/** @type {(address: string) => Promise<void>} */
function link(address) {
  const node = document.createElement("link");
  node.rel = "stylesheet";
  node.href = address;
  document.head.append(node);
  return new Promise((resolve) => {
    node.onload = () => resolve();
    node.onerror = () => resolve(); // a board without its style is better than none
  });
}
