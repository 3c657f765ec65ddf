/**
 * Paths of this site, `/t/ID`, and the addresses that browsers know them by: below the prefix under
 * which a proxy may have put the site, `/galo/t/ID`.
 */

// This file is FILES + static/lib/routes.js; below it is what never changes: v/DIGEST/.
const FILES = new URL("../..", import.meta.url);
const ROOT = new URL(FILES.href.replace(/v\/\w+\/$/, ""));
/** The version of the site that this page is of; empty where it has none. */
export const DIGEST = /v\/(\w+)\/$/.exec(FILES.pathname)?.[1] ?? "";
/** What makes the address of a replay that of its review. */
export const REVIEW = "#review";
const IS_FILE = /^\/(?:static|texts|plugins|api\/lessons)\//;

/** Return the address of *path*, which begins at the root of the site. @type {(path: string) => string} */
export function addressOf(path) {
  return (IS_FILE.test(path) ? FILES : ROOT).pathname + path.replace(/^\//, "");
}

/** Return the address of the socket at *path*. @type {(path: string) => string} */
export function socketAddress(path) {
  const socket = new URL(addressOf(path), location.href);
  socket.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return socket.href;
}

/** Return the address of the root of this site, without a slash at its end. @type {() => string} */
export function ownAddress() {
  return new URL(addressOf(""), location.href).href.replace(/\/$/, "");
}

/**
 * Return the path on this site that *place* shows, null if it lies elsewhere.
 * @type {(place: URL | Location) => string | null}
 */
export function pathOf({ origin, pathname }) {
  if (origin !== location.origin) return null;
  if (`${pathname}/` === ROOT.pathname) return "/";
  return pathname.startsWith(ROOT.pathname) ? pathname.slice(ROOT.pathname.length - 1) : null;
}
