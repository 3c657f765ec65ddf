/** Announcements of events at a table: sentences for screen readers, banners, sounds. */

/** @import { TableEvent, View } from "../types.js" */
/** @import { Banners } from "./banners.js" */

import { announce } from "../lib/dialog.js";
import { gameModule } from "../lib/games.js";
import { eventSentence, ownSide, resultWords } from "../lib/sentences.js";
import { playSound } from "../lib/sound.js";
import { say } from "../lib/texts.js";
import { bannersFor } from "./banners.js";

/**
 * Announce *event*, seen on the *view* after it; *banners* is null while the board shows an earlier moment.
 * @type {(event: TableEvent, view: View, banners: Banners | null) => void}
 */
export function announceEvent(event, view, banners) {
  const isMove = event.kind === "moved";
  const isChosen = isMove && event.seat === view.you && event.by !== "forced";
  const isPlainOwn = isChosen && event.points.length === 0; // the person knows
  const sentence = eventSentence(event, view);
  if (sentence && !isPlainOwn) announce(sentence);
  if (banners) showBanners(event, view, banners);
  if (isMove) playSound(gameModule(view.game).sound(event));
  const result = isMove && view.phase === "over" ? resultWords(view) : null;
  if (result) announce(result.title, true);
}

/** Show the banners for *event*. @type {(event: TableEvent, view: View, banners: Banners) => void} */
export function showBanners(event, view, banners) {
  for (const banner of bannersFor(event, view)) banners.show(banner, ownSide(view));
}

/** Say that the person is to move. */
export function announceTurn() {
  announce(say("turn.you"), true);
  playSound("turn");
}
