/** The board of a game, drawn by the game's module, and what it may ask of the page. */

/** @import { BoardContext, GameBoard, View } from "../types.js" */

import { loadGame } from "../lib/games.js";
import { setting } from "../lib/settings.js";
import { linkStylesheets } from "../lib/stylesheets.js";

/**
 * Return the board of the game of *view*, drawn in *root*.
 * @type {(view: View, root: HTMLElement, page: Pick<BoardContext, "play" | "announce" | "invite">) =>
 *   Promise<GameBoard>}
 */
export async function loadBoard(view, root, page) {
  const { create, stylesheets } = await loadGame({ name: view.game, script: view.script });
  await linkStylesheets(["/static/table/table.css", ...stylesheets]);
  root.dataset.game = view.game;
  root.replaceChildren();
  return create(root, {
    reducedMotion: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
    asksFirst: (event) => event.detail > 0 && setting("confirm"), // keys are deliberate enough
    ...page,
  });
}
