/** Passing on the replay of a game. */

/** @import { View } from "../types.js" */

import { siteAddress } from "../lib/api.js";
import { canShare, copy, share } from "../lib/dialog.js";
import { REVIEW } from "../lib/routes.js";
import { gameName, isInPairs, resultWords } from "../lib/sentences.js";
import { count, say } from "../lib/texts.js";

/**
 * Share the link to the replay of *view*, or to its review, or copy it.
 * @type {(view: View, isReviewed?: boolean) => Promise<void>}
 */
export function shareReplay(view, isReviewed = false) {
  const address = `${siteAddress()}/r/${view.table}${isReviewed ? REVIEW : ""}`;
  return canShare() ? share(address, shareWords(view)) : copy(address);
}

/** Return what the person tells a friend about the game. @type {(view: View) => string} */
function shareWords(view) {
  const game = gameName(view.game);
  const result = resultWords(view);
  if (!result) return say("replay.title", { game });
  const said = result.won
    ? count("share.won", isInPairs(view) ? 2 : 1, { game })
    : say("share.played", { game });
  return say("share.words", { what: [said, result.score].filter(Boolean).join(", ") });
}
