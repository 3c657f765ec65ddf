/** The laboratory: a form for a new experiment, the list of all, and the studies made again. */

/** @import { GameInfo, JobSummary, LabState, Leave, Site } from "../types.js" */

import { el, fill } from "../lib/dom.js";
import { listGames } from "../lib/games.js";
import { addressOf } from "../lib/routes.js";
import { gameName } from "../lib/sentences.js";
import { say } from "../lib/texts.js";
import { drawCurves } from "./curves.js";
import { openFramed, whole } from "./frame.js";
import { JobForm } from "./job_form.js";
import { openJob } from "./job_page.js";
import { jobName, stateWords } from "./job_words.js";
import { fetchLab } from "./requests.js";
import { drawStudies } from "./studies.js";

const POLL = 3000; // milliseconds between two looks at the list
const COMMAND = "galo serve --lab";

/**
 * Show in *root* the laboratory, or the experiment *job* if that is not empty; return how to leave it.
 * @type {(root: HTMLElement, job: string, site: Site) => Promise<Leave | void>}
 */
export function openLaboratory(root, job, site) {
  return openFramed(root, site, async (article) => {
    const games = await listGames();
    if (job) return openJob(article, job, games, site);
    const state = await fetchLab();
    document.title = `${say("lab.title")} · galo`;
    const list = el("div");
    fill(
      article,
      el("h1", {}, say("lab.title")),
      el("p", {}, say("lab.lead")),
      drawStart(state, games, site),
      state.on &&
        el(
          "section",
          { "aria-labelledby": "jobs-title" },
          el("h2", { id: "jobs-title" }, say("lab.jobs")),
          list,
        ),
      drawCurves(),
      drawStudies(),
      el(
        "nav",
        { class: "row", "aria-label": say("agents.more") },
        el("a", { class: "button", href: addressOf("/agents") }, say("agents.title")),
        el("a", { class: "button", href: addressOf("/") }, say("home")),
      ),
    );
    drawJobs(list, state.jobs);
    return state.on ? followJobs(list) : undefined;
  });
}

/** @type {(state: LabState, games: GameInfo[], site: Site) => HTMLElement} */
function drawStart(state, games, site) {
  if (!state.on) return el("p", { class: "card" }, say("lab.off", { command: COMMAND }));
  if (!state.can_start) return el("p", { class: "card" }, say("lab.not_here"));
  const { games: most, matches, minutes } = state.bounds;
  return el(
    "section",
    { class: "card", "aria-labelledby": "new-title" },
    el("h2", { id: "new-title" }, say("lab.new")),
    new JobForm(state, games, (job) => site.go(`/lab/${job}`)).node,
    el(
      "p",
      { class: "faint" },
      say("lab.bounds", { games: whole(most), matches: whole(matches), minutes: whole(minutes) }),
    ),
    !state.reports && el("p", { class: "faint" }, say("lab.no_report")),
  );
}

/** Show the list of experiments as it is now, until the returned function is called. @type {(list: HTMLElement) => Leave} */
function followJobs(list) {
  let timer = 0;
  let isLeft = false;
  async function poll() {
    if (!document.hidden) {
      const state = await fetchLab().catch(() => null);
      if (state && !isLeft) drawJobs(list, state.jobs);
    }
    if (!isLeft) timer = setTimeout(poll, POLL);
  }
  timer = setTimeout(poll, POLL);
  return () => {
    isLeft = true;
    clearTimeout(timer);
  };
}

/** @type {(list: HTMLElement, jobs: JobSummary[]) => void} */
function drawJobs(list, jobs) {
  const written = JSON.stringify(jobs);
  if (list.dataset.written === written) return; // nothing new: leave the focus where it is
  list.dataset.written = written;
  const focused = list.querySelector("a:focus")?.getAttribute("href");
  fill(
    list,
    jobs.length
      ? el("ul", { class: "agents" }, jobs.map(drawJob))
      : el("p", { class: "faint" }, say("lab.none")),
  );
  const again = [...list.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused);
  again?.focus();
}

/** @type {(job: JobSummary) => HTMLElement} */
function drawJob(job) {
  return el(
    "li",
    { class: `job job-${job.state}` },
    el(
      "a",
      { href: addressOf(`/lab/${job.job}`) },
      el("strong", {}, jobName(job)),
      el("span", { class: "faint" }, `${say(`lab.kind.${job.kind}`)} · ${gameName(job.game)}`),
      el("span", { class: "elo" }, stateWords(job)),
    ),
  );
}
