/* The board of Lines of Action: round stones, targets as dots, captures as rings.

   A picture lies below and a grid of 64 cells above it: the cells take clicks, keys and labels.
   Cells are numbered a1 = 0, b1 = 1 … h8 = 63, as the server sends them. */

import { el, fill, svg } from "./dom.js";
import { createPlayer, duelOrder } from "./duel.js";

const SIZE = 8;
const LEFT = 5; // the board in the picture's 100 × 100, room left and below for coordinates
const TOP = 1.5;
const CELL = 11.6;
const STONE = 4.5;
const TRAVEL = 180; // milliseconds
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

const nameOf = (cell) => `${"abcdefgh"[cell % SIZE]}${Math.floor(cell / SIZE) + 1}`;
const cellOf = (name) => name.charCodeAt(0) - 97 + (Number(name[1]) - 1) * SIZE;
const middle = (cell) => [LEFT + CELL * (cell % SIZE + 0.5), TOP + CELL * (SIZE - 0.5 - Math.floor(cell / SIZE))];

/** Draw a table of Lines of Action in *root*. */
export function create(root, context) {
  const { say } = context;
  const rays = svg("g", { class: "rays" });
  const stones = svg("g");
  const marks = svg("g");
  const under = svg("g");
  const picture = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, shades(), squares(), under, rays, stones, marks);
  const cells = Array.from({ length: SIZE * SIZE }, (_, cell) => el("div", {
    role: "gridcell", tabindex: cell === 0 ? "0" : "-1", class: "cell",
    onclick: (event) => choose(cell, event), onkeydown: (event) => key(cell, event),
    onpointerenter: () => point(cell), onpointerleave: () => point(null), onfocus: () => point(cell),
  }));
  const grid = el("div", { class: "cells", role: "grid", "aria-label": say("game.lines_of_action") },
    Array.from({ length: SIZE }, (_, row) => el("div", { role: "row" }, cells.slice((SIZE - 1 - row) * SIZE, (SIZE - row) * SIZE))));
  const players = [createPlayer(mark), createPlayer(mark)];
  const square = el("div", { class: "square" }, picture, grid);
  root.append(el("div", { class: "duel" }, players[0].node, el("div", { class: "middle" }, square), players[1].node));

  let view = null;
  let picked = null; // a cell
  let pending = null; // the target chosen once, where moves are confirmed
  let hinted = null; // the recommended move
  let known = null; // the analysis of this position
  let focused = 0;

  const movesFrom = (cell) => view.moves.filter((move) => move.from === nameOf(cell));
  const moveTo = (cell) => picked === null ? undefined : movesFrom(picked).find((move) => move.to === nameOf(cell));

  function update(next, events, { animate }) {
    view = next;
    picked = pending = hinted = known = null;
    const moved = events.filter((event) => event.kind === "moved").at(-1);
    draw();
    if (moved && animate && !context.reducedMotion() && moved.move.length >= 5) travel(moved.move);
    duelOrder(view).forEach((seat, k) => players[k].update(view, seat));
  }

  function draw() {
    const last = view.board.last && view.board.last.length >= 5 ? [cellOf(view.board.last), cellOf(view.board.last.slice(3))] : [];
    fill(under, last.length && lastMove(...last));
    fill(stones, [...view.board.cells].map((colour, cell) => colour !== "." && stone(colour, cell, cell === picked)));
    drawTargets();
    cells.forEach((node, cell) => {
      node.setAttribute("aria-label", label(cell));
      node.setAttribute("aria-selected", String(cell === picked));
      node.classList.toggle("live", Boolean(movesFrom(cell).length || moveTo(cell)));
      node.classList.toggle("target", Boolean(moveTo(cell)));
    });
  }

  function drawTargets() {
    const targets = picked === null ? [] : movesFrom(picked);
    const glow = hinted && [hinted.from, hinted.to].map((name) => ring(cellOf(name), "hinted"));
    fill(rays, targets.map((move) => ray(picked, cellOf(move.to))));
    fill(marks, targets.map((move) => move.capture ? ring(cellOf(move.to), "capture") : dot(cellOf(move.to))),
      pending !== null && ring(pending, "pending"), glow, known && arrow(known.lines[0].line[0]));
  }

  function label(cell) {
    const what = { b: say("loa.black"), w: say("loa.white"), ".": say("loa.empty") }[view.board.cells[cell]];
    const words = [nameOf(cell), what];
    const target = moveTo(cell);
    if (target) words.push(say(target.capture ? "loa.capture" : "loa.here"));
    else if (movesFrom(cell).length) words.push(say("loa.can", { targets: movesFrom(cell).map((move) => move.to).join(", ") }));
    if (cell === picked) words.push(say("loa.picked"));
    return words.join(", ");
  }

  function choose(cell, event) {
    focus(cell, false);
    const target = moveTo(cell);
    if (target && context.asksFirst(event) && pending !== cell) pending = cell;
    else if (target) return send(target);
    else pick(cell !== picked && movesFrom(cell).length ? cell : null);
    return draw();
  }

  function pick(cell) {
    picked = cell;
    pending = null;
    if (cell !== null) context.announce(label(cell));
  }

  function send(target) {
    picked = pending = null;
    draw();
    context.play(target.move);
  }

  /** Show the line to the target under the pointer or the focus. */
  function point(cell) {
    for (const line of rays.children) line.classList.toggle("pointed", cell !== null && line.dataset.to === String(cell));
  }

  function key(cell, event) {
    if (ARROWS[event.key]) {
      const [dx, dy] = ARROWS[event.key];
      const [x, y] = [cell % SIZE + dx, Math.floor(cell / SIZE) + dy];
      if (x >= 0 && x < SIZE && y >= 0 && y < SIZE) focus(x + y * SIZE);
    } else if (event.key === "Home" || event.key === "End") {
      focus(cell - cell % SIZE + (event.key === "End" ? SIZE - 1 : 0));
    } else if (event.key === "Enter" || event.key === " ") {
      choose(cell, event);
    } else if (event.key === "Escape" && picked !== null) {
      pick(null);
      draw();
    } else {
      return;
    }
    event.preventDefault();
  }

  function focus(cell, move = true) {
    cells[focused].tabIndex = -1;
    focused = cell;
    cells[cell].tabIndex = 0;
    if (move) cells[cell].focus();
  }

  function travel(move) {
    const [from, to] = [cellOf(move), cellOf(move.slice(3))];
    const [[x, y], [u, v]] = [middle(from), middle(to)];
    const node = stones.querySelector(`[data-cell="${to}"]`);
    const path = [{ transform: `translate(${x - u}px, ${y - v}px)` }, { transform: "none" }];
    node?.animate(path, { duration: TRAVEL, easing: "ease-out" });
    if (node && move[2] === "x") {
      const taken = stone(view.board.cells[to] === "b" ? "w" : "b", to, false);
      node.before(taken);
      taken.animate([{ opacity: 1 }, { opacity: 0 }], { duration: TRAVEL * 2 }).finished.then(() => taken.remove());
    }
  }

  /** Pick the stone of the move *text* and let its way glow, until the next update; null takes a hint back. */
  function hint(text) {
    if (text === (hinted?.move ?? null)) return;
    if (hinted && picked === cellOf(hinted.from)) picked = pending = null;
    hinted = view.moves.find((one) => one.move === text) ?? null;
    if (hinted) {
      picked = cellOf(hinted.from);
      pending = null;
      focus(cellOf(hinted.to), false);
    }
    draw();
  }

  function analysis(found) {
    if (found === known) return;
    known = found;
    drawTargets();
  }

  return { update, hint, analysis, resize() {}, destroy: () => root.replaceChildren() };
}

