/** The scripts of games that come with the lobby, which shows their pictures; others are requests of their own. */

/** @import { GameScript } from "../types.js" */

/** How to load each, by its path on this site. @type {Record<string, () => Promise<GameScript>>} */
export const BUNDLED = {
  "/static/games/dominoes4.js": () => import("./dominoes4.js"),
  "/static/games/dominoes2.js": () => import("./dominoes2.js"),
  "/static/games/lines_of_action.js": () => import("./lines_of_action.js"),
  "/static/games/connect_four.js": () => import("./connect_four.js"),
};
