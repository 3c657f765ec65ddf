/** A review by the moments of its replay: the chance to win, the decision and the mark at each. */

/** @import { GameReviewAnswer, Mark, PlayedEvent, ReviewedMove } from "../types.js" */

export class GameReview {
  answer;
  /** The chance of side 0 after each moment. @type {number[]} */
  chances;
  /** The moments at which a round was dealt, with its number. @type {{ place: number, round: number }[]} */
  rounds = [];
  /** @type {Map<number, ReviewedMove>} */
  #decisions = new Map();

  /** @param {GameReviewAnswer} answer @param {PlayedEvent[]} played */
  constructor(answer, played) {
    this.answer = answer;
    const [first, ...others] = answer.events;
    const isDealt = first?.kind === "deal"; // before the first moment of the replay
    this.chances = [isDealt ? first.chance : answer.start[0]];
    for (const { kind, chance } of isDealt ? others : answer.events) {
      if (kind === "end") this.chances[this.chances.length - 1] = chance;
      else this.chances.push(chance);
    }
    const moves = new Map(answer.moves.map((move) => [move.number, move]));
    let number = 0;
    played.forEach((event, k) => {
      if (event.kind === "dealt") this.rounds.push({ place: k + 1, round: event.round });
      else {
        number += 1;
        const move = moves.get(number);
        if (move) this.#decisions.set(k + 1, move);
      }
    });
  }

  /** Return the decision that led to the moment *place*, if there was a choice. @type {(place: number) => ReviewedMove | undefined} */
  decisionAt(place) {
    return this.#decisions.get(place);
  }

  /** Return the marks that are worth a sign, by their moments. @type {() => Map<number, Mark>} */
  marks() {
    const marked = [...this.#decisions].filter(([, { mark }]) => mark !== "good");
    return new Map(marked.map(([place, { mark }]) => [place, mark]));
  }

  /** Return the chance of *side* at the moment *place*. @type {(side: number, place: number) => number} */
  chanceOf(side, place) {
    const chance = this.chances[Math.min(place, this.chances.length - 1)];
    return side === 0 ? chance : 1 - chance;
  }

  /**
   * Return the moment of the next mistake after *place*, from the beginning again after the last; null if nobody
   * made one.
   * @type {(place: number) => number | null}
   */
  nextMistake(place) {
    const places = [...this.marks().keys()];
    return places.find((one) => one > place) ?? places[0] ?? null;
  }
}
