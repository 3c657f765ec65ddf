/**
 * The games of the site: their list comes from the server, and each has a module that draws its board.
 *
 *     /api/games, view.script ─→ import() ─→ its own exports over the defaults ─→ gameModule(name)
 */

/** @import { GameInfo, GameModule, GameScript, View } from "../types.js" */

import { BUNDLED } from "../games/bundled.js";
import { fetchGames } from "./api.js";
import { defaultModule } from "./default_game.js";
import { addressOf } from "./routes.js";
import { linkStylesheets } from "./stylesheets.js";

/** @type {Map<string, GameModule>} */
const modules = new Map();
/** @type {Promise<GameInfo[]> | null} */
let games = null;

/** Return the list of games, in the order of the server. @type {() => Promise<GameInfo[]>} */
export function listGames() {
  games ??= fetchGames().catch((error) => {
    games = null; // the next page asks again
    throw error;
  });
  return games;
}

/** Return the list of games, their modules loaded; a game whose script is broken has defaults. @type {() => Promise<GameInfo[]>} */
export async function loadGames() {
  const list = await listGames();
  await Promise.allSettled(list.map(loadGame));
  return list;
}

/**
 * Load the module of a game, and the style sheets of one that does not come with the lobby, and return the module.
 * @type {(game: Pick<GameInfo, "name" | "script">) => Promise<GameModule>}
 */
export async function loadGame({ name, script }) {
  let module = modules.get(name);
  if (!module) {
    /** @type {GameScript} */
    const own = await (BUNDLED[script]?.() ?? import(addressOf(script)));
    const { moveLabel } = own;
    const labels = moveLabel && {
      hintLabel: (/** @type {View} */ _, /** @type {string} */ move) => moveLabel(move),
    };
    module = { ...defaultModule(name), ...labels, ...own };
    modules.set(name, module);
  }
  if (!BUNDLED[script]) await linkStylesheets(module.stylesheets); // its picture may need them
  return module;
}

/**
 * Return the module of the game called *name*; one that is not loaded has defaults only.
 * @type {(name: string) => GameModule}
 */
export function gameModule(name) {
  return modules.get(name) ?? defaultModule(name);
}
