/**
 * Which moments of a round deserve a banner, and its words: the player, the points and the reason.
 *
 * A banner takes the place of one with the same key that is still on screen, because the points of a pass
 * only stand once the next tile lies on the table.
 */

/** @import { Banner, DominoBoard, MovedEvent, Points, TableEvent, View } from "../../types.js" */

import { capital, eventSentence, pointSentence, sideName, spokenName } from "../../lib/sentences.js";
import { say } from "../../lib/texts.js";
import { tileOf } from "./labels.js";

const OUT = ["carroca", "garagem", "out"]; // kinds of points for the player that goes out
const BLOCKED = ["block", "blocked"];

/**
 * Return the banners for *event*, seen on the *view* after it.
 * @type {(event: TableEvent, view: View<DominoBoard>) => Banner[]}
 */
export function banners(event, view) {
  if (event.kind === "dealt") return (event.points ?? []).map((point) => plainBanner(point, view)); // no double to open with
  if (event.kind !== "moved") return [];
  const found = event.move === "pass" ? [passBanner(event.seat, view)] : [];
  if (event.by === "forced" && tileOf(event.move)) found.push(openingBanner(event, view));
  for (const point of event.points) {
    if (point.kind === "pass") found.push(passPointsBanner(point, view));
    else if (point.kind === "galo") found.push(galoBanner(point, event, view));
  }
  return [...found, ...roundEndBanners(event, view)];
}

/** @type {(seat: number, view: View) => Banner} */
function passBanner(seat, view) {
  return {
    key: `pass-${seat}`,
    kind: "pass",
    title: capital(say("event.pass", { who: spokenName(view, seat) })),
  };
}

/** @type {(event: MovedEvent, view: View) => Banner} */
function openingBanner(event, view) {
  return { key: "open", kind: "open", title: eventSentence(event, view) };
}

/** @type {(point: Points, view: View) => Banner} */
function passPointsBanner({ passer, points, side }, view) {
  const who = passer === undefined ? "" : spokenName(view, passer);
  const sentence = say("banner.pass", { who, points, side: scorerName(side, view) });
  return { key: `pass-${passer}`, kind: "pass", title: capital(sentence), side };
}

/** @type {(point: Points, event: MovedEvent, view: View) => Banner} */
function galoBanner({ points, side }, event, view) {
  const who = event.move === "pass" && view.mover !== null ? view.mover : event.seat; // it is that player's turn again
  const detail = say("banner.galo.detail", {
    who: spokenName(view, who),
    points,
    side: scorerName(side, view),
  });
  return { key: "galo", kind: "galo", title: say("banner.galo"), detail: capital(detail), side };
}

/** @type {(point: Points, view: View) => Banner} */
function plainBanner(point, view) {
  const { kind, seat, side } = point;
  return { key: `${kind}-${seat}`, kind: "points", title: capital(pointSentence(point, view)), side };
}

/**
 * Return the banner of a move that ended a round: gone out or blocked, and the points for it.
 * @type {(event: MovedEvent, view: View) => Banner[]}
 */
function roundEndBanners({ seat, points }, view) {
  if (view.phase !== "between" && view.phase !== "over") return [];
  const blocked = points.find(({ kind }) => BLOCKED.includes(kind));
  if (blocked) return [blockBanner(blocked, view)];
  if (view.seats[seat].tiles !== 0) return [];
  const scored = points.filter((point) => OUT.includes(point.kind) && point.points > 0);
  const isOnDouble = scored.some(({ kind }) => kind === "carroca");
  const title = say(isOnDouble ? "banner.carroca" : "banner.out", { who: spokenName(view, seat) });
  return [
    {
      key: "end",
      kind: "out",
      side: scored[0]?.side,
      title: capital(title),
      detail: outDetail(scored, view),
    },
  ];
}

/** @type {(scored: Points[], view: View) => string} */
function outDetail(scored, view) {
  if (scored.length === 0) return "";
  const points = scored
    .map((point) => say(`banner.${point.kind}.points`, { points: point.points }))
    .join(", ");
  return say("banner.for", { points, side: scorerName(scored[0].side, view) });
}

/** @type {(point: Points, view: View) => Banner} */
function blockBanner({ side, points }, view) {
  const detail =
    side === null
      ? say("banner.block.nobody")
      : say("banner.block.points", { points, side: sideName(view, side) });
  return { key: "end", kind: "block", title: say("banner.block"), detail, side };
}

/** @type {(side: number | null, view: View) => string} */
function scorerName(side, view) {
  return side === null ? "" : sideName(view, side);
}
