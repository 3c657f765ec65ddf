/** The version of the site in this browser: kept for when there is no connection, replaced when there is a newer one. */

import { fetchHealth } from "./api.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { forgetFirstAnswers } from "./requests.js";
import { addressOf, DIGEST } from "./routes.js";
import { say } from "./texts.js";

/** Keep this version for when there is no connection, and say when the server has another. */
export function followVersions() {
  keepVersion().catch(() => {}); // some browsers allow no worker here; the site goes on without it
  document.addEventListener("visibilitychange", compare);
  window.addEventListener("online", compare);
}

async function keepVersion() {
  if (!DIGEST || !navigator.serviceWorker) return;
  const { serviceWorker } = navigator;
  await serviceWorker.register(addressOf(`/sw.js?${DIGEST}`), {
    scope: addressOf("/"),
    updateViaCache: "all", // another version has another address
  });
  const { active } = await serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  active?.postMessage({ keep: loaded });
}

async function compare() {
  if (document.hidden || !DIGEST || document.querySelector(".new-version")) return;
  forgetFirstAnswers();
  const health = await fetchHealth().catch(() => null); // no connection: nothing to compare with
  if (!health?.files || health.files === DIGEST) return;
  document.body.append(
    el(
      "div",
      { class: "new-version", role: "status" },
      el("span", {}, say("version.new")),
      el(
        "button",
        { type: "button", class: "primary", onclick: () => location.reload() },
        icon("again"),
        say("version.load"),
      ),
    ),
  );
}

/** Return the games whose lessons are kept in this browser. @type {() => Promise<string[]>} */
export async function keptLessons() {
  const kept = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) {
      const game = /\/api\/lessons\/(\w+)$/.exec(new URL(url).pathname);
      if (game && url.includes(`/${DIGEST}/`)) kept.push(game[1]);
    }
  }
  return kept;
}
