// People who talk, from seeds: pitch, formants, tempo, hisses and pauses of their own, at any rate.
import { randomOf } from '../voice/speakers.mjs';

const VOWELS = [
  [730, 1090, 2440, 3400],
  [270, 2290, 3010, 3700],
  [570, 840, 2410, 3300],
  [660, 1720, 2410, 3500],
  [300, 870, 2240, 3300],
  [490, 1350, 1690, 3200],
];

/** @param {number} seed */
export function person(seed) {
  const random = randomOf(seed);
  const between = (least, most) => least + (most - least) * random();
  return {
    hz: between(85, 250),
    size: between(0.85, 1.2),
    tempo: between(0.8, 1.3),
    hiss: between(0.08, 0.25),
    pause: between(0.05, 0.25),
    room: between(0.0005, 0.004),
  };
}

/** The speech of this person, different for every seed. −1…1 */
export function saying(who, seconds, sampleRate, seed) {
  const random = randomOf(seed);
  const out = new Float32Array(Math.round(seconds * sampleRate));
  const memory = new Float64Array(8);
  const turns = new Float64Array(4);
  const radii = [60, 90, 130, 180].map((width) => Math.exp((-Math.PI * width) / sampleRate));
  let [left, length, kind, strength, phase, glide] = [0, 1, 'vowel', 1, 0, 0];
  for (let n = 0; n < out.length; n++) {
    if (left === 0) {
      const chance = random();
      kind = chance < who.pause ? 'pause' : chance < who.pause + who.hiss ? 'hiss' : 'vowel';
      length = left = Math.round(((0.09 + 0.2 * random()) * sampleRate) / who.tempo);
      const formants = VOWELS[Math.floor(random() * VOWELS.length)];
      for (let i = 0; i < 4; i++)
        turns[i] = 2 * radii[i] * Math.cos((2 * Math.PI * formants[i] * who.size) / sampleRate);
      strength = 0.3 + 0.7 * random();
      glide = 0.3 * (random() - 0.5);
    }
    left--;
    const noise = 2 * random() - 1;
    phase += (who.hz * (1 + glide * (left / length))) / sampleRate;
    let source = 0.02 * noise;
    if (phase >= 1) {
      phase -= 1;
      source += 1;
    }
    if (kind === 'hiss') source = 0.25 * noise;
    if (kind === 'pause') source = 0;
    let sum = 0;
    for (let i = 0; i < 4; i++) {
      const r = radii[i];
      const y = (1 - r) * source + turns[i] * memory[2 * i] - r * r * memory[2 * i + 1];
      memory[2 * i + 1] = memory[2 * i];
      memory[2 * i] = y;
      sum += y;
    }
    if (kind === 'hiss') sum += 0.15 * source;
    const shape = Math.sin((Math.PI * (left + 0.5)) / length) ** 0.5;
    out[n] = strength * shape * Math.max(-0.9, Math.min(0.9, 3 * sum)) + who.room * noise;
  }
  return out;
}
