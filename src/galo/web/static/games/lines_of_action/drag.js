/** Dragging a piece to its target, with a finger or a mouse. */

const START = 9; // pixels a finger may tremble before a tap becomes a drag

/**
 * Follow the pointer of *event*, which went down on a piece of *picture*; `lift()` is called when a drag begins
 * and returns the piece, `drop(x, y)` when it ends over the page, `cancel()` when it is broken off.
 * @type {(event: PointerEvent, picture: SVGSVGElement,
 *   hear: { lift(): SVGElement | null, drop(x: number, y: number): void, cancel(): void }) => void}
 */
export function dragPiece(event, picture, { lift, drop, cancel }) {
  if (event.button !== 0) return;
  const { pointerId, clientX, clientY } = event;
  const unit = picture.viewBox.baseVal.width / picture.getBoundingClientRect().width; // of the picture, a pixel
  /** @type {SVGElement | null} */
  let piece = null;

  /** @type {(moved: PointerEvent) => void} */
  function move(moved) {
    if (moved.pointerId !== pointerId) return;
    const [x, y] = [moved.clientX - clientX, moved.clientY - clientY];
    if (!piece && Math.hypot(x, y) < START) return;
    piece ??= lift();
    piece?.classList.add("dragged");
    if (piece) piece.style.transform = `translate(${x * unit}px, ${y * unit}px)`;
  }

  /** @type {(ended: PointerEvent) => void} */
  function end(ended) {
    if (ended.pointerId !== pointerId) return;
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", end);
    window.removeEventListener("pointercancel", end);
    if (!piece) return;
    piece.classList.remove("dragged");
    piece.style.transform = "";
    if (ended.type === "pointercancel") cancel();
    else drop(ended.clientX, ended.clientY);
  }

  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
}
