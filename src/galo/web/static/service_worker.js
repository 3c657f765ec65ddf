/**
 * Keeps the files of one version of the site, shows a page where there is no connection, and opens the table
 * whose notification is clicked.
 *
 * Answers of the server are never kept: only what lies below v/DIGEST/, which never changes, is answered
 * from here. The page registers it as sw.js?DIGEST, so another version is another worker.
 */

// The types of workers and of pages cannot be loaded together.
const worker = /** @type {any} */ (self);
const digest = worker.location.search.slice(1);
const root = new URL("./", worker.location.href).pathname; // below which all pages of the site are
const files = `${root}v/${digest}/`;
const offline = `${root}offline`;
const kept = `galo ${root} ${digest}`;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.add(offline)));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(forgetOthers().then(() => worker.clients.claim()));
});

worker.addEventListener("message", (/** @type {any} */ event) => {
  event.waitUntil(keep(event.data.keep)); // what the page had loaded before this worker was there
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(offline)));
  else if (address.pathname.startsWith(files)) event.respondWith(keptOrFetched(request));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(showTable(event.notification.data));
});

/**
 * Show the table at *address* in a window of the site, or in a new one. A window's url is the one that it was
 * opened with, not the page that it shows by now: it is told the address, and knows whether it is there.
 * @type {(address: string) => Promise<void>}
 */
async function showTable(address) {
  const windows = await worker.clients.matchAll({ type: "window" });
  const pathname = (/** @type {any} */ one) => new URL(one.url).pathname;
  const found =
    windows.find((/** @type {any} */ one) => pathname(one) === address) ??
    windows.find((/** @type {any} */ one) => pathname(one).startsWith(root));
  if (!found) return worker.clients.openWindow(address);
  found.postMessage({ open: address });
  await found.focus();
}

async function forgetOthers() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(`galo ${root} `) && name !== kept);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** @type {(addresses: string[]) => Promise<void>} */
async function keep(addresses) {
  const cache = await caches.open(kept);
  const wanted = addresses.filter((address) => new URL(address).pathname.startsWith(files));
  await Promise.allSettled(wanted.map(async (one) => (await cache.match(one)) ?? cache.add(one)));
}

/** @type {(request: Request) => Promise<Response>} */
async function keptOrFetched(request) {
  const cache = await caches.open(kept);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok && answer.headers.get("Cache-Control")?.includes("immutable"))
    await cache.put(request, answer.clone());
  return answer;
}
