/** Synthesised sounds: dice on felt, a tick for holding, notes for scoring. */

import { get } from "../shared/storage.js";

/** @type {AudioContext|null} */
let context = null;
/** @type {AudioBuffer|null} */
let noise = null;

function ready() {
  if (get("sound", "on") !== "on" || typeof AudioContext === "undefined") return null;
  // Browsers refuse sound before the first click or key.
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate / 5, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  return context;
}

/**
 * @param {AudioContext} audio @param {number} when seconds @param {number} pitch Hz
 * @param {number} loudness @param {number} length seconds
 */
function knock(audio, when, pitch, loudness, length) {
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const band = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 3.5 });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(loudness, when);
  gain.gain.exponentialRampToValueAtTime(0.0005, when + length);
  source.connect(band).connect(gain).connect(audio.destination);
  source.start(when, 0, length + 0.02);
}

/**
 * @param {AudioContext} audio @param {number} when seconds @param {number} frequency Hz
 * @param {number} loudness @param {number} length seconds
 */
function note(audio, when, frequency, loudness, length) {
  const tone = new OscillatorNode(audio, { type: "triangle", frequency });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, when);
  gain.gain.linearRampToValueAtTime(loudness, when + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0005, when + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(when);
  tone.stop(when + length + 0.02);
}

/** Dice that land: a knock a bounce and die. @param {number} dice @param {number} duration milliseconds */
export function rattle(dice, duration) {
  const audio = ready();
  if (!audio) return;
  const length = Math.max(120, duration) / 1000;
  for (let die = 0; die < dice; die++) {
    for (const [share, loudness] of [
      [0.3, 0.5],
      [0.58, 0.3],
      [0.76, 0.14],
    ]) {
      const when = audio.currentTime + length * share + die * 0.034 + Math.random() * 0.03;
      knock(audio, when, 900 + Math.random() * 900, loudness * (0.7 + Math.random() * 0.3), 0.07);
    }
  }
}

/** @param {boolean} held */
export function tick(held) {
  const audio = ready();
  if (audio) knock(audio, audio.currentTime, held ? 1500 : 1050, 0.35, 0.045);
}

/** @param {number} points @param {boolean} [great] */
export function scored(points, great = false) {
  const audio = ready();
  if (!audio) return;
  if (points === 0) return note(audio, audio.currentTime, 165, 0.12, 0.3);
  const notes = great ? [523, 659, 784, 1047] : [587, 880];
  notes.forEach((frequency, i) => note(audio, audio.currentTime + i * 0.085, frequency, 0.1, 0.3));
}

export function yourTurn() {
  const audio = ready();
  if (audio) note(audio, audio.currentTime, 440, 0.06, 0.22);
}

export function fanfare() {
  const audio = ready();
  if (!audio) return;
  [523, 659, 784, 1047, 784, 1047, 1319].forEach((frequency, i) =>
    note(audio, audio.currentTime + i * 0.13, frequency, 0.1, 0.5),
  );
}
