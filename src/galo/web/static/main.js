/* The site in one page: the address says what to show. */

import { health } from "./api.js";
import { el, fill } from "./dom.js";
import { openLobby } from "./lobby.js";
import { drawProblem } from "./problem.js";
import { openReplay } from "./replay.js";
import { openResults } from "./results.js";
import { openRulesPage } from "./rules.js";
import { openTable } from "./table.js";
import { loadTexts, preferredLanguage, say } from "./texts.js";

const ROUTES = [
  [/^\/$/, "in-lobby", (root) => openLobby(root, site)],
  [/^\/t\/([\w-]+)$/, "at-table", (root, id) => openTable(root, id, site)],
  [/^\/r\/([\w-]+)$/, "at-table", (root, id) => openReplay(root, id, site)],
  [/^\/rules\/(\w+)$/, "reading", (root, game) => openRulesPage(root, game, site)],
  [/^\/results$/, "reading", (root) => openResults(root, site)],
];

/** What pages may ask of the site. */
const site = { go, chooseLanguage };

let leave = null;
let visits = 0;

/** Go to *path* on this site. */
function go(path) {
  history.pushState(null, "", path);
  show();
}

async function chooseLanguage(chosen) {
  await loadTexts(chosen);
  furnish();
  const address = new URL(location.href);
  address.searchParams.delete("lang"); // else it would win over this choice at the next load
  history.replaceState(null, "", address);
  await show();
}

/** Show what the address asks for. */
async function show() {
  visits += 1;
  const visit = visits;
  leave?.();
  leave = null;
  document.querySelectorAll("dialog").forEach((box) => box.close());
  const root = document.getElementById("main");
  const [match, kind, open] = route();
  document.body.className = kind;
  window.scrollTo(0, 0);
  if (visit > 1) root.focus({ preventScroll: true }); // screen readers go on from the new page
  const left = await open(root, ...match.slice(1).map(decodeURIComponent));
  if (visit === visits) leave = left ?? null;
  else left?.(); // somebody went on before it had opened
}

function route() {
  for (const [pattern, kind, open] of ROUTES) {
    const match = pattern.exec(location.pathname);
    if (match) return [match, kind, open];
  }
  return [[""], "reading", (root) => { fill(root, drawProblem("no_page")); }];
}

/** Put the words of the page's own furniture in place. */
function furnish() {
  fill(document.getElementById("skip"), say("skip"));
}

/** Let links within the site change the page without a reload. */
function follow(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const address = new URL(link.href);
  if (link.hasAttribute("download") || address.origin !== location.origin || link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  go(address.pathname + address.search + address.hash);
}

async function boot() {
  try {
    await Promise.all([loadTexts(preferredLanguage()), health()]);
  } catch {
    fill(document.getElementById("main"), el("p", { class: "loading" }, "galo: sem conexão · no connection"));
    return;
  }
  furnish();
  document.addEventListener("click", follow);
  window.addEventListener("popstate", show);
  await show();
}

boot();
