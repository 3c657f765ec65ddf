/** Seats, sides, events and results in words: for the table, the list of moves and screen readers. */

/** @import { MovedEvent, Points, SeatSummary, TableEvent, View } from "../types.js" */

import { gameModule } from "./games.js";
import { levelName } from "./levels.js";
import { count, has, say, sayOr } from "./texts.js";

const EVOLVED = "evolved:"; // how agents are written that evolved on this site

/** Return the name of *game*. @type {(game: string) => string} */
export function gameName(game) {
  return sayOr(`game.${game}`, game);
}

/** Return whether the seats of *view* play in pairs. @type {(view: View) => boolean} */
export function isInPairs(view) {
  return view.seats.length > view.sides;
}

/** Return the side of *seat*. @type {(view: View, seat: number) => number} */
export function sideOf(view, seat) {
  return view.seats[seat].side;
}

/** Return the side of the viewer, null for a watcher. @type {(view: View) => number | null} */
export function ownSide(view) {
  return view.you === null ? null : sideOf(view, view.you);
}

/**
 * Return whether the viewer has a move to choose, or is about to make a forced one.
 * @type {(view: View) => boolean}
 */
export function isOwnTurn(view) {
  return view.phase === "playing" && !view.isPast && view.mover !== null && view.mover === view.you;
}

/** Return the name at *seat*; the viewer's own is "you". @type {(view: View, seat: number) => string} */
export function seatName(view, seat) {
  return seat === view.you ? say("play.you") : plainName(view.seats[seat]);
}

/**
 * Return the name of *seat* in a sentence: two of the same name are distinguished by their places.
 * @type {(view: View, seat: number) => string}
 */
export function spokenName(view, seat) {
  const name = seatName(view, seat);
  return hasNamesake(view, seat) ? `${name} (${placeName(view, seat)})` : name;
}

/** @type {(view: View, seat: number) => boolean} */
function hasNamesake(view, seat) {
  const name = seatName(view, seat);
  return view.seats.some((_, other) => other !== seat && seatName(view, other) === name);
}

/**
 * Return the place to write below the name of *seat*: the partner's, and for watchers those of namesakes.
 * @type {(view: View, seat: number) => string}
 */
export function platePlace(view, seat) {
  if (view.seats[seat].kind === "open") return "";
  const isPartner = isInPairs(view) && seat !== view.you && sideOf(view, seat) === ownSide(view);
  return (view.you === null ? hasNamesake(view, seat) : isPartner) ? placeName(view, seat) : "";
}

/** Return where *seat* is, seen from the viewer's own seat. @type {(view: View, seat: number) => string} */
export function placeName(view, seat) {
  const seats = view.seats.length;
  if (view.you === null) return gameModule(view.game).seatLabel(seat);
  return say(`place.${seats}.${(seat - view.you + seats) % seats}`);
}

/**
 * Return the name of a seat for everybody: a person's, a bird for a level, or the agent's own.
 * @type {(seat: SeatSummary) => string}
 */
export function plainName(seat) {
  if (seat.kind === "open") return say("who.open");
  if (seat.name?.startsWith(EVOLVED)) return say("who.evolved_here"); // where a record alone is known
  if (seat.agent?.startsWith(EVOLVED)) return say("who.evolved", { agent: seat.name });
  return seat.level ? levelName(seat.level) : seat.name || say("who.someone");
}

/**
 * Return the name of *side*: us and them in pairs, the viewer and the opponent, or all names for watchers.
 * @type {(view: View, side: number) => string}
 */
export function sideName(view, side) {
  if (!isInPairs(view)) return spokenName(view, side);
  if (view.you === null) return pairName(view, side);
  return say(side === ownSide(view) ? "side.4.us" : "side.4.them");
}

/** @type {(view: View, side: number) => string} */
function pairName(view, side) {
  const [own, others] = [side, 1 - side].map((one) => sideMembers(view, one));
  return own === others ? say("who.pair", { first: side + 1, second: side + 3 }) : own;
}

/** Return the names of the seats of *side*. @type {(view: View, side: number) => string} */
export function sideMembers(view, side) {
  const names = view.seats.map((_, seat) => seatName(view, seat));
  return names.filter((_, seat) => sideOf(view, seat) === side).join(" + ");
}