function mark(seat) {
  return svg("svg", { viewBox: "-6 -6 12 12", class: "mark", "aria-hidden": "true" },
    svg("circle", { r: 5, class: seat === 0 ? "flat-black" : "flat-white" }));
}

function shades() {
  const shade = (id, from, to) => svg("radialGradient", { id, cx: "35%", cy: "30%", r: "75%" },
    svg("stop", { offset: "0", "stop-color": from }), svg("stop", { offset: "1", "stop-color": to }));
  return svg("defs", {}, shade("stone-b", "#5a5f63", "#14171a"), shade("stone-w", "#fffdf6", "#d9cfb8"));
}

function squares() {
  const side = CELL * SIZE;
  const group = svg("g", { class: "quiet-board" }, svg("rect", { x: LEFT, y: TOP, width: side, height: side, class: "board" }));
  for (let cell = 0; cell < SIZE * SIZE; cell += 1) {
    const [x, y] = middle(cell);
    const shade = { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, class: "shade" };
    if ((cell + Math.floor(cell / SIZE)) % 2) group.append(svg("rect", shade));
  }
  for (let k = 0; k < SIZE; k += 1) {
    group.append(svg("text", { x: middle(k)[0], y: 98.6 }, "abcdefgh"[k]));
    group.append(svg("text", { x: LEFT / 2, y: middle(k * SIZE)[1] + 1.2 }, String(k + 1)));
  }
  return group;
}

function stone(colour, cell, isPicked) {
  const [cx, cy] = middle(cell);
  return svg("g", { "data-cell": cell, class: isPicked ? "stone picked" : "stone" },
    svg("circle", { cx, cy: cy + 0.5, r: STONE, class: "shadow" }),
    svg("circle", { cx, cy, r: STONE, fill: `url(#stone-${colour})`, class: `face-${colour}` }));
}

function lastMove(from, to) {
  const [[x, y], [u, v]] = [middle(from), middle(to)];
  const side = CELL - 0.8; // a little inside the square
  const box = (cx, cy) => svg("rect", { x: cx - side / 2, y: cy - side / 2, width: side, height: side, rx: 1.4, class: "last" });
  return [svg("line", { x1: x, y1: y, x2: u, y2: v, class: "last-line" }), box(x, y), box(u, v)];
}

function ray(from, to) {
  const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
  return svg("line", { x1, y1, x2, y2, "data-to": to, class: "ray" });
}

/** The move *text* as an arrow from stone to square. */
function arrow(text) {
  const [[x, y], [u, v]] = [middle(cellOf(text)), middle(cellOf(text.slice(3)))];
  const long = Math.hypot(u - x, v - y) - 1.5;
  const path = `M${STONE - 1} -.8H${long - 4}V-2.6L${long} 0 ${long - 4} 2.6V.8H${STONE - 1}Z`;
  const turn = Math.atan2(v - y, u - x) * 180 / Math.PI;
  return svg("path", { d: path, transform: `translate(${x} ${y}) rotate(${turn})`, class: "best-move" });
}

function dot(cell) {
  const [cx, cy] = middle(cell);
  return svg("circle", { cx, cy, r: 1.7, class: "dot" });
}

function ring(cell, kind) {
  const [cx, cy] = middle(cell);
  return svg("circle", { cx, cy, r: STONE + 0.5, class: `ring ${kind}` });
}
