/** Short synthesised sounds; a browser lets a page be heard after its first tap or key. */

/** @import { SoundName } from "../types.js" */

import { setting } from "./settings.js";

/**
 * @typedef {[start: number, length: number, from: number, to: number, volume: number]} Note seconds, hertz,
 *   0 to 1
 */

/** @type {Record<SoundName, Note[]>} */
const SOUNDS = {
  piece: [[0, 0.05, 420, 160, 0.5]],
  capture: [
    [0, 0.05, 420, 160, 0.5],
    [0.05, 0.1, 240, 70, 0.5],
  ],
  pass: [
    [0, 0.06, 190, 120, 0.4],
    [0.12, 0.06, 190, 120, 0.4],
  ],
  points: [
    [0, 0.12, 660, 660, 0.15],
    [0.1, 0.18, 880, 880, 0.15],
  ],
  turn: [[0, 0.1, 520, 560, 0.12]],
  call: [
    [0, 0.14, 660, 670, 0.25],
    [0.2, 0.22, 880, 890, 0.25],
  ],
  win: [
    [0, 0.14, 523, 523, 0.2],
    [0.13, 0.14, 659, 659, 0.2],
    [0.26, 0.14, 784, 784, 0.2],
    [0.39, 0.45, 1047, 1047, 0.24],
  ],
  lose: [
    [0, 0.22, 392, 388, 0.18],
    [0.22, 0.22, 330, 326, 0.18],
    [0.44, 0.5, 262, 250, 0.18],
  ],
  galo: [
    [0, 0.12, 520, 700, 0.22],
    [0.14, 0.12, 560, 760, 0.22],
    [0.3, 0.5, 640, 980, 0.25],
    [0.8, 0.35, 900, 420, 0.2],
  ],
};

/** @type {AudioContext | null} */
let audio = null;

/** Play the sound *name*, if sounds are on and the page may be heard. @type {(name: SoundName) => void} */
export function playSound(name) {
  const volume = setting("sound") ? setting("volume") : 0;
  if (!(volume > 0) || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  for (const note of SOUNDS[name]) playNote(audio, note, Math.min(volume, 1));
}

/** @type {(audio: AudioContext, note: Note, share: number) => void} */
function playNote(audio, [start, length, from, to, volume], share) {
  const begin = audio.currentTime + start;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(from, begin);
  tone.frequency.exponentialRampToValueAtTime(to, begin + length);
  gain.gain.setValueAtTime(volume * share, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(begin);
  tone.stop(begin + length);
}
