/* The two players of a board game: name, colour, and who is thinking. */

import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { say } from "./texts.js";
import { capital, seatName } from "./words.js";

/** Return a player's strip: `node` and `update(view, seat)`; *mark* draws the colour of a seat. */
export function createPlayer(mark) {
  const node = el("div", { class: "duelist" });
  return {
    node,
    update(view, seat) {
      const moving = view.phase === "playing" && view.mover === seat;
      const { kind, away, connected } = view.seats[seat];
      const won = view.outcome?.winner === seat;
      node.classList.toggle("moving", moving);
      fill(node, mark(seat),
        el("span", { class: "name" }, capital(seatName(view, seat))),
        el("span", { class: "colour" }, say(`colour.${view.game}.${seat}`)),
        icon(kind === "agent" || away ? "agent" : "person"),
        away && el("span", { class: "state" }, say("player.away")),
        kind === "person" && !away && connected === false && el("span", { class: "state" }, say("player.lost")),
        won && el("span", { class: "state won" }, say("player.won")),
        moving && el("span", { class: "state" }, seat === view.you ? say("player.you") : thinking()));
    },
  };
}

function thinking() {
  return [
    el("span", { class: "unseen" }, say("player.thinking")),
    el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
  ];
}

/** Return the seats of a duel from top to bottom: one's own below. */
export function duelOrder(view) {
  return view.you === 1 ? [0, 1] : [1, 0];
}
