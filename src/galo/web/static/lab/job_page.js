/** One experiment: how far it is, its result so far, and what can be done with it. */

/** @import { Child, GameInfo, Job, Leave, Site } from "../types.js" */

import { announce, confirmed, showError } from "../lib/dialog.js";
import { el, fill } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { errorCode } from "../lib/requests.js";
import { addressOf } from "../lib/routes.js";
import { gameName } from "../lib/sentences.js";
import { numeral, say, sayOr } from "../lib/texts.js";
import { drawProblem } from "../pages/problem.js";
import { setTable } from "../pages/set_table.js";
import { tableAgainst } from "./agent_page.js";
import { whole } from "./frame.js";
import { drawAsked, drawResult } from "./job_result.js";
import { jobName } from "./job_words.js";
import { changeJob, deleteJob, fetchJob, filePath } from "./requests.js";

const POLL = 1000; // milliseconds between two looks while it is under way
const SAID_STEPS = 4; // of the way, each announced once

/**
 * Show the experiment *job* in *article* and return how to leave it.
 * @type {(article: HTMLElement, job: string, games: GameInfo[], site: Site) => Promise<Leave>}
 */
export async function openJob(article, job, games, site) {
  const page = new JobPage(article, await fetchJob(job), games, site);
  page.start();
  return () => page.close();
}

class JobPage {
  #article;
  #job;
  #games;
  #site;
  #timer = 0;
  #isLeft = false;
  #said = ""; // what was announced last
  #head = el("div", { class: "job-head" });
  #actions = el("div", { class: "row" });
  #result = el("div", { class: "job-result" });

  /** @param {HTMLElement} article @param {Job} job @param {GameInfo[]} games @param {Site} site */
  constructor(article, job, games, site) {
    this.#article = article;
    this.#job = job;
    this.#games = games;
    this.#site = site;
  }

  start() {
    const { summary, request } = this.#job;
    const name = jobName(summary);
    document.title = `${name} · galo`;
    this.#said = this.#stage();
    fill(
      this.#article,
      el("h1", {}, name),
      el("p", { class: "faint" }, `${say(`lab.kind.${summary.kind}`)} · ${gameName(summary.game)}`),
      this.#head,
      this.#actions,
      this.#result,
      drawAsked(request),
      el(
        "nav",
        { class: "row", "aria-label": say("agents.more") },
        el("a", { class: "button", href: addressOf("/lab") }, say("lab.back")),
        el("a", { class: "button", href: addressOf("/") }, say("home")),
      ),
    );
    this.#draw();
    this.#pollLater();
  }

  close() {
    this.#isLeft = true;
    clearTimeout(this.#timer);
  }

  get #isUnderWay() {
    return ["waiting", "running"].includes(this.#job.summary.state);
  }

  #pollLater() {
    clearTimeout(this.#timer);
    if (!this.#isLeft && this.#isUnderWay) this.#timer = setTimeout(() => this.#poll(), POLL);
  }

  async #poll() {
    try {
      if (!document.hidden) this.#take(await fetchJob(this.#job.summary.job));
    } catch (error) {
      if (errorCode(error) === "no_job") {
        fill(this.#article, drawProblem("no_job"));
        return;
      }
    }
    this.#pollLater();
  }

  /** @type {(job: Job) => void} */
  #take(job) {
    if (this.#isLeft) return;
    this.#job = job;
    this.#draw();
    const stage = this.#stage();
    if (stage !== this.#said) announce(stage);
    this.#said = stage;
  }

  /** Return what is worth announcing: the state, and each part of the way. @type {() => string} */
  #stage() {
    const { summary } = this.#job;
    const { state, done, total } = summary;
    const words = say("lab.said.state", { name: jobName(summary), state: say(`lab.state.${state}`) });
    const step = total ? Math.floor((SAID_STEPS * done) / total) : 0;
    if (state !== "running" || step === 0) return words;
    return say("lab.said.progress", { percent: numeral(step / SAID_STEPS, { style: "percent" }) });
  }

  #draw() {
    const { summary, speed } = this.#job;
    const { state, problem, kind, done, total } = summary;
    const way = kind === "evolution" ? "generations" : "games";
    fill(
      this.#head,
      el("p", { class: `state state-${state}` }, say(`lab.state.${state}`)),
      el("progress", { value: done, max: Math.max(total, 1), "aria-label": say("lab.progress") }),
      total > 0 &&
        el(
          "p",
          { class: "faint" },
          say(`lab.done.${way}`, { done: whole(done), total: whole(total) }),
          speed > 0 && ` · ${say("lab.speed", { speed: whole(speed) })}`,
        ),
      this.#drawProblem(state, problem),
    );
    this.#drawActions();
    // What a person has opened or scrolls stays until the end.
    const isRead = this.#isUnderWay && this.#result.contains(document.activeElement);
    if (!isRead) fill(this.#result, drawResult(this.#job));
  }

  /** @type {(state: string, problem: string) => Child} */
  #drawProblem(state, problem) {
    if (!problem) return null;
    if (state === "failed") return el("p", { class: "missing" }, say("lab.failed", { problem }));
    return el("p", {}, sayOr(`lab.stopped.${problem}`, problem));
  }

  /** Draw the buttons, unless they are those already there. */
  #drawActions() {
    const { summary, can_change: canChange, agent, downloads } = this.#job;
    const written = JSON.stringify([summary.state, agent, downloads]);
    if (this.#actions.dataset.written === written) return; // leave the focus where it is
    this.#actions.dataset.written = written;
    const isStopped = ["stopped", "failed"].includes(summary.state);
    const hadFocus = this.#actions.contains(document.activeElement);
    fill(
      this.#actions,
      agent && this.#drawPlay(agent),
      canChange && this.#isUnderWay && this.#button("lab.stop", () => this.#change("stop")),
      canChange && isStopped && this.#button("lab.resume", () => this.#change("resume")),
      canChange && downloads.map((name) => this.#drawDownload(name)),
      canChange && !this.#isUnderWay && this.#button("lab.delete", () => this.#delete()),
    );
    if (hadFocus) this.#actions.querySelector("button")?.focus();
  }

  /** @type {(label: string, act: () => Promise<void>) => HTMLElement} */
  #button(label, act) {
    return el("button", { type: "button", onclick: () => act().catch(showError) }, say(label));
  }

  /** @type {(agent: string) => HTMLElement} */
  #drawPlay(agent) {
    const game = this.#games.find(({ name }) => name === this.#job.summary.game);
    const play = async (/** @type {{ currentTarget: HTMLButtonElement }} */ { currentTarget: button }) => {
      if (!game) return;
      button.disabled = true; // one tap, one table
      await setTable(tableAgainst(game, agent), this.#site);
      button.disabled = false;
    };
    return el(
      "button",
      { type: "button", class: "primary big", onclick: play },
      icon("play"),
      say("lab.play"),
    );
  }

  /** @type {(name: string) => HTMLElement} */
  #drawDownload(name) {
    const address = addressOf(filePath(this.#job.summary.job, name));
    return el("a", { class: "button", href: address, download: true }, say(`lab.file.${name}`));
  }

  /** @type {(change: "stop" | "resume") => Promise<void>} */
  async #change(change) {
    this.#take(await changeJob(this.#job.summary.job, change));
    this.#pollLater();
  }

  async #delete() {
    if (!(await confirmed(say("lab.delete.sure"), say("lab.delete")))) return;
    await deleteJob(this.#job.summary.job);
    this.#site.go("/lab");
  }
}
