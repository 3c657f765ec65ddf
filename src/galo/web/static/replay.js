/* A finished game, moment by moment. */

import { siteAddress } from "./api.js";
import { createBanners } from "./banner.js";
import { loadBoard } from "./board.js";
import { copy, share } from "./dialog.js";
import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { createMoves } from "./moves.js";
import { bannersFor } from "./news.js";
import { drawProblem } from "./problem.js";
import { createScores } from "./scores.js";
import { sound, soundOf } from "./sound.js";
import { createStepper } from "./stepper.js";
import { say } from "./texts.js";
import { resultWords } from "./words.js";

const PACE = 1400; // milliseconds a move while it plays by itself

/** Show the replay of table *id* in *root* and return how to leave it. */
export async function openReplay(root, id, site) {
  fill(root, el("p", { class: "loading", role: "status" }, say("loading")));
  const stepper = createStepper(id);
  try {
    await stepper.load(0);
  } catch (problem) {
    fill(root, drawProblem(problem.code));
    return () => {};
  }
  if (!stepper.frames.length) {
    fill(root, drawProblem("not_begun"));
    return () => {};
  }
  return showReplay(root, id, site, stepper);
}

async function showReplay(root, id, site, stepper) {
  const watcherView = { you: null };
  let place = 0;
  let timer = null;
  const played = stepper.frames.slice(1).map(({ event, view }) => event ?? { kind: "dealt", round: view.board.round });
  const last = stepper.frames.at(-1).view;
  const felt = el("div", { class: "felt", "data-game": last.game });
  const board = await loadBoard(last.game, felt, { play() {}, announce() {}, invite() {} }); // before any button is there
  const banners = createBanners();
  const scores = createScores();
  const moves = createMoves((wanted) => jump(wanted));
  const address = `${siteAddress()}/r/${id}`;
  const playButton = el("button", { type: "button", class: "primary", onclick: () => timer ? pause() : start() });
  const title = say("replay.title", { game: say(`game.${last.game}`) });
  const jump = (wanted) => { pause(); look(wanted); };
  const step = (picture, by) => el("button", {
    type: "button", class: "round", "aria-label": say(`step.${picture}`), onclick: () => jump(place + by),
  }, icon(picture));
  const slider = el("input", {
    type: "range", min: 0, max: played.length, value: 0, "aria-label": say("replay.moment"),
    oninput: () => jump(Number(slider.value)),
  });
  const tell = () => navigator.share ? share(address, title) : copy(address);
  const result = last.outcome ? resultWords(last) : null;
  fill(root, el("div", { class: "table" }, scores.node,
    el("section", { class: "stage", "aria-label": say("stage.label") }, felt, banners.node),
    el("section", { class: "call call-host", "aria-label": say("replay.label") },
      slider, el("div", { class: "row" }, step("back", -1), playButton, step("forward", 1))),
    el("aside", { class: "panel inline", "aria-label": say("panel.label") },
      result && el("p", { class: "outcome" }, el("strong", {}, result.headline), el("span", {}, result.why)),
      moves.node),
    el("div", { class: "controls" },
      el("button", { type: "button", class: "tool", onclick: tell }, icon("share"), el("span", {}, say("share"))),
      el("a", { class: "tool", href: `/rules/${last.game}` }, icon("rules"), el("span", {}, say("rules"))),
      el("a", { class: "tool", href: "/" }, icon("home"), el("span", {}, say("home"))))));
  document.title = `${title} · galo`;

  const sizes = new ResizeObserver(() => board.resize());
  sizes.observe(felt);
  window.addEventListener("keydown", keys);

  function look(wanted) {
    const target = Math.max(0, Math.min(played.length, wanted));
    const forward = target === place + 1;
    const view = stepper.viewAt(target, watcherView);
    const event = stepper.eventAt(target);
    place = target;
    board.update(view, forward && event ? [event] : [], { animate: forward });
    if (forward && event) {
      bannersFor(event, view).forEach((banner) => banners.show(banner, null));
      sound(soundOf(event));
    } else {
      banners.clear();
    }
    scores.update(view, place);
    moves.update(view, played, place);
    slider.value = String(place);
    if (place === played.length) pause();
  }

  function start() {
    if (place === played.length) look(0);
    timer = setInterval(() => look(place + 1), PACE);
    drawButton();
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    drawButton();
  }

  function drawButton() {
    fill(playButton, icon(timer ? "pause" : "play"), say(timer ? "replay.pause" : "replay.play"));
  }

  function keys(event) {
    if (event.target.closest?.("input, button, a, dialog, [role=grid]") && event.key === " ") return;
    const by = { ArrowLeft: -1, ArrowRight: 1, ",": -1, ".": 1, PageUp: -1, PageDown: 1 }[event.key];
    if (by && event.target !== slider && !event.target.closest?.("[role=grid]")) jump(place + by);
    else if (event.key === " ") timer ? pause() : start();
    else return;
    event.preventDefault();
  }

  drawButton();
  look(0);
  return () => {
    pause();
    sizes.disconnect();
    window.removeEventListener("keydown", keys);
    banners.clear();
    board.destroy();
  };
}
