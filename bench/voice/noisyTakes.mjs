// Twelve voices from seeds (speech, whisper, breath) and what disturbs recordings. The same samples everywhere.
import { randomOf } from './speakers.mjs';

export const RATE = 48_000;
/** RMS of a voice's sounding parts, dB re full scale. */
const LEVELS = { speech: -24, whisper: -34, breath: -38 };
export const MANNERS = Object.keys(LEVELS);
export const NOISES = ['hiss', 'fan', 'street', 'hum', 'clicks'];
export const RATIOS = [20, 15, 10, 5];
const VOWELS = [
  [640, 1190, 2390, 3500],
  [270, 2290, 3010, 3700],
  [300, 870, 2240, 3400],
  [500, 1640, 2500, 3500],
];

const framesOf = (seconds) => Math.round(seconds * RATE);
const decibels = (power) => 10 * Math.log10(power + 1e-30);
export const power = (samples) => samples.reduce((sum, x) => sum + x * x, 0) / samples.length;

/** A resonance. */
function resonator() {
  let [one, two] = [0, 0];
  return (x, hz, width) => {
    const r = Math.exp((-Math.PI * width) / RATE);
    const y = (1 - r) * x + 2 * r * Math.cos((2 * Math.PI * hz) / RATE) * one - r * r * two;
    [two, one] = [one, y];
    return y;
  };
}

/** Four voices of each manner. `sounds`: where the voice sounds. */
export function voices(seconds = 12) {
  return MANNERS.flatMap((manner) =>
    [1, 2, 3, 4].map((seed) => ({ manner, seed, ...voiceOf(manner, seed * 7 + manner.length, seconds) })),
  );
}

function voiceOf(manner, seed, seconds) {
  const random = randomOf(seed);
  const samples = new Float32Array(framesOf(seconds));
  if (manner === 'breath') breathe(samples, random);
  else talk(samples, random, manner === 'whisper');
  // The level of what sounds.
  const cell = framesOf(0.02);
  const loud = [];
  const cells = Array.from({ length: Math.floor(samples.length / cell) }, (_, n) =>
    power(samples.subarray(n * cell, (n + 1) * cell)),
  );
  const top = Math.max(...cells);
  for (const value of cells) if (value > top / 1000) loud.push(value);
  const level = decibels(loud.reduce((sum, value) => sum + value, 0) / loud.length);
  const gain = 10 ** ((LEVELS[manner] - level) / 20);
  for (let n = 0; n < samples.length; n++) samples[n] *= gain;
  return { samples, rms: 10 ** (LEVELS[manner] / 20) };
}

/** Syllables with consonants, in phrases with pauses. */
function talk(out, random, isWhisper) {
  const size = 0.85 + 0.3 * random();
  const pitch = 90 + 150 * random();
  const formants = VOWELS[0].map(resonator);
  const hiss = resonator();
  let [phase, n] = [0, framesOf(0.7)];
  while (n < out.length) {
    const phraseEnd = n + framesOf(2 + 2 * random());
    while (n < Math.min(out.length, phraseEnd)) {
      const consonant = random();
      if (consonant < 0.25) n = fricative(n, hiss);
      else if (consonant < 0.4) n = stop(n);
      n = vowel(n);
    }
    n += framesOf(0.4 + 0.6 * random());
  }

  function vowel(start) {
    const length = framesOf(0.14 + 0.16 * random());
    const shape = VOWELS[Math.floor(random() * VOWELS.length)];
    const strength = 0.5 + 0.5 * random();
    for (let i = 0; i < length && start + i < out.length; i++) {
      phase += (pitch * (1 + 0.1 * Math.sin((1.7 * (start + i)) / RATE))) / RATE;
      let source = (isWhisper ? 0.25 : 0.02) * (2 * random() - 1);
      if (phase >= 1) {
        phase -= 1;
        if (!isWhisper) source += 1;
      }
      const sum = shape.reduce((all, hz, k) => all + formants[k](source, hz * size, 60 + 40 * k), 0);
      out[start + i] += strength * Math.sin((Math.PI * i) / length) * sum;
    }
    return start + length;
  }

  function fricative(start, filter) {
    const length = framesOf(0.08 + 0.06 * random());
    for (let i = 0; i < length && start + i < out.length; i++)
      out[start + i] += 0.012 * Math.sin((Math.PI * i) / length) * filter(2 * random() - 1, 6000, 2500);
    return start + length;
  }

  /** Silence, a burst, its breath. */
  function stop(start) {
    const closed = framesOf(0.05);
    const length = framesOf(0.03);
    for (let i = 0; i < length && start + closed + i < out.length; i++)
      out[start + closed + i] += 0.004 * Math.exp(-i / framesOf(0.006)) * (2 * random() - 1);
    return start + closed + length;
  }
}

