/* Who sits around the table: a rooster or a face, a name, the tiles left, and whose turn it is. */

import { el, fill, svg } from "./dom.js";
import { halvesOf, pipsOf, tileBack, tileFace } from "./tiles.js";
import { platePlace, seatName } from "./words.js";

/** Where the seats are, seen from the bottom one: the next to play sits on the right. */
const PLACES = { 2: ["bottom", "top"], 4: ["bottom", "right", "top", "left"] };

const PICTURES = {
  person: [["circle", "face", { cx: 20, cy: 15.5, r: 6.8 }], ["path", "face", { d: "M7 36c.6-8.5 6-12 13-12s12.4 3.5 13 12z" }]],
  agent: [
    ["path", "comb", { d: "M13.5 14c-3-4.5.5-8.5 3.7-6 .3-4.6 5.6-4.8 6.3-1 3-2.6 6 .4 4.3 4.2z" }],
    ["path", "comb", { d: "M27 22.5c3 .4 3.8 5.5 1.2 6.7-2.7.2-3.4-4-1.2-6.7z" }],
    ["path", "face", { d: "M9 36c.4-6 2.8-9.5 3.6-15C13.3 14.5 17 11 21.4 11c4.7 0 7.6 3 7.6 7 0 5.5-3.8 8-3.3 18z" }],
    ["path", "beak", { d: "M28.3 15.8 35.5 19l-7 2.8z" }],
    ["circle", "eye", { cx: 23.7, cy: 17, r: 1.7 }],
  ],
  open: [["path", "plus", { d: "M20 12v16M12 20h16" }]],
};

/** Return the players: `show(view, told)` and, of each seat, its `node` and the rectangle its tiles leave from. */
export function createPlayers(context) {
  const chips = new Map(); // seat → {node, …parts}

  /** Draw everybody; *told* says of each seat what stands beside its name. */
  function show(view, told) {
    view.seats.forEach((seat, number) => {
      const isButton = seat.kind === "open" && Boolean(context.invite);
      let chip = chips.get(number);
      if (!chip || chip.isButton !== isButton) {
        const fresh = createChip(isButton, () => context.invite(number));
        chip?.node.replaceWith(fresh.node);
        chips.set(number, chip = fresh);
      }
      chip.node.dataset.place = placeOf(view, number);
      drawChip(chip, seat, { name: seatName(view, number), place: platePlace(view, number), ...told[number] }, context);
    });
    return view.seats.map((_, number) => chips.get(number).node);
  }

  return {
    show,
    node: (seat) => chips.get(seat)?.node,
    pips: (seat) => chips.get(seat)?.pips,
    rectOf(seat) {
      const { hand, face } = chips.get(seat);
      return (hand.firstElementChild ?? face).getBoundingClientRect();
    },
  };
}

/** Return where *seat* sits; who watches looks from seat 0. */
export function placeOf(view, seat) {
  const seats = view.seats.length;
  return PLACES[seats][(seat - (view.you ?? 0) + seats) % seats];
}

function createChip(isButton, invite) {
  const face = el("span", { class: "player-face" });
  const name = el("span", { class: "player-name" });
  const place = el("span", { class: "player-place" });
  const note = el("span", { class: "player-note" });
  const hand = el("span", { class: "player-hand" });
  const pips = el("span", { class: "player-pips" });
  const parts = [face, el("span", { class: "player-words" }, name, place, note), hand, pips];
  parts.forEach((part) => part.setAttribute("aria-hidden", "true")); // the label says it all at once
  const node = isButton
    ? el("button", { type: "button", class: "player", onclick: invite }, parts)
    : el("div", { class: "player", role: "img" }, parts);
  return { node, face, name, place, note, hand, pips, isButton, drawn: {} };
}

function drawChip(chip, seat, told, { say, count }) {
  const kind = seat.kind === "agent" || seat.away ? "agent" : seat.kind;
  changed(chip, "face", kind, () => fill(chip.face, picture(kind)));
  const { node } = chip;
  node.dataset.side = told.side;
  node.classList.toggle("turn", told.isMover);
  node.classList.toggle("thinking", told.isMover && !told.isYou && !told.forced);
  node.classList.toggle("open", seat.kind === "open");
  node.classList.toggle("away", Boolean(seat.away) || seat.connected === false);
  chip.name.textContent = chip.isButton ? say("dominoes.invite.short") : told.name;
  chip.place.textContent = told.place;
  const notes = [
    seat.away && say("dominoes.away"),
    seat.connected === false && say("dominoes.lost"),
    told.isMover && (told.forced ? say(`dominoes.forced.${told.forced}`) : told.isYou && say("dominoes.turn")),
    told.passed && say("dominoes.passed"),
  ].filter(Boolean);
  chip.note.textContent = notes[0] ?? "";
  chip.note.classList.toggle("passed", Boolean(told.passed));
  drawTiles(chip, told);
  const tiles = told.tiles === null ? null : count("dominoes.tiles", told.tiles);
  const turn = told.isMover && !told.isYou && !told.forced && say("dominoes.their_turn");
  const open = told.names && say("dominoes.shown", { tiles: told.names.join(", "), pips: pipsOf(told.names) });
  node.setAttribute("aria-label", seat.kind === "open" ? say("dominoes.invite")
    : [told.name, told.place, open ?? tiles, turn, ...notes].filter(Boolean).join(", "));
}

function drawTiles(chip, { names, tiles, isOther }) {
  const backs = isOther ? tiles ?? 0 : 0; // who sits at the bottom has the large hand
  changed(chip, "hand", names ? names.join() : backs, () => {
    fill(chip.hand,
      names ? names.map((name) => tileFace(halvesOf(name))) : Array.from({ length: backs }, tileBack),
      !names && backs > 0 && el("b", {}, String(backs)));
  });
  chip.node.classList.toggle("shown", Boolean(names));
  chip.hand.classList.toggle("faces", Boolean(names));
}

function changed(chip, part, value, draw) {
  if (chip.drawn[part] === value) return;
  chip.drawn[part] = value;
  draw();
}

function picture(kind) {
  return svg("svg", { viewBox: "0 0 40 40", focusable: "false" },
    (PICTURES[kind] ?? PICTURES.person).map(([shape, name, numbers]) => svg(shape, { class: `picture-${name}`, ...numbers })),
    kind !== "open" && svg("g", { class: "picture-dots" }, [12, 20, 28].map((cx) => svg("circle", { cx, cy: 35, r: 2.6 }))));
}
