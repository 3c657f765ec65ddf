/** Dragging a tile from the hand to an end, with a finger or a mouse. */

const START = 9; // pixels a finger may tremble before a tap becomes a drag

/**
 * Follow the pointer of *event*, which went down on *tile*, a button; `lift()` is called when a drag begins,
 * `drop(x, y, rect)` when it ends over the page, `cancel()` when it is broken off.
 * @type {(event: PointerEvent, tile: HTMLElement,
 *   hear: { lift(): void, drop(x: number, y: number, rect: DOMRect): void, cancel(): void }) => void}
 */
export function dragTile(event, tile, { lift, drop, cancel }) {
  const picture = tile.firstElementChild;
  if (event.button !== 0 || !(picture instanceof SVGElement)) return;
  const { pointerId, clientX, clientY } = event;
  let isLifted = false;

  /** @type {(moved: PointerEvent) => void} */
  function move(moved) {
    if (moved.pointerId !== pointerId) return;
    const [x, y] = [moved.clientX - clientX, moved.clientY - clientY];
    if (!isLifted && Math.hypot(x, y) < START) return;
    if (!isLifted) lift();
    isLifted = true;
    tile.classList.add("dragged");
    /** @type {SVGElement} */ (picture).style.transform = `translate(${x}px, ${y}px)`;
  }

  /** @type {(ended: PointerEvent) => void} */
  function end(ended) {
    if (ended.pointerId !== pointerId) return;
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", end);
    window.removeEventListener("pointercancel", end);
    if (!isLifted) return;
    const rect = putBack(tile, /** @type {SVGElement} */ (picture));
    if (ended.type === "pointercancel") cancel();
    else drop(ended.clientX, ended.clientY, rect);
  }

  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
}

/**
 * Put the *picture* of *tile* back into the hand and return where it was.
 * @type {(tile: HTMLElement, picture: SVGElement) => DOMRect}
 */
function putBack(tile, picture) {
  const rect = picture.getBoundingClientRect();
  picture.style.transform = "";
  tile.classList.remove("dragged");
  // The browser still sends the tap that this was not.
  tile.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => tile.removeEventListener("click", swallow, { capture: true }));
  return rect;
}

/** @type {(event: Event) => void} */
function swallow(event) {
  event.stopImmediatePropagation();
  event.preventDefault();
}
