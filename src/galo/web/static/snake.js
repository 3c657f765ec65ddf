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

const GAP = 0.4; // between strands of an arm that pass each other, and between arms
const MARGIN = 0.35; // between the outermost tiles and the edge of the table
const STRAND = 1 + GAP; // from the middle of a strand to whatever may lie beside it: a double reaches out 1
const CORNER = 1.5; // what a turn needs ahead: half a tile to its middle, one more for a double after it
const BESIDE = 0.5; // what a double needs ahead: the next tile can turn from its end, and a double come after that
const SIZES = [44, 40, 36, 33, 30, 27, 25, 23, 21, 19.5, 18, 16.5, 15, 14, 13, 12, 11];
const SMALLER = 0.9; // below the last of SIZES: whatever happens, it fits

/** Where the first tile may lie, as parts of the table: in the middle, or aside when one arm grows much longer. */
const ORIGINS = [1 / 2, 3 / 8, 5 / 8, 1 / 4, 3 / 4]
  .flatMap((x, i, parts) => parts.map((y, j) => [x, y, Math.max(i, j)]))
  .sort((one, other) => one[2] - other[2]);

/** Directions in which an arm can head, clockwise from its first one: u is forwards, v to the right. */
const FORWARDS = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/** Quarter turns from the picture's right to the first direction of each arm. */
const QUARTERS = { e: 0, s: 1, w: 2, n: 3, r: 0, l: 2 };

/**
 * Return where everything lies on a table of *width* × *height* pixels: `half` (the side of half a tile),
 * `tiles` (`{name, halves, arm, x, y, turn}`, the first one first) and `ends` (for each arm the place of its next
 * tile: `{tile: {x, y, turn}, double: {x, y, turn}}`). `x, y` are middles; `turn` is in degrees, clockwise,
 * for a tile that is drawn upright with the half nearer to the middle of the table on top.
 */
export function lay(first, arms, width, height) {
  for (const half of sizes(width, height)) {
    for (const [x, y] of ORIGINS) {
      const origin = [x * width, y * height];
      const walls = [width - origin[0], height - origin[1], ...origin].map((room) => room / half - MARGIN);
      const walked = walkAll(first, arms, walls);
      if (walked) return toPixels(walked, half, origin);
    }
  }
  throw new Error("sizes() never ends");
}

/** Return the name of a tile whichever way it lies, high half first as in moves. */
export function tileName([a, b]) {
  return a > b ? `${a}-${b}` : `${b}-${a}`;
}

/** Yield the sizes worth trying, largest first; few of them, so that a table seldom changes its scale. */
function* sizes(width, height) {
  const largest = Math.max(20, Math.min(width, height) / 11);
  yield* SIZES.filter((size) => size <= largest);
  for (let size = SIZES.at(-1) * SMALLER; ; size *= SMALLER) yield size;
}

/** Return every tile and end in halves from the first tile, or null; *walls*: room right, down, left and up. */
function walkAll(first, arms, walls) {
  const isDouble = first[0] === first[1];
  const crossed = Object.keys(arms).length > 2; // four arms: the first tile has neighbours on all sides
  const tiles = [{ halves: first, arm: null, x: 0, y: 0, turn: isDouble ? 0 : -90 }];
  const ends = {};
  for (const [arm, played] of Object.entries(arms)) {
    const quarters = QUARTERS[arm];
    const upright = quarters % 2 === 1;
    const [ahead, aside, back] = [0, 1, 2].map((quarter) => walls[(quarters + quarter) % 4]);
    const walk = {
      u: upright === isDouble ? 1 : 0.5, // the edge of the first tile on this side
      v: 0,
      heading: 0,
      isFresh: true, // nothing lies on this strand yet, so the next tile may not turn again
      endsInDouble: false, // a double lies last, and the next tile may turn from it
      walls: [ahead, aside, crossed ? STRAND : -back, STRAND],
    };
    for (const halves of played) {
      const place = step(walk, halves[0] === halves[1]);
      if (!place) return null;
      tiles.push({ halves, arm, ...rotate(place, quarters) });
    }
    const tile = step({ ...walk, walls: [...walk.walls] }, false);
    const double = step({ ...walk, walls: [...walk.walls] }, true);
    if (!tile || !double) return null;
    ends[arm] = { tile: rotate(tile, quarters), double: rotate(double, quarters) };
  }
  return { tiles, ends };
}

/** Move *walk* over the next tile and return the place of that tile, or null where there is no room. */
function step(walk, isDouble) {
  const canBeTurnedFrom = isDouble && !walk.isFresh;
  const needed = (isDouble ? 1 : 2) + (canBeTurnedFrom ? BESIDE : CORNER);
  if (room(walk) >= needed) return goStraight(walk, isDouble, canBeTurnedFrom);
  if (isDouble || walk.isFresh) return null;
  if (room(walk) >= CORNER) return turnAhead(walk);
  return walk.endsInDouble ? turnFromDouble(walk) : null;
}

/** Return how far the wall ahead of *walk* is. */
function room(walk) {
  const [du, dv] = FORWARDS[walk.heading];
  return walk.walls[walk.heading] * (du + dv) - (walk.u * du + walk.v * dv);
}

/** Lay a tile straight on, a double across. */
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

/** Lay a tile ahead that points to the right of where *walk* was heading, and head there. */
function turnAhead(walk) {
  const place = turnRight(walk, 0.5, 0.5);
  Object.assign(walk, { isFresh: true, endsInDouble: false });
  return place;
}

/** Lay a tile at the right-hand end of the double that lies last, close to the wall, and head there. */
function turnFromDouble(walk) {
  const place = turnRight(walk, -0.5, 2);
  walk.endsInDouble = false;
  return place;
}

/** Head right; a tile lies with its middle *ahead* of where *walk* stood and *aside* of its strand. */
function turnRight(walk, ahead, aside) {
  const [du, dv] = FORWARDS[walk.heading];
  const next = (walk.heading + 1) % 4;
  const behind = (walk.heading + 3) % 4; // who heads there later must stop beside the strand that ends here
  const strand = du === 0 ? walk.u : walk.v;
  walk.walls[behind] = strand - STRAND * (FORWARDS[behind][0] + FORWARDS[behind][1]);
  const [nu, nv] = FORWARDS[next];
  const place = { x: walk.u + du * ahead + nu * aside, y: walk.v + dv * ahead + nv * aside, turn: 90 * (next - 1) };
  walk.heading = next;
  walk.u = place.x + nu;
  walk.v = place.y + nv;
  return place;
}

/** Return *place* turned by quarters around the first tile. */
function rotate({ x, y, turn }, quarters) {
  for (let quarter = 0; quarter < quarters; quarter += 1) [x, y] = [-y, x];
  return { x, y, turn: turn + 90 * quarters };
}

/** Return what was walked, in pixels from the upper left corner of the table. */
function toPixels({ tiles, ends }, half, [left, top]) {
  const place = ({ x, y, turn }) => ({
    x: left + x * half,
    y: top + y * half,
    turn: ((turn % 360) + 360) % 360,
  });
  return {
    half,
    tiles: tiles.map((tile) => ({
      name: tileName(tile.halves), halves: tile.halves, arm: tile.arm, ...place(tile),
    })),
    ends: Object.fromEntries(
      Object.entries(ends).map(([arm, end]) => [
        arm, { tile: place(end.tile), double: place(end.double) },
      ]),
    ),
  };
}
