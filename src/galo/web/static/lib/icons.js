/** Small line drawings for buttons, 24 by 24. */

import { svg } from "./dom.js";

const PATHS = {
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3Z",
  analyse: "M4 20h16M7 16v-4M12 16V5M17 16V9",
  undo: "M8 5 3.5 9.5 8 14M4 9.5h10a5.5 5.5 0 0 1 0 11h-4",
  redo: "M16 5l4.5 4.5L16 14M20 9.5H10a5.5 5.5 0 0 0 0 11h4",
  leave: "M6 21V4M6 5h11l-2.5 3.5L17 12H6",
  resign: "M6 21V4M6 5h11l-2.5 3.5L17 12H6M3 21h6",
  offer_draw: "M5 9h14M5 15h14",
  ask_undo: "M8 5 3.5 9.5 8 14M4 9.5h10a5.5 5.5 0 0 1 0 11h-4",
  more: "M4 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M18 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0",
  emote: "M12 21a9 9 0 1 0-9-9 9 9 0 0 0 9 9ZM8.5 10h.01M15.5 10h.01M8 14.5c1 1.4 2.4 2 4 2s3-.6 4-2",
  help: "M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M12 17h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z",
  list: "M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01",
  rules: "M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5Zm0 0V19",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  first: "M17 5l-7 7 7 7M7 5v14",
  last: "M7 5l7 7-7 7M17 5v14",
  play: "M8 5v14l11-7Z",
  pause: "M8 5v14M16 5v14",
  step: "M6 5v14l9-7ZM18 5v14",
  share: "M12 15V4M8 7.5 12 3.5l4 4M6 11H5v9h14v-9h-1",
  copy: "M9 9h10v11H9ZM15 9V4H5v11h4",
  again: "M20 5v5h-5M20 10a8 8 0 1 0 .5 4",
  home: "M4 11.5 12 4l8 7.5M6.5 9.5V20h11V9.5",
  message: "M12 4a8 8 0 0 0-7 12l-1 4 4.2-1A8 8 0 1 0 12 4Z",
  check: "M5 12.5l4.5 4.5L19 7",
  close: "M6 6l12 12M18 6 6 18",
  eye: "M2.5 12C5 7.5 8.5 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-6 6.5-9.5 6.5S5 16.5 2.5 12Zm6.5 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 8c1-4 4-6 8-6s7 2 8 6",
  agent: "M6 9h12v9H6ZM12 9V5M9.5 13h.01M14.5 13h.01M3 12v3M21 12v3",
  settings:
    "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM19.4 13.5l1.6 1.2-2 3.4-1.9-.8a7 7 0 0 1-2.1 1.2L14.7 21h-4l-.3-2.5a7 7 0 0 1-2.1-1.2l-1.9.8-2-3.4L6 13.5a7 7 0 0 1 0-3L4.4 9.3l2-3.4 1.9.8a7 7 0 0 1 2.1-1.2L10.7 3h4l.3 2.5a7 7 0 0 1 2.1 1.2l1.9-.8 2 3.4-1.6 1.2a7 7 0 0 1 0 3Z",
  ends: "M4 8h16v8H4ZM12 8v8",
};

/**
 * Return the drawing *name*; the label of the button around it says what it means.
 * @type {(name: keyof typeof PATHS) => SVGElement}
 */
export function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    svg("path", { d: PATHS[name] }),
  );
}
