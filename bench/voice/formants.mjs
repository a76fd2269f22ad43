// Formants and pitch of a voice, by a way of their own: prediction at 10 kHz in double precision and the peaks of its
// spectrum on a grid of 5 Hz; pitch by autocorrelation of the whole frame.
import { resampled } from './resampled.mjs';

const RATE = 10_000;
const ORDER = 12;
const FRAME = 400;
const HOP = 100;
const STEP_HZ = 5;
const STEPS = RATE / 2 / STEP_HZ;
/** Cosine and sine of each coefficient's turn, at each step. */
const TURNS = [Math.cos, Math.sin].map((part) =>
  Array.from({ length: STEPS }, (_, i) =>
    Float64Array.from({ length: ORDER + 1 }, (_, k) => part((2 * Math.PI * k * i * STEP_HZ) / RATE)),
  ),
);

/**
 * @param {Float32Array} signal
 * @param {number} sampleRate
 * @returns {{ at: number, pitch: number | null, formants: number[], db: number }[]} every 10 ms: seconds, Hz, the first
 *   peaks in Hz, level
 */
export function voiceFrames(signal, sampleRate) {
  const x = resampled(signal, sampleRate, RATE);
  const frames = [];
  for (let at = 0; at + FRAME <= x.length; at += HOP) {
    const part = x.subarray(at, at + FRAME);
    frames.push({
      at: (at + FRAME / 2) / RATE,
      pitch: pitchOf(part),
      formants: formantsOf(part),
      db: 10 * Math.log10(part.reduce((sum, value) => sum + value * value, 0) / FRAME + 1e-12),
    });
  }
  return frames;
}

function pitchOf(part) {
  let energy = 0;
  for (const value of part) energy += value * value;
  if (energy < 1e-6) return null;
  const score = (lag) => {
    let [product, a, b] = [0, 0, 0];
    for (let n = 0; n + lag < part.length; n++) {
      product += part[n] * part[n + lag];
      a += part[n] ** 2;
      b += part[n + lag] ** 2;
    }
    return product / Math.sqrt(a * b + 1e-12);
  };
  const [shortest, longest] = [Math.floor(RATE / 450), Math.ceil(RATE / 60)];
  const scores = Array.from({ length: longest + 2 }, (_, lag) => (lag >= shortest - 1 ? score(lag) : 0));
  const best = Math.max(...scores);
  if (best < 0.6) return null;
  for (let lag = shortest; lag <= longest; lag++) {
    const [low, here, high] = [scores[lag - 1], scores[lag], scores[lag + 1]];
    if (here < 0.93 * best || here < low || here < high) continue;
    return RATE / (lag + (0.5 * (low - high)) / (low - 2 * here + high || 1));
  }
  return null;
}

/** Peaks of the predicted spectrum above 150 Hz, lowest first. */
export function formantsOf(part) {
  const framed = Float64Array.from(part, (value, n) => {
    const lifted = value - 0.9 * (n > 0 ? part[n - 1] : 0);
    return lifted * (0.54 - 0.46 * Math.cos((2 * Math.PI * n) / (part.length - 1)));
  });
  const r = Array.from({ length: ORDER + 1 }, (_, lag) => {
    let sum = 0;
    for (let n = lag; n < framed.length; n++) sum += framed[n] * framed[n - lag];
    return sum;
  });
  const a = levinson(r);
  const along = (turns) => {
    let sum = 0;
    for (let k = 0; k <= ORDER; k++) sum += a[k] * turns[k];
    return sum;
  };
  const levels = Float64Array.from({ length: STEPS }, (_, i) => {
    const [re, im] = TURNS.map((turns) => along(turns[i]));
    return 1 / (re * re + im * im);
  });
  const peaks = [];
  for (let i = 150 / STEP_HZ; i < levels.length - 1; i++) {
    if (levels[i] > levels[i - 1] && levels[i] >= levels[i + 1]) peaks.push(i * STEP_HZ);
  }
  return peaks;
}

function levinson(r) {
  let a = [1];
  let error = r[0] * (1 + 1e-9) + 1e-20;
  for (let m = 1; m <= ORDER; m++) {
    const k = -a.reduce((sum, value, i) => sum + value * r[m - i], 0) / error;
    const padded = [...a, 0];
    a = padded.map((value, i) => value + k * padded[m - i]);
    error *= 1 - k * k;
  }
  return a;
}
