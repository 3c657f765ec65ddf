/* Which moments deserve a banner, and what it says: who, how many points and why. */

import { say } from "./texts.js";
import { capital, pointSentence, spokenName, sideName } from "./words.js";

/* A banner is {key, kind, title, detail}: one with the key of a banner still on screen takes
   its place, because the points of a pass only stand once the next tile lies on the table. */

/** Return the banners for *event*, seen on the *view* after it. */
export function bannersFor(event, view) {
  if (event.kind === "left" || event.kind === "returned") return [seatBanner(event, view)];
  const points = event.points ?? [];
  if (event.kind === "dealt") return points.map((point) => plain(point, view)); // no double to open with
  if (event.kind !== "moved") return [];
  const found = [];
  if (event.move === "pass") found.push(passed(event.seat, view));
  for (const point of points) {
    if (point.kind === "pass") found.push(passPoints(point, event, view));
    else if (point.kind === "galo") found.push(galo(point, event, view));
  }
  return [...found, ...roundEnd(event, points, view)];
}

function seatBanner(event, view) {
  const sentence = say(`told.${event.kind}`, { who: spokenName(view, event.seat) });
  return { key: `seat-${event.seat}`, kind: "seat", title: capital(sentence) };
}

function passed(seat, view) {
  return { key: `pass-${seat}`, kind: "pass", title: capital(say("told.pass", { who: spokenName(view, seat) })) };
}

function passPoints(point, event, view) {
  const who = firstPasser(event, view);
  const sentence = say("banner.pass", { who: spokenName(view, who), points: point.points, side: sideName(view, point.side) });
  return { key: `pass-${who}`, kind: "pass", title: capital(sentence), side: point.side };
}

/** The seat whose pass was worth points: the first of the run of passes before this event's tile. */
function firstPasser(event, view) {
  const plays = view.board.plays ?? [];
  let k = plays.length - 1;
  if (event.move !== "pass") k -= 1;
  let who = event.seat;
  for (; k >= 0 && plays[k].move === "pass"; k -= 1) who = plays[k].seat;
  return who;
}

function galo(point, event, view) {
  const who = event.move === "pass" && view.mover !== null ? view.mover : event.seat;
  return {
    key: "galo", kind: "galo", title: say("banner.galo"), side: point.side,
    detail: capital(say("banner.galo.detail", { who: spokenName(view, who), points: point.points, side: sideName(view, point.side) })),
  };
}

function plain(point, view) {
  return { key: `${point.kind}-${point.seat}`, kind: "points", title: capital(pointSentence(point, view)), side: point.side };
}

/** Return the banner of the move that ended a round: gone out, blocked, and what it brought. */
function roundEnd(event, points, view) {
  if (view.phase !== "between" && view.phase !== "over") return [];
  const blocked = points.find((point) => point.kind === "block" || point.kind === "blocked");
  if (blocked) {
    return [{ key: "end", kind: "block", title: say("banner.block"), detail: endDetail(blocked, view), side: blocked.side }];
  }
  if (view.seats[event.seat]?.tiles !== 0) return [];
  const scored = points.filter((point) => ["carroca", "garagem", "out"].includes(point.kind) && point.points > 0);
  const onDouble = scored.some((point) => point.kind === "carroca");
  return [{
    key: "end", kind: "out", side: scored[0]?.side,
    title: capital(say(onDouble ? "banner.carroca" : "banner.out", { who: spokenName(view, event.seat) })),
    detail: scored.length > 0 && say("banner.for", {
      points: scored.map((point) => say(`banner.${point.kind}.points`, { points: point.points })).join(", "),
      side: sideName(view, scored[0].side),
    }),
  }];
}

function endDetail(point, view) {
  if (point.side === null) return say("banner.block.nobody");
  return say("banner.block.points", { points: point.points, side: sideName(view, point.side) });
}
