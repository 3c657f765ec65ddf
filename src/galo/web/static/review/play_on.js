/** Going on from a moment of a game that is over, at a new table against agents. */

/** @import { PlayedEvent, Site, View } from "../types.js" */

import { continueGame } from "../lib/api.js";
import { confirmed, showError } from "../lib/dialog.js";
import { capital, spokenName } from "../lib/sentences.js";
import { count, say } from "../lib/texts.js";

/**
 * Ask whether to go on from where the last move was chosen, the moment before *place*, and do so.
 * @type {(site: Site, viewAt: (place: number) => View, played: PlayedEvent[], place: number) => Promise<void>}
 */
export async function playOn(site, viewAt, played, place) {
  const from = played[place - 1]?.kind === "moved" ? place - 1 : place;
  const view = viewAt(from);
  if (view.mover === null) return;
  const made = played.slice(0, from).filter(({ kind }) => kind === "moved").length;
  const who = capital(spokenName(view, view.mover));
  const isAgreed = await confirmed(
    say("reviewed.play_on"),
    say("reviewed.play_on.yes"),
    say(view.mover === view.you ? "reviewed.play_on.own" : "reviewed.play_on.how", {
      who,
      after: count("replay.moves", made),
    }),
  );
  if (!isAgreed) return;
  try {
    site.go(`/t/${await continueGame(view.table, view.game, from)}`);
  } catch (error) {
    showError(error);
  }
}
