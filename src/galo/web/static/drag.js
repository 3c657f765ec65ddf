/* Dragging a tile from the hand to an end, with a finger or a mouse. */

const START = 9; // pixels a finger may tremble before a tap becomes a drag

/**
 * Follow the pointer of *event*, which went down on *tile*, a button; `lift()` is called when a drag begins,
 * `drop(x, y, rect)` when it ends over the page, `back()` when it is broken off.
 */
export function follow(event, tile, { lift, drop, back }) {
  if (event.button !== 0) return;
  const { pointerId, clientX, clientY } = event;
  const picture = tile.firstElementChild;
  let isLifted = false;

  function move(moved) {
    if (moved.pointerId !== pointerId) return;
    const [x, y] = [moved.clientX - clientX, moved.clientY - clientY];
    if (!isLifted && Math.hypot(x, y) < START) return;
    if (!isLifted) lift();
    isLifted = true;
    tile.classList.add("dragged");
    picture.style.transform = `translate(${x}px, ${y}px)`;
  }

  function end(ended) {
    if (ended.pointerId !== pointerId) return;
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", end);
    window.removeEventListener("pointercancel", end);
    if (!isLifted) return;
    const rect = picture.getBoundingClientRect();
    picture.style.transform = "";
    tile.classList.remove("dragged");
    // The browser still sends the tap that this was not.
    tile.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => tile.removeEventListener("click", swallow, { capture: true }));
    if (ended.type === "pointercancel") back();
    else drop(ended.clientX, ended.clientY, rect);
  }

  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
}

function swallow(event) {
  event.stopImmediatePropagation();
  event.preventDefault();
}
