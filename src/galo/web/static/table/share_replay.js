/** Passing on the replay of a game. */

/** @import { View } from "../types.js" */

import { siteAddress } from "../lib/api.js";
import { canShare, copy, share } from "../lib/dialog.js";
import { gameName } from "../lib/sentences.js";
import { say } from "../lib/texts.js";

/** Share the link to the replay of *view*, or copy it. @type {(view: View) => Promise<void>} */
export function shareReplay({ table, game }) {
  const address = `${siteAddress()}/r/${table}`;
  return canShare() ? share(address, say("replay.title", { game: gameName(game) })) : copy(address);
}
