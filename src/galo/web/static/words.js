/* What happened and whose turn it is, in words: for banners, the move list and screen readers. */

import { count, has, say } from "./texts.js";

/** Return whether the seats of *view* play in pairs. */
export function inPairs(view) {
  return view.seats.length === 4;
}

/** Return the side that *seat* plays for. */
export function sideOf(seat) {
  return seat % 2;
}

/** Return the name at the chair of *seat*. */
export function seatName(view, seat) {
  return seat === view.you ? say("play.you") : plainName(view.seats[seat]);
}

/** Return how a sentence calls *seat*: two of the same name are told apart by where they sit. */
export function spokenName(view, seat) {
  const name = seatName(view, seat);
  return hasNamesake(view, seat) ? `${name} (${placeName(view, seat)})` : name;
}

function hasNamesake(view, seat) {
  const name = seatName(view, seat);
  return view.seats.some((_, other) => other !== seat && seatName(view, other) === name);
}

/** Return what stands below the name of *seat*: the partner is called so; who watches tells namesakes by their seats. */
export function platePlace(view, seat) {
  if (view.seats[seat].kind === "open") return "";
  const isWorthTelling = view.you === null ? hasNamesake(view, seat) : inPairs(view) && seat === (view.you + 2) % 4;
  return isWorthTelling ? placeName(view, seat) : "";
}

/** Return where *seat* sits, seen from the viewer's own chair. */
export function placeName(view, seat) {
  const seats = view.seats.length;
  if (view.you === null) return has(`seat.${view.game}.${seat}`) && seats === 2 && !isDomino(view.game)
    ? say(`seat.${view.game}.${seat}`) : say("who.seat", { number: seat + 1 });
  return say(`place.${seats}.${(seat - view.you + seats) % seats}`);
}

/** Return who sits on the chair *seat*: a name, a bird by its level, an agent by its own name. */
export function plainName(seat) {
  if (seat.kind === "open") return say("who.open");
  return seat.level ? say(`bird.${seat.level}`) : seat.name || say("who.someone");
}

/** Return what *side* is called: nós and eles, you and the other, or names for who watches. */
export function sideName(view, side) {
  if (view.you === null) return watchedName(view, side);
  if (inPairs(view)) return say(side === sideOf(view.you) ? "side.4.us" : "side.4.them");
  return spokenName(view, side);
}

function watchedName(view, side) {
  if (!inPairs(view)) return spokenName(view, side);
  const [mine, others] = [side, 1 - side].map((one) => sideMembers(view, one));
  return mine === others ? say("who.pair", { first: side + 1, second: side + 3 }) : mine;
}

/** Return the names of those who play for *side*. */
export function sideMembers(view, side) {
  const names = view.seats.map((_, seat) => seatName(view, seat)).filter((_, seat) => sideOf(seat) === side);
  return names.join(" + ");
}

/** Return the two sides in the order they are told: one's own first. */
export function sideOrder(view) {
  return view.you !== null && sideOf(view.you) === 1 ? [1, 0] : [0, 1];
}

/** Return whether *game* is played with tiles. */
export function isDomino(game) {
  return game.startsWith("dominoes");
}

/** Return how *move* of *game* is shown in a list. */
export function moveLabel(game, move) {
  if (move === "pass") return say("move.pass");
  if (move === "draw") return say("move.draw");
  if (isDomino(game)) return move.split("@")[0];
  return game === "connect_four" ? say("move.column", { column: move }) : move.replace("x", "×").replace("-", "–");
}

/** Return one sentence that tells *event*, empty if there is nothing to tell. */
export function eventSentence(event, view) {
  if (event.kind === "moved") return [moveSentence(event, view), ...pointSentences(event, view)].join(", ");
  if (!has(`told.${event.kind}`)) return "";
  const who = event.seat === undefined || event.seat === null ? "" : event.name || spokenName(view, event.seat);
  return capital(say(`told.${event.kind}`, { who, round: event.round ?? "" }));
}

function moveSentence({ seat, move }, view) {
  const who = spokenName(view, seat);
  return capital(say(moveKey(view.game, move), {
    who, tile: move.split("@")[0], column: move, from: move.slice(0, 2), to: move.slice(3, 5),
  }));
}

function moveKey(game, move) {
  if (move === "pass" || move === "draw") return `told.${move}`;
  if (isDomino(game)) return "told.tile";
  if (game === "connect_four") return "told.column";
  return move.includes("x") ? "told.capture" : "told.step";
}

function pointSentences({ points = [] }, view) {
  return points.map((point) => {
    if (point.kind === "table") return count("told.points", point.points, { side: sideName(view, point.side) });
    return pointSentence(point, view);
  });
}

/** Return why and for whom *point* was scored. */
export function pointSentence(point, view) {
  const nobody = point.side === null;
  return say(`points.${point.kind}${nobody ? ".nobody" : ""}`, {
    points: point.points, side: nobody ? "" : sideName(view, point.side),
  });
}

/** Return the sentence about the turn: whose it is, or what the table waits for. */
export function turnSentence(view) {
  if (view.phase !== "playing" || view.mover === null) return say(`turn.${view.phase}`);
  if (view.mover === view.you) return say(view.forced ? `turn.forced.${view.forced}` : "turn.you");
  return say("turn.other", { who: spokenName(view, view.mover) });
}

/** Return how the game of *view* ended: who won, the headline that adds the score where there is one, and the reason. */
export function resultWords(view) {
  const { winner, reason, scores } = view.outcome;
  const mine = view.you === null || winner === null ? null : sideOf(view.you) === winner;
  const key = `result.${resultKind(view, winner, mine)}`;
  const who = winner === null ? "" : capital(sideName(view, winner));
  const order = winner === null ? sideOrder(view) : [winner, 1 - winner];
  const score = order.map((side) => scores[side]).join("\u00a0×\u00a0");
  const winners = inPairs(view) ? 2 : 1;
  return {
    title: count(key, winners, { who }),
    headline: isDomino(view.game) ? count(`${key}.score`, winners, { who, score }) : count(key, winners, { who }),
    why: has(`reason.${reason}`) ? say(`reason.${reason}`) : "",
    mine,
  };
}

function resultKind(view, winner, mine) {
  if (winner === null) return "draw";
  if (mine === null) return "other";
  if (mine) return inPairs(view) ? "we" : "you";
  return inPairs(view) ? "they" : "other";
}

/** Return *text* with its first letter large, unless it begins with a name: names stay as they are written. */
export function capital(text) {
  const keys = ["play.you", "who.someone", "who.open", "who.pair", "side.4.us", "side.4.them"];
  const plain = keys.map((key) => say(key).split(" {")[0]);
  return plain.some((word) => text.startsWith(word)) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
