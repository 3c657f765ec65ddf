/**
 * A table of dominoes, of either game: tiles in the middle, players around them, the hand below.
 *
 *     view ─→ update() ─→ players, counts, hand, tiles ─→ movements of the new events
 */

/** @import { BoardContext, DominoBoard, GameBoard, TableEvent, View } from "../../types.js" */

import { el } from "../../lib/dom.js";
import { say } from "../../lib/texts.js";
import { Counts } from "./counts.js";
import { Hand } from "./hand.js";
import { tableLabel, tileLabel, tileOf } from "./labels.js";
import { bottomSeat, Players } from "./players.js";
import { TileChoice } from "./tile_choice.js";
import { TileTable } from "./tile_table.js";
import { Travel } from "./travel.js";

const WIDE = 700; // pixels from which the hand has room beside it
const ROOMY = 560; // pixels from which everything but the tiles is drawn larger
const SIDEWAYS = matchMedia("(orientation: landscape) and (max-height: 549px)"); // a phone: the hand lies beside the tiles
const FACE = 14; // pixels that an opened tile of the hand is wide, where a strip needs most of its room
const ROOMY_FACE = 26;
const CLASSES = ["dominoes", "low", "wide", "roomy", "open-hands", "turning"];

/** @implements {GameBoard<DominoBoard>} */
export class DominoTable {
  /** Where banners stand: in a line that neither the chain nor an opened hand needs. */
  bannerPlace = el("div", { class: "notes" });
  #root;
  #arms;
  /** @type {View<DominoBoard> | null} */
  #view = null;
  #table = new TileTable();
  #hand = new Hand(
    (tile, event) => this.#choice.pick(tile, event),
    (tile, event) => this.#choice.grab(tile, event),
  );
  #players;
  #counts;
  #choice;
  #travel;
  #observer = new ResizeObserver(() => this.resize());

  /**
   * @param {HTMLElement} root
   * @param {BoardContext} context
   * @param {string[]} arms  the letters of the arms
   * @param {boolean} showsPoints  whether laying a tile can score
   */
  constructor(root, context, arms, showsPoints) {
    this.#root = root;
    this.#arms = arms;
    this.#players = new Players(context);
    this.#counts = new Counts(context);
    this.#choice = new TileChoice(context, this.#hand, this.#table, showsPoints);
    const parts = { table: this.#table, hand: this.#hand, players: this.#players, counts: this.#counts };
    this.#travel = new Travel(parts, context);
    this.#table.plane.append(this.#choice.ends.node, this.#travel.floats);
    this.#table.node.addEventListener("click", () => this.#choice.unpick());
    root.classList.add("dominoes");
    root.tabIndex = -1; // holds the focus when a tile that had it is gone and no other is left
    const { sum, stock, hands } = this.#counts;
    root.append(this.#table.node, sum, stock, hands, this.#hand.node, this.bannerPlace);
    root.addEventListener("keydown", this.#escape);
    this.#observer.observe(root);
  }

  /** @type {(view: View<DominoBoard>, events: TableEvent[], how: { animate: boolean }) => void} */
  update(view, events, { animate }) {
    const moved = events.filter((event) => event.kind === "moved");
    const departed = this.#travel.depart(moved, this.#view, this.#choice.takeDropped()); // before anything leaves its place
    const board = withArms(view, this.#arms);
    const wereHidden = !this.#view?.board?.revealed;
    const hadFocus = this.#root.contains(document.activeElement);
    this.#view = { ...view, board };
    this.#choice.follow(this.#view);
    this.#root.classList.toggle("open-hands", Boolean(board.revealed));
    this.#root.classList.toggle("turning", animate && wereHidden && Boolean(board.revealed));
    this.#root.dataset.seats = String(view.seats.length);
    this.#drawPlayers(this.#view);
    this.#drawHand(this.#view, board);
    this.#counts.show(board, this.#players.pipsNodes, animate);
    this.#arrange();
    const fresh = this.#table.show(board, lastTile(board), tableLabel(board));
    this.#choice.refresh();
    if (hadFocus && !this.#root.contains(document.activeElement)) this.#root.focus({ preventScroll: true });
    if (animate) this.#travel.arrive(departed, this.#view, fresh);
    else if (view.isPast) this.#travel.clear();
  }

  /** @type {(move: string | null) => void} */
  hint(move) {
    this.#choice.hint(move);
  }

  resize() {
    if (!this.#view) return;
    this.#arrange();
    this.#table.resize();
    this.#choice.resize();
  }

  destroy() {
    this.#observer.disconnect();
    this.#root.removeEventListener("keydown", this.#escape);
    this.#root.classList.remove(...CLASSES);
    this.#root.replaceChildren();
  }

  #escape = (/** @type {KeyboardEvent} */ event) => this.#choice.escape(event);

  /** @type {(view: View<DominoBoard>) => void} */
  #drawPlayers(view) {
    for (const node of this.#players.show(view))
      if (node.parentElement !== this.#root) this.#root.append(node);
  }

  /** @type {(view: View<DominoBoard>, board: DominoBoard) => void} */
  #drawHand(view, board) {
    const bottom = bottomSeat(view);
    if (board.revealed) this.#hand.showFaces(board.revealed[bottom]);
    else if (!board.hand) this.#hand.showBacks(view.seats[bottom].tiles ?? 0);
    else {
      const isTurn = view.phase === "playing" && view.mover === view.you;
      const tiles = board.hand.map((name) => {
        const moves = this.#choice.movesOf(name);
        /** @type {import("./hand.js").TileState} */
        const state = !isTurn ? "waiting" : moves.length > 0 ? "playable" : "unfit";
        return { name, label: tileLabel(name, moves, isTurn), state };
      });
      this.#hand.showPlayable(tiles, say("dominoes.hand"));
    }
  }

  #arrange() {
    const { clientWidth: width, clientHeight: height } = this.#root; // no strip makes them smaller
    const isLow = SIDEWAYS.matches;
    const isWide = width >= WIDE && innerWidth >= innerHeight && !isLow;
    const isRoomy = width >= ROOMY && !isLow;
    this.#root.classList.toggle("low", isLow);
    this.#root.classList.toggle("wide", isWide);
    this.#root.classList.toggle("roomy", isRoomy);
    const looked = isLow || isWide ? null : isRoomy ? ROOMY_FACE : FACE;
    this.#hand.resize(height, {
      isLow,
      isOwn: this.#view?.you !== null,
      round: this.#view?.board?.round ?? 0,
      face: looked,
    });
  }
}

/**
 * Return the board of *view* with every one of *arms*, also those without a tile.
 * @type {(view: View<DominoBoard>, arms: string[]) => DominoBoard}
 */
function withArms(view, arms) {
  const board = /** @type {DominoBoard} */ (view.board);
  return { ...board, arms: Object.fromEntries(arms.map((arm) => [arm, board.arms[arm] ?? []])) };
}

/** @type {(board: DominoBoard) => string | null} */
function lastTile({ plays }) {
  const last = plays.findLast(({ move }) => tileOf(move) !== null);
  return last ? tileOf(last.move) : null;
}
