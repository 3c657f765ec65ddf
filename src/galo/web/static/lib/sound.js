/** Short synthesised sounds, off until they are switched on. */

/** @import { SoundName } from "../types.js" */

import { store, stored } from "./storage.js";

/**
 * @typedef {[start: number, length: number, from: number, to: number, volume: number]} Note seconds, hertz,
 *   0 to 1
 */

/** @type {Record<SoundName, Note[]>} */
const SOUNDS = {
  piece: [[0, 0.05, 420, 160, 0.5]],
  pass: [
    [0, 0.06, 190, 120, 0.4],
    [0.12, 0.06, 190, 120, 0.4],
  ],
  points: [
    [0, 0.12, 660, 660, 0.15],
    [0.1, 0.18, 880, 880, 0.15],
  ],
  turn: [[0, 0.1, 520, 560, 0.12]],
  galo: [
    [0, 0.12, 520, 700, 0.22],
    [0.14, 0.12, 560, 760, 0.22],
    [0.3, 0.5, 640, 980, 0.25],
    [0.8, 0.35, 900, 420, 0.2],
  ],
};

/** @type {AudioContext | null} */
let audio = null;

/** Return whether sounds are switched on. @type {() => boolean} */
export function isSoundOn() {
  return stored("sound", false);
}

/** Switch sounds on or off. @type {(on: boolean) => void} */
export function switchSound(on) {
  store("sound", on);
  if (on) playSound("piece");
}

/** Play the sound *name*, if sounds are on. @type {(name: SoundName) => void} */
export function playSound(name) {
  if (!isSoundOn()) return;
  audio ??= new AudioContext();
  for (const note of SOUNDS[name]) playNote(audio, note);
}

/** @type {(audio: AudioContext, note: Note) => void} */
function playNote(audio, [start, length, from, to, volume]) {
  const begin = audio.currentTime + start;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(from, begin);
  tone.frequency.exponentialRampToValueAtTime(to, begin + length);
  gain.gain.setValueAtTime(volume, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(begin);
  tone.stop(begin + length);
}