/**
 * Return the two sides in the order of the score: the viewer's own first.
 * @type {(view: View) => number[]}
 */
export function sideOrder(view) {
  return ownSide(view) === 1 ? [1, 0] : [0, 1];
}

/**
 * Return a sentence for *event*, empty if there is none.
 * @type {(event: TableEvent, view: View) => string}
 */
export function eventSentence(event, view) {
  if (event.kind === "moved") return [moveSentence(event, view), ...pointSentences(event, view)].join(", ");
  const key = eventKey(event);
  if (!has(key)) return "";
  const who = "seat" in event ? ("name" in event && event.name) || spokenName(view, event.seat) : "";
  return capital(say(key, { who, round: "round" in event ? event.round : "" }));
}

/** @type {(event: TableEvent) => string} */
function eventKey(event) {
  const offer = "offer" in event ? `.${event.offer}` : "";
  const time = event.kind === "left" && event.reason === "time" ? ".time" : "";
  return `event.${event.kind}${offer}${time}`;
}

/** @type {(event: MovedEvent, view: View) => string} */
function moveSentence({ seat, move, by }, view) {
  const { key, values } = gameModule(view.game).moveSentence(move, by === "forced");
  return capital(say(key, { who: spokenName(view, seat), ...values }));
}

/** @type {(event: MovedEvent, view: View) => string[]} */
function pointSentences({ points }, view) {
  return points.map((point) => {
    const short = `points.${point.kind}.short`;
    if (point.side === null || !has(short)) return pointSentence(point, view);
    return count(short, point.points, { side: sideName(view, point.side) });
  });
}

/** Return why *point* was scored, and for which side. @type {(point: Points, view: View) => string} */
export function pointSentence({ kind, side, points }, view) {
  if (side === null) return sayOr(`points.${kind}.nobody`, "");
  const name = sideName(view, side);
  return sayOr(`points.${kind}`, `+${points} ${name}`, { points, side: name });
}

/**
 * Return the sentence about the turn: whose it is, or what the table waits for.
 * @type {(view: View) => string}
 */
export function turnSentence(view) {
  if (view.phase !== "playing" || view.mover === null) return say(`turn.${view.phase}`);
  if (view.isPast) return say("turn.next", { who: spokenName(view, view.mover) });
  if (view.mover === view.you) return say(view.forced ? `turn.forced.${view.forced}` : "turn.you");
  return say("turn.other", { who: spokenName(view, view.mover) });
}

/**
 * Return how the game of *view* ended: the winner, the same with the score where the game has one, that score,
 * the reason, and whether the viewer won; null while it goes on.
 * @type {(view: View) =>
 *   { title: string, headline: string, score: string, why: string, won: boolean | null } | null}
 */
export function resultWords(view) {
  if (!view.outcome) return null;
  const { winner, reason, scores } = view.outcome;
  const own = ownSide(view);
  const won = own === null || winner === null ? null : own === winner;
  const key = `result.${resultKind(view, winner, won)}`;
  const who = winner === null ? "" : capital(sideName(view, winner));
  const order = winner === null ? sideOrder(view) : [winner, 1 - winner];
  const score = view.board?.scores ? order.map((side) => scores[side]).join("\u00a0×\u00a0") : "";
  const winners = isInPairs(view) ? 2 : 1;
  const title = count(key, winners, { who });
  const headline = score ? count(`${key}.score`, winners, { who, score }) : title;
  const why = has(`reason.${reason}`)
    ? count(`reason.${reason}`, winners, { target: view.board?.target ?? "" })
    : "";
  return { title, headline, score, why, won };
}

/** @type {(view: View, winner: number | null, won: boolean | null) => string} */
function resultKind(view, winner, won) {
  if (winner === null) return "draw";
  if (won === null) return "other";
  if (won) return isInPairs(view) ? "we" : "you";
  return isInPairs(view) ? "they" : "other";
}

/**
 * Return *text* with a capital first letter, unless it begins with a name: names stay as they are written.
 * @type {(text: string) => string}
 */
export function capital(text) {
  const keys = ["play.you", "who.someone", "who.open", "who.pair", "side.4.us", "side.4.them"];
  const plain = keys.map((key) => say(key).split(" {")[0]);
  return plain.some((word) => text.startsWith(word)) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
