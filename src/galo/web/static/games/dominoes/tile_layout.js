/**
 * Where the tiles of a round lie: pure geometry, no page, no rules.
 *
 * Lengths are counted in halves of a tile. The first tile lies in the middle; each arm walks away from it
 * and turns right whenever it comes near a wall, so four arms share the table like the blades of a pinwheel
 * and two arms like the halves of an S. An arm spirals inwards in its own region, so no two can ever meet:
 *
 *      w: up the left side    ┌──────┬ ─ ─ ─ ┐
 *                             ╎      n       ╎    n: along the top, down the right side
 *                             └ ─ ─ w█e ─ ─ ─┐
 *      s: along the bottom,   ╎      s       ╎    e: down the right side, back along the bottom
 *         up the left side    └ ─ ─ ─┴───────┘
 *
 * Tiles lie along their arm, doubles across it. A tile that turns lies ahead of the end it was played at,
 * pointing the new way, so that equal halves always touch:
 *
 *      [2|5][5|6]╔6╗      or, where a double lies close      [2|5]╔5╗
 *                ╠═╣      to the wall, at the double's end        ╠═╣
 *                ╚3╝                                              ╚5╝
 *                                                                 ╔5╗
 */

/**
 * @import { Halves, TilePlace } from "../../types.js"
 *
 * @typedef {{ name: string, halves: Halves, arm: string | null } & TilePlace} LaidTile
 * @typedef {{ tile: TilePlace, double: TilePlace }} ArmEnd  where the next tile of an arm goes, or a double
 * @typedef {{ tiles: LaidTile[], ends: Record<string, ArmEnd> }} Walked
 * @typedef {{ half: number, origin: [number, number] }} Scale  *origin*: the first tile, as parts of the table
 * @typedef {Walked & Scale & { width: number, height: number }} TileLayout
 *
 * @typedef {object} Walk  how far an arm has come, in halves; u is forwards from the first tile, v to the right
 * @property {number} u
 * @property {number} v
 * @property {number} heading  index into FORWARDS
 * @property {boolean} isFresh  nothing lies on this strand yet, so the next tile may not turn again
 * @property {boolean} endsInDouble  a double lies last, and the next tile may turn from it
 * @property {number[]} walls  room in each direction of FORWARDS
 */

const GAP = 0.4; // between strands of an arm that pass each other, and between arms
const MARGIN = 0.35; // between the outermost tiles and the edge of the table
const STRAND = 1 + GAP; // from the middle of a strand to whatever may lie beside it: a double reaches out 1
const CORNER = 1.5; // what a turn needs ahead: half a tile to its middle, one more for a double after it
const BESIDE = 0.5; // what a double needs ahead: the next tile can turn from its end, and a double come after that
const SIZES = [60, 55, 50, 46, 42, 39, 36, 33, 30, 27.5, 25, 23, 21, 19, 17.5, 16, 15, 14, 13, 12]; // pixels
const SMALLEST = SIZES[SIZES.length - 1]; // pips can still be told apart
const SHORTEST = 8; // halves that the shorter side of a table has at least, so that it does not shrink at every tile
const LARGER = 1.08; // a table without room is laid larger than it is, step by step: whatever happens, it fits
const WORTH = 0.8; // a chain moves its first tile only for a scale that is larger than this part of the other

/**
 * Where the first tile may lie, as parts of the table: in the middle, or aside when one arm grows much
 * longer.
 */
const ORIGINS = [1 / 2, 3 / 8, 5 / 8, 1 / 4, 3 / 4]
  .flatMap((x, i, parts) => parts.map((y, j) => ({ far: Math.max(i, j), origin: [x, y] })))
  .sort((one, other) => one.far - other.far)
  .map(({ origin }) => /** @type {[number, number]} */ (origin));

/** Directions in which an arm can head, clockwise from its first one: u is forwards, v to the right. */
const FORWARDS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/**
 * Quarter turns from the picture's right to the first direction of each arm.
 * @type {Record<string, number>}
 */
const QUARTERS = { e: 0, s: 1, w: 2, n: 3, r: 0, l: 2 };

