/* Small sounds made on the spot, off until switched on. */

import { recall, remember } from "./memory.js";

/* Each sound is a list of notes: [start, length, from hertz, to hertz, loudness], times in seconds. */
const SOUNDS = {
  tile: [[0, 0.05, 420, 160, 0.5]],
  pass: [[0, 0.06, 190, 120, 0.4], [0.12, 0.06, 190, 120, 0.4]],
  points: [[0, 0.12, 660, 660, 0.15], [0.1, 0.18, 880, 880, 0.15]],
  turn: [[0, 0.1, 520, 560, 0.12]],
  galo: [[0, 0.12, 520, 700, 0.22], [0.14, 0.12, 560, 760, 0.22], [0.3, 0.5, 640, 980, 0.25], [0.8, 0.35, 900, 420, 0.2]],
};

let audio = null;

/** Return whether sounds are switched on. */
export function soundOn() {
  return recall("sound", false);
}

/** Switch sounds on or off. */
export function switchSound(on) {
  remember("sound", on);
  if (on) sound("tile");
}

/** Make the sound *name*, if sounds are on. */
export function sound(name) {
  if (!soundOn() || !SOUNDS[name]) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  for (const [start, length, from, to, loudness] of SOUNDS[name]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.setValueAtTime(from, now + start);
    tone.frequency.exponentialRampToValueAtTime(to, now + start + length);
    volume.gain.setValueAtTime(loudness, now + start);
    volume.gain.exponentialRampToValueAtTime(0.001, now + start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}

/** Return the sound that *event* makes, null for silence. */
export function soundOf(event) {
  if (event.kind !== "moved") return null;
  const kinds = (event.points ?? []).map((point) => point.kind);
  if (kinds.includes("galo")) return "galo";
  if (event.move === "pass") return "pass";
  return kinds.length ? "points" : "tile";
}
