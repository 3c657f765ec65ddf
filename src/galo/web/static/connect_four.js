/* The board of Connect Four: a blue frame, discs with a mark inside, they fall.

   Cells are numbered from the bottom row, left to right, 0 … 41; x is seat 0, o is seat 1. */

import { columnKind, columnSign, columnWords } from "./advice.js";
import { el, fill, svg } from "./dom.js";
import { createPlayer, duelOrder } from "./duel.js";

const WIDTH = 7;
const HEIGHT = 6;
const CELL = 100;
const HOLE = 40;
const HEAD = 92; // room above each column: its number, or the disc about to fall
const EDGE = 16;
const FALL = 90; // milliseconds for the first row, then less and less for each one more
const STAR = "M0-18 5-6 18-5 8 4 11 17 0 10-11 17-8 4-18-5-5-6Z";
const SEATS = { x: 0, o: 1 };

const columnOf = (cell) => cell % WIDTH;
const middle = (cell) => [EDGE + CELL * (columnOf(cell) + 0.5), HEAD + EDGE + CELL * (HEIGHT - 0.5 - Math.floor(cell / WIDTH))];

/** Draw a table of Connect Four in *root*. */
export function create(root, context) {
  const { say, count } = context;
  const discs = svg("g");
  const line = svg("g");
  const paper = { viewBox: `0 0 ${WIDTH * CELL + 2 * EDGE} ${HEAD + HEIGHT * CELL + 2 * EDGE}`, "aria-hidden": "true" };
  const picture = svg("svg", paper, back(), discs, frame(), line);
  const heads = svg("svg", { ...paper, class: "heads" }); // above the buttons, whose focus would hide it
  const columns = Array.from({ length: WIDTH }, (_, column) => el("button", {
    type: "button", class: "column", tabindex: column === 3 ? "0" : "-1",
    onclick: (event) => choose(column, event), onpointerenter: (event) => event.pointerType === "mouse" && point(column),
    onpointerleave: () => point(null), onfocus: () => point(column), onblur: () => point(null), onkeydown: arrows,
  }));
  const players = [createPlayer(mark), createPlayer(mark)];
  const buttons = el("div", { class: "columns", role: "group", "aria-label": say("c4.columns") }, columns);
  const frameBox = el("div", { class: "frame-box" }, picture, buttons, heads);
  root.append(el("div", { class: "duel" }, players[0].node, el("div", { class: "middle" }, frameBox), players[1].node));
  window.addEventListener("keydown", digits);

  let view = null;
  let pointed = null; // a column under the pointer or the focus
  let pending = null; // the column chosen once, where moves are confirmed
  let hinted = null;
  let known = null; // the analysis of this position

  const moveIn = (column) => view?.moves.find((move) => move.move === String(column + 1));

  function update(next, events, { animate }) {
    const before = view?.board.cells ?? next.board.cells;
    view = next;
    pending = hinted = known = null;
    const fallen = [...view.board.cells].findIndex((disc, cell) => disc !== "." && before[cell] === ".");
    fill(discs, [...view.board.cells].map((disc, cell) => disc !== "." && drawDisc(disc, cell)));
    fill(line, view.board.line?.length ? winning(view.board.line) : []);
    if (animate && fallen >= 0 && events.some((event) => event.kind === "moved")) fall(fallen);
    markLast();
    duelOrder(view).forEach((seat, k) => players[k].update(view, seat));
    columns.forEach((button, column) => button.setAttribute("aria-disabled", String(!moveIn(column))));
    drawColumns();
  }

  function drawColumns() {
    columns.forEach((button, column) => button.setAttribute("aria-label", label(column)));
    drawHeads();
  }

  function fall(cell) {
    if (context.reducedMotion()) return;
    const node = discs.querySelector(`[data-cell="${cell}"]`);
    const drop = HEIGHT - Math.floor(cell / WIDTH);
    node.animate([{ transform: `translateY(${-drop * CELL}px)` }, { transform: "none" }],
      { duration: FALL + 110 * Math.sqrt(drop), easing: "cubic-bezier(.5, 0, .9, .6)" });
  }

  function markLast() {
    if (!view.board.last) return;
    const column = Number(view.board.last) - 1;
    const stack = stackOf(column);
    discs.querySelector(`[data-cell="${column + (stack.length - 1) * WIDTH}"]`)?.classList.add("last");
  }

  function stackOf(column) {
    return [...view.board.cells].filter((disc, cell) => columnOf(cell) === column && disc !== ".");
  }

  function label(column) {
    const stack = stackOf(column);
    const whose = stack.toReversed().map((disc) => say(`colour.connect_four.${SEATS[disc]}`)).join(", ");
    const name = say("move.column", { column: column + 1 });
    const worth = known?.columns[column];
    const words = [worth ? `${name}: ${columnWords(worth)}` : name, count("c4.discs", stack.length)];
    if (isBest(column)) words.splice(1, 0, say("analysis.best"));
    if (whose) words.push(say("c4.from_top", { whose }));
    if (stack.length === HEIGHT) words.push(say("c4.full"));
    return words.join(", ");
  }

  function isBest(column) {
    return Boolean(known?.best.includes(String(column + 1)));
  }

  /** Above each column: the disc that would fall, or the column's number; with an analysis, what it is worth. */
  function drawHeads() {
    const mine = view.you === null ? "x" : "xo"[view.you];
    fill(heads, columns.map((_, column) => {
      const x = EDGE + CELL * (column + 0.5);
      const shown = moveIn(column) && (column === pointed || column === pending || column === hinted);
      const [number, disc] = known ? ["small number", `${x} 21) scale(.44`] : ["number", `${x} ${HEAD - 42}`];
      const text = { x, y: known ? 30 : HEAD - 22, class: moveIn(column) ? `${number} free` : number };
      const kind = column === hinted ? "waiting hinted" : "waiting";
      return [
        shown ? svg("g", { transform: `translate(${disc})`, class: kind }, discShape(mine)) : svg("text", text, String(column + 1)),
        known?.columns[column] && drawWorth(x, known.columns[column], isBest(column)),
      ];
    }));
  }

  function point(column) {
    pointed = column;
    if (view) drawHeads();
  }

  function choose(column, event) {
    const move = moveIn(column);
    if (!move) return;
    if (context.asksFirst(event) && pending !== column) {
      pending = column;
      drawHeads();
      return;
    }
    pending = null;
    context.play(move.move);
  }

  function arrows(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const now = columns.indexOf(event.currentTarget);
    const next = Math.max(0, Math.min(WIDTH - 1, now + step));
    columns[now].tabIndex = -1;
    columns[next].tabIndex = 0;
    columns[next].focus();
    event.preventDefault();
  }

  function digits(event) {
    if (event.target.closest?.("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[1-7]$/.test(event.key)) choose(Number(event.key) - 1, event);
  }

  /** Show the disc of *move* above its column, until the next update; null takes a hint back. */
  function hint(move) {
    const column = move === null ? null : Number(move) - 1;
    if (column === hinted) return;
    hinted = column;
    drawHeads();
  }

  function analysis(found) {
    if (found === known) return;
    known = found;
    drawColumns();
  }

  function destroy() {
    window.removeEventListener("keydown", digits);
    root.replaceChildren();
  }

  return { update, hint, analysis, resize() {}, destroy };
}

/** What a column is worth, above it: colour, sign, and a star on the best. */
function drawWorth(x, worth, isBest) {
  return svg("g", { transform: `translate(${x} 64)`, class: `worth ${columnKind(worth)}${isBest ? " best" : ""}` },
    svg("rect", { x: -45, y: -23, width: 90, height: 46, rx: 14 }),
    svg("text", { y: 12 }, columnSign(worth)),
    isBest && svg("path", { d: STAR, transform: "translate(-38 -20)", class: "star" }));
}

function drawDisc(disc, cell) {
  const [x, y] = middle(cell);
  return svg("g", { "data-cell": cell, class: "disc" }, svg("g", { transform: `translate(${x} ${y})` }, discShape(disc)));
}

/** Seat 0 wears a cross, seat 1 a ring: colours alone would not do. */
function discShape(disc) {
  const inner = disc === "x"
    ? svg("path", { d: "M-14-14 14 14M14-14-14 14", class: "sign" })
    : svg("circle", { r: 16, class: "sign" });
  return svg("g", { class: `seat${SEATS[disc]}` },
    svg("circle", { r: HOLE + 5, class: "body" }), svg("circle", { r: HOLE - 7, class: "rim" }), inner);
}

function mark(seat) {
  return svg("svg", { viewBox: "-48 -48 96 96", class: "mark", "aria-hidden": "true" }, discShape("xo"[seat]));
}

function back() {
  const [width, height] = [WIDTH, HEIGHT].map((cells) => cells * CELL + 2 * EDGE - 16);
  return svg("rect", { x: 8, y: HEAD + 8, width, height, rx: 24, class: "back" });
}

function frame() {
  const [w, h, r] = [WIDTH * CELL + 2 * EDGE, HEIGHT * CELL + 2 * EDGE, 28];
  const corner = (x, y) => `a${r} ${r} 0 0 1 ${x} ${y}`;
  let path = `M${r} ${HEAD}H${w - r}${corner(r, r)}V${HEAD + h - r}${corner(-r, r)}H${r}${corner(-r, -r)}V${HEAD + r}${corner(r, -r)}Z`;
  const rims = svg("g", { class: "rims" });
  for (let cell = 0; cell < WIDTH * HEIGHT; cell += 1) {
    const [x, y] = middle(cell);
    path += `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0Z`;
    rims.append(svg("circle", { cx: x, cy: y, r: HOLE + 2 }));
  }
  return svg("g", { class: "frame" }, svg("path", { d: path, "fill-rule": "evenodd" }), rims);
}

function winning(cells) {
  const places = cells.map(middle);
  const [[x1, y1], [x2, y2]] = [places[0], places.at(-1)];
  const rings = places.map(([cx, cy]) => svg("circle", { cx, cy, r: HOLE, class: "winning" }));
  return [svg("line", { x1, y1, x2, y2, class: "winning-line" }), ...rings];
}
