/** Announcements of events at a table: sentences for screen readers, banners, sounds. */

/** @import { TableEvent, View } from "../types.js" */
/** @import { Banners } from "./banners.js" */

import { announce, note } from "../lib/dialog.js";
import { gameModule } from "../lib/games.js";
import { noticeTurn } from "../lib/notices.js";
import { eventSentence, ownSide, resultWords } from "../lib/sentences.js";
import { playSound } from "../lib/sound.js";
import { say } from "../lib/texts.js";
import { bannersFor } from "./banners.js";

const ENDS = ["resigned", "agreed"];
const NEWS = ["left", "returned", "undone", "redone", "accepted", "declined", "help_allowed", ...ENDS];

/**
 * Return whether *event* is written on the page too, because the board does not show it.
 * @type {(event: TableEvent, view: View) => boolean}
 */
function isNews(event, view) {
  const isOwn = "seat" in event && event.seat === view.you;
  if (event.kind === "offered") return !isOwn && !view.controls.includes("accept"); // the status bar asks
  if (event.kind === "left" && event.reason === "time") return true;
  return NEWS.includes(event.kind) && !isOwn;
}

/**
 * Announce *event*, seen on the *view* after it; *banners* is null while the board shows an earlier moment.
 * @type {(event: TableEvent, view: View, banners: Banners | null) => void}
 */
export function announceEvent(event, view, banners) {
  const isMove = event.kind === "moved";
  const isChosen = isMove && event.seat === view.you && event.by !== "forced";
  const isPlainOwn = isChosen && event.points.length === 0; // the person knows
  const sentence = eventSentence(event, view);
  if (sentence && isNews(event, view)) note(sentence);
  else if (sentence && !isPlainOwn) announce(sentence);
  if (banners) showBanners(event, view, banners);
  if (isMove) playSound(gameModule(view.game).sound(event));
  if (isMove || ENDS.includes(event.kind)) announceResult(view);
}

/** Announce how the game ended, if it has. @type {(view: View) => void} */
function announceResult(view) {
  const result = view.phase === "over" ? resultWords(view) : null;
  if (!result) return;
  announce(result.title, true);
  if (result.won !== null) playSound(result.won ? "win" : "lose");
}

/** Show the banners for *event*. @type {(event: TableEvent, view: View, banners: Banners) => void} */
export function showBanners(event, view, banners) {
  for (const banner of bannersFor(event, view)) banners.show(banner, ownSide(view));
}

/** Say that the person is to move at the table of *view*. @type {(view: View) => void} */
export function announceTurn({ table, game }) {
  announce(say("turn.you"), true);
  if (!document.hidden) playSound("turn"); // else a notice has a sound of its own
  noticeTurn(table, game, () => {}); // this page is the table
}
