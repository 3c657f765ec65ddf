/** A rating over time: a line with the band of its uncertainty, and the same in words. */

/** @import { RatingCurve } from "../types.js" */

import { el, svg } from "../lib/dom.js";
import { poolName, ratingWords } from "../lib/ratings.js";
import { count, say } from "../lib/texts.js";

const WIDTH = 340;
const HEIGHT = 150;
const LEFT = 44; // for the numbers
const TOP = 10;
const BOTTOM = 22;
const STEPS = [50, 100, 200, 500, 1000]; // Elo between two lines
const MOST_LINES = 5;

/** Return the card of one rating. @type {(curve: RatingCurve) => HTMLElement} */
export function drawRating(curve) {
  const name = poolName(curve);
  return el(
    "section",
    { class: "card rating", "aria-label": name },
    el("h3", {}, name),
    el("p", { class: "number" }, ratingWords(curve)),
    el("p", { class: "faint" }, curveWords(curve)),
    curve.points.length > 1 && drawCurve(curve),
  );
}

/** @type {(curve: RatingCurve) => string} */
function curveWords({ kind, count: games, provisional }) {
  const played = count(`rating.count.${kind}`, games);
  return provisional ? `${played} · ${say("rating.provisional")}` : played;
}

/** @type {(curve: RatingCurve) => SVGElement} */
function drawCurve(curve) {
  const { points } = curve;
  const lows = points.map(({ elo, margin }) => elo - margin);
  const highs = points.map(({ elo, margin }) => elo + margin);
  const [low, high] = [Math.min(...lows), Math.max(...highs)];
  const x = (/** @type {number} */ place) =>
    LEFT + (place * (WIDTH - LEFT - 6)) / Math.max(1, points.length - 1);
  const y = (/** @type {number} */ elo) => TOP + ((high - elo) * (HEIGHT - TOP - BOTTOM)) / (high - low);
  const path = (/** @type {number[]} */ values) =>
    values.map((value, place) => `${x(place).toFixed(1)} ${y(value).toFixed(1)}`);
  const band = [...path(highs), ...path(lows).toReversed()];
  const first = points[0];
  const last = points[points.length - 1];
  const label = say("rating.curve", {
    game: poolName(curve),
    first: ratingWords(first),
    last: ratingWords(last),
    count: points.length,
    low: Math.min(...points.map(({ elo }) => elo)),
    high: Math.max(...points.map(({ elo }) => elo)),
  });
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label, class: "rating-curve" },
    linesBetween(low, high).map((elo) => [
      svg("line", { x1: LEFT, x2: WIDTH, y1: y(elo), y2: y(elo), class: "grid" }),
      svg("text", { x: LEFT - 6, y: y(elo) + 4, class: "axis" }, elo),
    ]),
    svg("polygon", { points: band.join(" "), class: "band" }),
    svg("polyline", { points: path(points.map(({ elo }) => elo)).join(" "), class: "line" }),
    svg("circle", { cx: x(points.length - 1), cy: y(last.elo), r: 4.5, class: "now" }),
    svg("text", { x: LEFT, y: HEIGHT - 4, class: "from" }, "1"),
    svg("text", { x: WIDTH - 6, y: HEIGHT - 4, class: "to" }, String(points.length)),
  );
}

/** Return round numbers between *low* and *high*. @type {(low: number, high: number) => number[]} */
function linesBetween(low, high) {
  const step = STEPS.find((one) => (high - low) / one <= MOST_LINES) ?? STEPS[STEPS.length - 1];
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, k) => first + k * step);
}
