/** A game moment by moment, as anybody may see it. */

/** @import { Leave, Site } from "../types.js" */

import { el, fill } from "../lib/dom.js";
import { errorCode } from "../lib/requests.js";
import { REVIEW } from "../lib/routes.js";
import { tokenOf } from "../lib/storage.js";
import { say } from "../lib/texts.js";
import { loadBoard } from "../table/board_loader.js";
import { ReplayFrames } from "../table/replay_frames.js";
import { ReplayPlayer, replayTitle } from "../table/replay_player.js";
import { drawProblem } from "./problem.js";
import { settingsButton } from "./settings_sheet.js";

/**
 * Show the replay of table *id* in *root* and return how to leave it.
 * @type {(root: HTMLElement, id: string, site: Site) => Promise<Leave>}
 */
export async function openReplay(root, id, site) {
  fill(root, el("p", { class: "loading", role: "status" }, say("loading")));
  const frames = await loadFrames(id).catch((error) => errorCode(error));
  if (typeof frames === "string") {
    fill(root, drawProblem(frames));
    return () => {};
  }
  const last = frames.frames.at(-1)?.view;
  if (!last) {
    fill(root, drawProblem("not_begun"));
    return () => {};
  }
  const boardPlace = el("div", { class: "felt" });
  const page = { play() {}, announce() {}, invite() {} };
  const board = await loadBoard(last, boardPlace, page); // before any button is there
  const player = new ReplayPlayer(frames, board, boardPlace, site);
  fill(root, player.draw());
  root.querySelector(".head")?.append(settingsButton(site));
  document.title = `${replayTitle(last)} · galo`;
  player.look(0);
  if (last.can_review && location.hash === REVIEW) player.review();
  return () => player.close();
}

/**
 * Return the moments of table *id*: those of the person's own seat, if this browser has one there.
 * @type {(id: string) => Promise<ReplayFrames>}
 */
async function loadFrames(id) {
  const own = new ReplayFrames(id, tokenOf(id));
  try {
    await own.load(0);
    return own;
  } catch (error) {
    if (errorCode(error) !== "bad_token") throw error;
  }
  const anybodys = new ReplayFrames(id, null);
  await anybodys.load(0);
  return anybodys;
}