/**
 * Return where everything lies on a table of *width* × *height* pixels: the side of half a tile, the tiles, the
 * first one first, and the ends of the arms. Places are middles, in pixels; `turn` is in degrees, clockwise, for a
 * tile that is drawn upright with the half nearer to the middle of the table on top. A chain that grows keeps the
 * scale and the origin that it had, *kept*, as far as it can. Where even the smallest tiles have no room, the layout
 * is larger than the table.
 * @type {(first: Halves, arms: Record<string, Halves[]>, width: number, height: number, kept?: Scale | null) =>
 *   TileLayout}
 */
export function layTiles(first, arms, width, height, kept = null) {
  const largest = kept?.half ?? Math.max(SMALLEST, Math.min(width, height) / SHORTEST);
  const sizes = SIZES.filter((size) => size <= largest);
  /** @type {(origins: [number, number][]) => TileLayout | null} */
  const fit = (origins) => firstFit(first, arms, width, height, sizes, origins);
  const best = fit(ORIGINS);
  if (best && kept) {
    const steady = fit([kept.origin]);
    return steady && steady.half >= best.half * WORTH ? steady : best;
  }
  return (
    best ?? layTiles(first, arms, width * LARGER, height * LARGER, { half: SMALLEST, origin: ORIGINS[0] })
  );
}

/**
 * Return the layout of the largest of *sizes* and the first of *origins* that has room, null if none has.
 * @type {(first: Halves, arms: Record<string, Halves[]>, width: number, height: number, sizes: number[],
 *   origins: [number, number][]) => TileLayout | null}
 */
function firstFit(first, arms, width, height, sizes, origins) {
  for (const half of sizes) {
    for (const origin of origins) {
      const [left, top] = [origin[0] * width, origin[1] * height];
      const walls = [width - left, height - top, left, top].map((room) => room / half - MARGIN);
      const walked = walkAll(first, arms, walls);
      if (walked) return { ...toPixels(walked, half, [left, top]), half, origin, width, height };
    }
  }
  return null;
}

/**
 * Return the name of a tile whichever way it lies, high half first as in moves.
 * @type {(halves: Halves) => string}
 */
function tileName([a, b]) {
  return a > b ? `${a}-${b}` : `${b}-${a}`;
}

/**
 * Return every tile and end in halves from the first tile, or null where there is no room for one;
 * *walls*: room right, down, left and up.
 * @type {(first: Halves, arms: Record<string, Halves[]>, walls: number[]) => Walked | null}
 */
function walkAll(first, arms, walls) {
  const isDouble = first[0] === first[1];
  const isCrossed = Object.keys(arms).length > 2; // four arms: the first tile has neighbours on all sides
  /** @type {LaidTile[]} */
  const tiles = [{ name: tileName(first), halves: first, arm: null, x: 0, y: 0, turn: isDouble ? 0 : -90 }];
  /** @type {TileLayout["ends"]} */
  const ends = {};
  for (const [arm, played] of Object.entries(arms)) {
    const quarters = QUARTERS[arm];
    const walk = startWalk(quarters, isDouble, isCrossed, walls);
    for (const halves of played) {
      const place = step(walk, halves[0] === halves[1]);
      if (!place) return null;
      tiles.push({ name: tileName(halves), halves, arm, ...rotate(place, quarters) });
    }
    const tile = step({ ...walk, walls: [...walk.walls] }, false);
    const double = step({ ...walk, walls: [...walk.walls] }, true);
    if (!tile || !double) return null;
    ends[arm] = { tile: rotate(tile, quarters), double: rotate(double, quarters) };
  }
  return { tiles, ends };
}

/**
 * Return the walk of an arm that begins *quarters* turns from the right of the first tile.
 * @type {(quarters: number, isDouble: boolean, isCrossed: boolean, walls: number[]) => Walk}
 */
function startWalk(quarters, isDouble, isCrossed, walls) {
  const isUpright = quarters % 2 === 1;
  const [ahead, aside, back] = [0, 1, 2].map((quarter) => walls[(quarters + quarter) % 4]);
  return {
    u: isUpright === isDouble ? 1 : 0.5, // the edge of the first tile on this side
    v: 0,
    heading: 0,
    isFresh: true,
    endsInDouble: false,
    walls: [ahead, aside, isCrossed ? STRAND : -back, STRAND],
  };
}

