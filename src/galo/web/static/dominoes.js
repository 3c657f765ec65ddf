/* A table of dominoes, of either game: tiles on the cloth, players around it, the hand below.

     view ─→ update() ─→ players, tally, hand, cloth ─→ travels of the new events
     a tap on a tile ─→ pick() ─→ play(move), or the ends glow ─→ play(move)                                  */

import { createCloth } from "./cloth.js";
import { el } from "./dom.js";
import { follow } from "./drag.js";
import { createEnds } from "./ends.js";
import { createHand } from "./hand.js";
import { arrive, floatUp, knock, slide } from "./motion.js";
import { createPlayers } from "./players.js";
import { endLabel, endNumber, isTile, parseMove, tableLabel, tileLabel, written } from "./spoken.js";
import { createTally } from "./tally.js";
import { halvesOf } from "./tiles.js";

const WIDE = 700; // pixels from which players sit beside the cloth instead of above it
const ROOMY = 560; // pixels from which everything but the tiles is drawn larger
const EDGE = 56; // pixels that rising points keep from the edge of the cloth
const LOW = 430; // pixels below which the hand lies beside the cloth: a phone held sideways

/** Draw a table in *root*; *game* names its `arms` and whether laying a tile can score (`scores`). */
export function createTable(root, context, game) {
  const cloth = createCloth();
  const ends = createEnds({ onChoose: play });
  const hand = createHand({ onPick: pick, onGrab: grab });
  const players = createPlayers(context);
  const tally = createTally(context);
  const floats = el("div", { class: "floats", "aria-hidden": "true" });
  const pass = el("button", { type: "button", class: "forced", hidden: true, onclick: () => play(view.forced) });
  cloth.node.append(ends.node, floats, pass);
  cloth.node.addEventListener("click", () => unpick());
  root.classList.add("dominoes");
  root.tabIndex = -1; // holds the focus when a tile that had it is gone and no other is left
  root.append(cloth.node, tally.sum, tally.stock, tally.count, hand.node);
  root.addEventListener("keydown", escape);
  const observer = new ResizeObserver(() => resize());
  observer.observe(root);

  let view = null;
  let board = null;
  let picked = null; // the name of the tile whose ends glow
  let hinted = null; // the recommended move; its ghost lies on the cloth unless a tile is picked
  let dropped = null; // {tile, rect}: where a dragged tile was let go, to travel on from there

  function update(next, events = [], { animate = false } = {}) {
    const moved = events.filter((event) => event.kind === "moved");
    const from = departures(moved); // before anything leaves its place
    const wereHidden = !board?.revealed;
    const hadFocus = root.contains(document.activeElement);
    view = next;
    board = { first: null, arms: {}, plays: [], points: [], revealed: null, ...view.board };
    board.arms = { ...Object.fromEntries(game.arms.map((arm) => [arm, []])), ...board.arms };
    const held = hand.node.childElementCount;
    root.classList.toggle("open-hands", Boolean(board.revealed));
    root.classList.toggle("turning", animate && wereHidden && Boolean(board.revealed));
    drawPlayers();
    drawHand();
    drawForced();
    tally.show(board, players.pips, animate);
    cloth.node.firstElementChild.setAttribute("aria-label", tableLabel(board));
    if (!view.moves?.some(({ move }) => move === hinted)) hinted = null;
    markHinted();
    arrange();
    const laid = board.plays.filter(({ move }) => isTile(move)).at(-1);
    const fresh = cloth.show(board, laid ? parseMove(laid.move).tile : null);
    if (picked && movesOf(picked).length > 0) offer(picked);
    else unpick();
    if (hadFocus && !root.contains(document.activeElement)) root.focus({ preventScroll: true }); // its element has gone
    if (animate) moved.forEach((event, number) => travel(event, from[number], fresh, held));
  }

  function drawPlayers() {
    const passed = new Set();
    for (const { seat, move } of [...board.plays].reverse()) {
      if (move !== "pass") break;
      passed.add(seat);
    }
    const told = view.seats.map((seat, number) => ({
      tiles: seat.tiles ?? null,
      names: board.revealed?.[number] ?? null,
      isMover: view.phase === "playing" && view.mover === number,
      isYou: number === view.you,
      isOther: number !== bottom(),
      forced: view.forced,
      passed: passed.has(number),
      side: number % 2,
    }));
    for (const node of players.show(view, told)) if (node.parentElement !== root) root.append(node);
    root.dataset.seats = String(view.seats.length);
  }

  function drawHand() {
    if (board.revealed) return hand.open(board.revealed[bottom()]);
    if (!board.hand) return hand.close(view.seats[bottom()].tiles ?? 0);
    const isTurn = view.phase === "playing" && view.mover === view.you;
    const options = board.hand.map((tile) => [tile, movesOf(tile)]);
    const stateOf = (moves) => (!isTurn ? "waiting" : moves.length > 0 ? "playable" : "unfit");
    return hand.deal({
      names: board.hand,
      label: context.say("dominoes.hand"),
      labels: Object.fromEntries(options.map(([tile, moves]) => [tile, tileLabel(tile, moves, isTurn)])),
      states: Object.fromEntries(options.map(([tile, moves]) => [tile, stateOf(moves)])),
    });
  }

  /** Let who has no other move make it at once instead of waiting for the table. */
  function drawForced() {
    const isMine = view.forced && view.mover === view.you && movesOf(view.forced).length > 0;
    pass.hidden = !isMine;
    pass.textContent = isMine ? context.say(`dominoes.do.${view.forced}`) : "";
  }

  function bottom() {
    return view.you ?? 0;
  }

  function movesOf(tile) {
    return (view.moves ?? []).filter(({ move }) => parseMove(move).tile === tile);
  }

  // Choosing

  function pick(tile, event) {
    const moves = movesOf(tile);
    if (moves.length === 0) return unpick();
    if (moves.length === 1 && (picked === tile || !context.asksFirst(event))) return play(moves[0].move);
    if (picked === tile) return unpick();
    offer(tile);
    if (event.detail === 0) ends.focus(); // chosen by keyboard, which goes on there
    return undefined;
  }

  /** Let the ends glow at which *tile* can be played. */
  function offer(tile) {
    picked = tile;
    hand.mark("picked", tile);
    ends.show(movesOf(tile).map((choice) => ({
      ...ghost(choice.move),
      label: endLabel(choice),
      text: game.scores ? written(choice.points) : "",
    })), cloth.half, context.say("dominoes.ends", { tile }));
  }

  /** Let the end of the recommended move glow, if there is one. */
  function layGhost() {
    ends.show(hinted ? [{ ...ghost(hinted), isHint: true }] : [], cloth.half, "");
  }

  function markHinted() {
    hand.mark("hinted", hinted && parseMove(hinted).tile);
  }

  /** Return how the tile of *move* would lie. */
  function ghost(move) {
    const { tile, arm } = parseMove(move);
    const halves = halvesOf(tile);
    const isDouble = halves[0] === halves[1];
    return {
      move,
      place: cloth.placeOf(arm, isDouble),
      halves: arm && endNumber(board, arm) === halves[1] ? [...halves].reverse() : halves,
    };
  }

  function unpick() {
    if (ends.hasFocus()) (hand.tile(picked) ?? hand.node.querySelector("button"))?.focus();
    picked = null;
    hand.mark("picked", null);
    layGhost();
  }

  function play(move) {
    hinted = null;
    unpick();
    context.play(move);
  }

  function escape(event) {
    if (event.key !== "Escape" || !picked) return;
    event.stopPropagation();
    unpick();
  }

  function grab(tile, event) {
    if (movesOf(tile).length === 0) return;
    follow(event, hand.tile(tile), {
      lift: () => offer(tile),
      back: () => unpick(),
      drop(x, y, rect) {
        const moves = movesOf(tile);
        const isOver = document.elementsFromPoint(x, y).includes(cloth.node);
        const move = ends.nearest(x, y) ?? (isOver && moves.length === 1 ? moves[0].move : null);
        if (!move) return unpick();
        dropped = { tile, rect };
        return play(move);
      },
    });
  }

  // Motion

  /** Return for each event the rectangle of the page from which its tile comes. */
  function departures(moved) {
    const from = moved.map(({ seat, move }) => {
      const { tile } = parseMove(move);
      if (dropped?.tile === tile) return dropped.rect;
      return hand.tile(tile)?.getBoundingClientRect() ?? (view ? originOf(seat) : null);
    });
    dropped = null;
    return from;
  }

  function originOf(seat) {
    return seat === bottom() ? hand.node.getBoundingClientRect() : players.rectOf(seat);
  }

  function travel({ seat, move, points = [] }, from, fresh, held) {
    const reduced = context.reducedMotion();
    const { tile } = parseMove(move);
    const lying = isTile(move) ? cloth.tileNode(tile) : null;
    if (lying && from && fresh.includes(tile) && !reduced) slide(lying, from);
    if (move === "pass" && !reduced) knock(players.node(seat));
    if (move === "draw" && !reduced) {
      const isSeen = seat === bottom() && hand.node.childElementCount > held;
      const drawn = isSeen ? hand.node.lastElementChild : players.node(seat).querySelector(".tile");
      if (drawn) arrive(drawn, tally.stockRect());
    }
    points.filter((point) => point.points > 0).forEach((point, number) => {
      const at = middle((lying && point.kind === "table" ? lying : players.node(point.seat ?? seat)).getBoundingClientRect());
      floatUp(floats, `+${point.points}`, { x: at.x, y: at.y + 26 * number }, reduced);
    });
  }

  /** Return where on the cloth points rise for what happened in *rect* of the page, which may lie beside it. */
  function middle(rect) {
    const { left, top, width, height } = cloth.node.getBoundingClientRect();
    const within = (place, length) => Math.min(Math.max(place, EDGE), length - EDGE);
    return {
      x: within(rect.left + rect.width / 2 - left, width),
      y: within(rect.top + rect.height / 2 - top, height),
    };
  }

  // Size

  function arrange() {
    const { clientWidth: width, clientHeight: height } = root;
    const isLow = height < LOW && width > height;
    root.classList.toggle("low", isLow);
    root.classList.toggle("wide", width >= WIDE && width >= height && !isLow);
    root.classList.toggle("roomy", width >= ROOMY && !isLow);
    hand.resize(hand.node.clientWidth, height, isLow);
  }

  function resize() {
    if (!view) return;
    arrange();
    cloth.resize();
    if (picked) offer(picked);
    else layGhost();
  }

  return {
    update,
    resize,
    /** Raise the tile of *move* and let its end glow; null takes a hint back. */
    hint(move) {
      const recommended = move && isTile(move) ? move : null;
      if (recommended === hinted) return;
      hinted = recommended;
      markHinted();
      if (hinted || !picked) unpick();
    },
    destroy() {
      observer.disconnect();
      root.classList.remove("dominoes", "low", "wide", "roomy", "open-hands", "turning");
      root.replaceChildren();
    },
  };
}
