/* What is added up at a table: the ends in play, the tiles left to draw, and at the end of a round the hands. */

import { el, fill } from "./dom.js";
import { countUp } from "./motion.js";
import { pipsOf, tileBack } from "./tiles.js";

const ENDINGS = ["garagem", "block", "out", "blocked"]; // kinds of points that hands are added up for
const STACK = 4; // backs in the picture of the boneyard

/** Return the sums of a table: the nodes `sum`, `stock` and `count`, and `show`. */
export function createTally({ say, reducedMotion }) {
  const number = el("b");
  const sum = el("div", { class: "ends-sum", "aria-hidden": "true" }, // the label of the table says it too
    el("span", { class: "long" }, say("dominoes.sum")),
    el("span", { class: "short" }, say("dominoes.sum.short")),
    number,
    el("span", { class: "check" }, "✓"));
  const left = el("b");
  const stack = el("span", { class: "stack" });
  const stock = el("div", { class: "stock", role: "img" }, stack, left);
  const count = el("div", { class: "hands-count" });
  let counted = null; // the ending whose hands were added up
  let stops = [];

  function show(board, pipsNode, animate) {
    sum.hidden = board.sum === null || board.sum === undefined;
    number.textContent = String(board.sum ?? "");
    sum.classList.toggle("scores", Boolean(board.sum_scores));
    showStock(board.stock);
    showCount(board, pipsNode, animate);
  }

  function showStock(tiles) {
    stock.hidden = tiles === null || tiles === undefined;
    if (stock.hidden) return;
    left.textContent = String(tiles);
    stock.setAttribute("aria-label", say("dominoes.stock", { count: tiles }));
    const height = Math.min(STACK, tiles);
    if (stack.childElementCount !== height) fill(stack, Array.from({ length: height }, tileBack));
  }

  /** Add up the hands of *board* before everybody's eyes, once for each ending. */
  function showCount(board, pipsNode, animate) {
    const ending = board.revealed && (board.points ?? []).findLast(({ kind }) => ENDINGS.includes(kind));
    const key = ending ? `${board.round} ${ending.kind}` : null;
    count.hidden = !ending;
    if (key !== null && key === counted) return; // it goes on counting, or has counted
    stops.forEach((stop) => stop());
    counted = key;
    const still = !ending || !animate || reducedMotion();
    const hands = (board.revealed ?? []).map(pipsOf);
    stops = hands.map((pips, seat) => countUp(pipsNode(seat), pips, (now) => `= ${now}`, still));
    if (!board.revealed) clearPips(pipsNode);
    if (ending) stops.push(countHands(ending, hands, still));
  }

  function clearPips(pipsNode) {
    for (let seat = 0; pipsNode(seat); seat += 1) pipsNode(seat).textContent = "";
  }

  function countHands({ kind, side, points }, hands, still) {
    const what = say(`dominoes.count.${kind}`);
    if (side === null) {
      const sums = [0, 1].map((one) => hands.filter((_, seat) => seat % 2 === one).reduce((a, b) => a + b, 0));
      return countUp(count, sums[0], (now) => `${what}: ${now} = ${now}`, still);
    }
    const losers = hands.filter((_, seat) => seat % 2 !== side);
    const total = losers.reduce((a, b) => a + b, 0);
    const parts = losers.length > 1 ? `${losers.join(" + ")} = ` : "";
    return countUp(count, total, (now) => `${what}: ${parts}${now}${now === total ? ` → +${points}` : ""}`, still);
  }

  return { sum, stock, count, show, stockRect: () => stack.getBoundingClientRect() };
}