/**
 * Move *walk* over the next tile and return the place of that tile, or null where there is no room.
 * @type {(walk: Walk, isDouble: boolean) => TilePlace | null}
 */
function step(walk, isDouble) {
  const canBeTurnedFrom = isDouble && !walk.isFresh;
  const needed = (isDouble ? 1 : 2) + (canBeTurnedFrom ? BESIDE : CORNER);
  if (room(walk) >= needed) return goStraight(walk, isDouble, canBeTurnedFrom);
  if (isDouble || walk.isFresh) return null;
  if (room(walk) >= CORNER) return turnAhead(walk);
  return walk.endsInDouble ? turnFromDouble(walk) : null;
}

/** Return how far the wall ahead of *walk* is. @type {(walk: Walk) => number} */
function room(walk) {
  const [du, dv] = FORWARDS[walk.heading];
  return walk.walls[walk.heading] * (du + dv) - (walk.u * du + walk.v * dv);
}

/**
 * Lay a tile straight on, a double across.
 * @type {(walk: Walk, isDouble: boolean, endsInDouble: boolean) => TilePlace}
 */
function goStraight(walk, isDouble, endsInDouble) {
  const [du, dv] = FORWARDS[walk.heading];
  const length = isDouble ? 1 : 2;
  const place = {
    x: walk.u + (du * length) / 2,
    y: walk.v + (dv * length) / 2,
    turn: 90 * (walk.heading - 1) + (isDouble ? 90 : 0),
  };
  walk.u += du * length;
  walk.v += dv * length;
  Object.assign(walk, { isFresh: false, endsInDouble });
  return place;
}

/**
 * Lay a tile ahead that points to the right of where *walk* was heading, and head there.
 * @type {(walk: Walk) => TilePlace}
 */
function turnAhead(walk) {
  const place = turnRight(walk, 0.5, 0.5);
  Object.assign(walk, { isFresh: true, endsInDouble: false });
  return place;
}

/**
 * Lay a tile at the right-hand end of the double that lies last, close to the wall, and head there.
 * @type {(walk: Walk) => TilePlace}
 */
function turnFromDouble(walk) {
  const place = turnRight(walk, -0.5, 2);
  walk.endsInDouble = false;
  return place;
}

/**
 * Head right; a tile lies with its middle *ahead* of where *walk* stood and *aside* of its strand.
 * @type {(walk: Walk, ahead: number, aside: number) => TilePlace}
 */
function turnRight(walk, ahead, aside) {
  const [du, dv] = FORWARDS[walk.heading];
  const next = (walk.heading + 1) % 4;
  const behind = (walk.heading + 3) % 4; // a later strand that heads there must stop beside the one that ends here
  const strand = du === 0 ? walk.u : walk.v;
  walk.walls[behind] = strand - STRAND * (FORWARDS[behind][0] + FORWARDS[behind][1]);
  const [nu, nv] = FORWARDS[next];
  const place = {
    x: walk.u + du * ahead + nu * aside,
    y: walk.v + dv * ahead + nv * aside,
    turn: 90 * (next - 1),
  };
  walk.heading = next;
  walk.u = place.x + nu;
  walk.v = place.y + nv;
  return place;
}

/**
 * Return *place* turned by quarters around the first tile.
 * @type {(place: TilePlace, quarters: number) => TilePlace}
 */
function rotate({ x, y, turn }, quarters) {
  for (let quarter = 0; quarter < quarters; quarter += 1) [x, y] = [-y, x];
  return { x, y, turn: turn + 90 * quarters };
}

/**
 * Return the layout in pixels from the upper left corner of the table.
 * @type {(walked: Walked, half: number, origin: [number, number]) => Walked}
 */
function toPixels({ tiles, ends }, half, [left, top]) {
  /** @type {(place: TilePlace) => TilePlace} */
  const place = ({ x, y, turn }) => ({
    x: left + x * half,
    y: top + y * half,
    turn: ((turn % 360) + 360) % 360,
  });
  return {
    tiles: tiles.map((tile) => ({ ...tile, ...place(tile) })),
    ends: Object.fromEntries(
      Object.entries(ends).map(([arm, { tile, double }]) => [
        arm,
        { tile: place(tile), double: place(double) },
      ]),
    ),
  };
}