function breathe(out, random) {
  for (let n = framesOf(0.5); n < out.length; ) {
    const length = framesOf(0.8 + 1.4 * random());
    const hz = 700 + 900 * random();
    const [a, b] = [resonator(), resonator()];
    const strength = 0.5 + 0.5 * random();
    for (let i = 0; i < length && n + i < out.length; i++) {
      const x = 2 * random() - 1;
      out[n + i] =
        strength * Math.sin((Math.PI * i) / length) ** 2 * (a(x, hz, 700) + b(x, 2.6 * hz, 1400) + 0.01 * x);
    }
    n += length + framesOf(0.3 + 0.6 * random());
  }
}

/** Noise of power 1, or clicks whose peak is 1 (`at`: their frames). */
function disturbance(kind, length, seed) {
  const random = randomOf(seed + 1000);
  const white = () => (2 * random() - 1) * Math.sqrt(3);
  if (kind === 'hiss') return { samples: Float32Array.from({ length }, white) };
  if (kind === 'clicks') return clicks(length, random);
  const samples = new Float32Array(length);
  const facts = {};
  if (kind === 'fan') {
    let [slow, slower] = [0, 0];
    const blade = 85 + 40 * random();
    for (let n = 0; n < length; n++) {
      slow += 0.06 * (white() - slow);
      slower += 0.3 * (white() - slower);
      const turn = (2 * Math.PI * blade * n) / RATE;
      samples[n] = 3 * slow + 0.3 * slower + 0.1 * Math.sin(turn) + 0.05 * Math.sin(2 * turn);
    }
  }
  if (kind === 'street') {
    let slow = 0;
    for (let n = 0; n < length; n++) {
      slow += 0.1 * (white() - slow);
      const t = n / RATE;
      const car =
        Math.max(0, Math.sin(0.9 * t + seed)) ** 2 + 0.5 * Math.max(0, Math.sin(2.3 * t + 2 * seed)) ** 4;
      samples[n] = (0.15 + car) * (slow + 0.1 * white());
    }
  }
  if (kind === 'hum') {
    const hz = 49.95 + 0.1 * random();
    const phases = [1, 0.7, 0.6, 0.4, 0.3, 0.25].map((amplitude) => [amplitude, 2 * Math.PI * random()]);
    facts.angles = new Float64Array(length);
    let angle = 0;
    for (let n = 0; n < length; n++) {
      angle += (2 * Math.PI * (hz + 0.02 * Math.sin((2 * Math.PI * 0.015 * n) / RATE))) / RATE;
      facts.angles[n] = angle;
      phases.forEach(([amplitude, phase], k) => {
        samples[n] += amplitude * Math.sin((k + 1) * angle + phase);
      });
    }
  }
  const gain = 1 / Math.sqrt(power(samples));
  return { samples: samples.map((x) => x * gain), ...facts };
}

/** Mouth clicks: a short ringing between 1 and 4 kHz, one or two a second. */
function clicks(length, random) {
  const samples = new Float32Array(length);
  const at = [];
  for (let n = framesOf(0.6); n < length - framesOf(0.1); n += framesOf(0.4 + 0.6 * random())) {
    at.push(n);
    const hz = 1000 + 3000 * random();
    const fall = framesOf(0.0002 + 0.0004 * random());
    const sign = random() < 0.5 ? -1 : 1;
    for (let i = 0; i < framesOf(0.003); i++)
      samples[n + i] += sign * Math.exp(-i / fall) * Math.cos((2 * Math.PI * hz * i) / RATE);
  }
  return { samples, at };
}

/** A voice and a disturbance, `ratio` dB below it; clicks have their peak that much below the voice's loudest. */
export function disturbed({ samples, rms, seed, manner }, kind, ratio) {
  const made = disturbance(kind, samples.length, 10 * seed + manner.length);
  const loudest = kind === 'clicks' ? samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0) : rms;
  const gain = loudest * 10 ** (-ratio / 20);
  return { ...made, gain, mixed: samples.map((x, n) => x + gain * made.samples[n]) };
}
