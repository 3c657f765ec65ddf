/** The site in one page: the address says what to show. */

/** @import { Leave, Site } from "./types.js" */

import { siteAddress } from "./lib/api.js";
import { byId, el, fill } from "./lib/dom.js";
import { followNotices } from "./lib/notices.js";
import { forgetFirstAnswers } from "./lib/requests.js";
import { addressOf, pathOf } from "./lib/routes.js";
import { showTheme } from "./lib/settings.js";
import { linkStylesheets } from "./lib/stylesheets.js";
import { loadTexts, preferredLanguage, say } from "./lib/texts.js";
import { followVersions } from "./lib/versions.js";
import { drawProblem } from "./pages/problem.js";

/**
 * @typedef {(root: HTMLElement, part: string) => Promise<Leave | void>} OpenPage  *part*: of the
 *   address
 */

/** @type {Site} */
const site = { go, chooseLanguage };

/**
 * The pages, each loaded when it is opened: a pattern of addresses, the class of the body, and how to open one.
 * @type {[RegExp, string, OpenPage][]}
 */
const ROUTES = [
  [/^\/$/, "in-lobby", async (root) => (await import("./pages/lobby.js")).openLobby(root, site)],
  [
    /^\/t\/([\w-]+)$/,
    "at-table",
    async (root, id) => (await import("./pages/table.js")).openTable(root, id, site),
  ],
  [
    /^\/r\/([\w-]+)$/,
    "at-table",
    async (root, id) => (await import("./pages/replay.js")).openReplay(root, id, site),
  ],
  [
    /^\/rules\/(\w+)$/,
    "reading",
    async (root, game) => (await import("./pages/rules.js")).openRulesPage(root, game, site),
  ],
  [
    /^\/learn\/(\w+)$/,
    "at-table",
    async (root, game) => (await import("./pages/lesson.js")).openLessons(root, game, site),
  ],
  [
    /^\/agents(?:\/([\w/]+))?$/,
    "reading",
    async (root, part) => (await import("./lab/agents_page.js")).openAgents(root, part, site),
  ],
  [
    /^\/lab(?:\/([0-9a-f]{10}))?$/,
    "reading",
    async (root, job) => (await import("./lab/lab_page.js")).openLaboratory(root, job, site),
  ],
  [/^\/puzzles$/, "reading", async (root) => (await import("./pages/puzzles.js")).openPuzzles(root, site)],
  [
    /^\/puzzles\/(\w+)$/,
    "at-table",
    async (root, game) => (await import("./pages/puzzle.js")).openPuzzle(root, game),
  ],
  [/^\/results$/, "reading", async (root) => (await import("./pages/results.js")).openResults(root, site)],
  [/^\/me$/, "reading", async (root) => (await import("./pages/me.js")).openOwnPage(root, site)],
  [/^\/ranking$/, "reading", async (root) => (await import("./pages/ranking.js")).openRanking(root, site)],
  [/^/, "reading", async (root) => void fill(root, drawProblem("no_page"))],
];

/** @type {Leave | null} */
let leave = null;
let visits = 0;

/** Go to *path* on this site. @type {(path: string) => void} */
function go(path) {
  history.pushState(null, "", addressOf(path));
  show();
}

/** Show the site in the language *chosen*. @type {(chosen: string) => Promise<void>} */
async function chooseLanguage(chosen) {
  await loadTexts(chosen);
  labelSkipLink();
  const address = new URL(location.href);
  address.searchParams.delete("lang"); // else it would win over this choice at the next load
  history.replaceState(null, "", address);
  await show();
}

/** Show the page of the address. */
async function show() {
  visits += 1;
  const visit = visits;
  if (visit > 1) forgetFirstAnswers();
  leave?.();
  leave = null;
  for (const box of document.querySelectorAll("dialog")) box.close();
  const main = byId("main");
  const root = el("div", { class: "visit" }); // of this visit alone: a page that opens too late is not seen
  fill(main, root);
  const path = pathOf(location) ?? "";
  const { kind, open, part } = route(path);
  nameAddress(path);
  document.body.className = kind;
  window.scrollTo(0, 0);
  if (visit > 1) main.focus({ preventScroll: true }); // screen readers go on from the new page
  if (kind === "at-table") await linkStylesheets(["/static/table/table.css"]);
  const left = (await open(root, part)) ?? null;
  if (visit === visits) leave = left;
  else left?.(); // the person went on before it had opened
}

/**
 * Return how to open the page at *path*.
 * @type {(path: string) => { kind: string, open: OpenPage, part: string }}
 */
function route(path) {
  for (const [pattern, kind, open] of ROUTES) {
    const match = pattern.exec(path);
    if (match) return { kind, open, part: decodeURIComponent(match[1] ?? "") };
  }
  throw new Error("the last route matches every address");
}

/** Let whoever shares the page at *path* share its public address, where there is one. @type {(path: string) => void} */
function nameAddress(path) {
  const link = document.querySelector("link[rel=canonical]");
  link?.setAttribute("href", siteAddress() + path);
}

function labelSkipLink() {
  fill(byId("skip"), say("skip"));
}

/** Let links within the site change the page without a reload. @type {(event: MouseEvent) => void} */
function followLink(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const isPlain = !(
    event.defaultPrevented ||
    event.button ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.altKey
  );
  if (!link?.href || !isPlain) return;
  const address = new URL(link.href);
  const path = pathOf(address);
  const isOnPage = link.getAttribute("href")?.startsWith("#");
  if (link.hasAttribute("download") || path === null || isOnPage) return;
  event.preventDefault();
  go(path + address.search + address.hash);
}

async function start() {
  showTheme();
  try {
    await loadTexts(preferredLanguage());
  } catch {
    fill(byId("main"), el("p", { class: "loading" }, "galo: sem conexão · no connection"));
    return;
  }
  labelSkipLink();
  document.addEventListener("click", followLink);
  window.addEventListener("popstate", show);
  followVersions();
  followNotices(go);
  await show();
}

start();
