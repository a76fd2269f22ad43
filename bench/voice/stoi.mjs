// How much of speech is understood: STOI, as published (Taal, Hendriks, Heusdens, Jensen: "An Algorithm for
// Intelligibility Prediction of Time–Frequency Weighted Noisy Speech", IEEE TASL 19(7), 2011).
import { createRequire } from 'node:module';
import { resampled } from './resampled.mjs';

const FFT = createRequire(import.meta.url)('fft.js');

const RATE = 10_000;
const FRAME = 256;
const HOP = 128;
const POINTS = 512;
/** Third-octave bands, the lowest around 150 Hz. */
const BANDS = 15;
const LOWEST_HZ = 150;
/** Frames of a segment: 384 ms. */
const SEGMENT = 30;
/** Lower bound of the signal-to-distortion ratio, decibels. */
const CLIP_DB = -15;
/** Frames this far below the loudest are silence, decibels. */
const RANGE_DB = 40;

const window = Float64Array.from(
  { length: FRAME },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (n + 1)) / (FRAME + 1)),
);

/**
 * @param {Float32Array} clean what was said
 * @param {Float32Array} heard what became of it, at the same times
 * @param {number} sampleRate of both
 * @returns {number} 1 for the same, about 0 for noise
 */
export function stoi(clean, heard, sampleRate) {
  const [x, y] = withoutSilence(resampled(clean, sampleRate, RATE), resampled(heard, sampleRate, RATE));
  const [bandsX, bandsY] = [bandsOf(x), bandsOf(y)];
  const clip = 1 + 10 ** (-CLIP_DB / 20);
  let sum = 0;
  let count = 0;
  for (let end = SEGMENT; end <= bandsX.length; end++) {
    for (let band = 0; band < BANDS; band++) {
      const a = Float64Array.from({ length: SEGMENT }, (_, i) => bandsX[end - SEGMENT + i][band]);
      const b = Float64Array.from({ length: SEGMENT }, (_, i) => bandsY[end - SEGMENT + i][band]);
      const scale = norm(a) / (norm(b) + Number.EPSILON);
      sum += correlation(
        a,
        b.map((value, i) => Math.min(value * scale, a[i] * clip)),
      );
      count += 1;
    }
  }
  if (count === 0) throw new Error('less than 384 ms of speech');
  return sum / count;
}

const norm = (values) => Math.hypot(...values);

function correlation(a, b) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  const [offA, offB] = [a.map((value) => value - meanA), b.map((value) => value - meanB)];
  const product = offA.reduce((sum, value, i) => sum + value * offB[i], 0);
  return product / (norm(offA) * norm(offB) + Number.EPSILON);
}

/** Both signals without the frames in which the first one is silent, joined by overlap-add. */
function withoutSilence(x, y) {
  const frames = [];
  for (let at = 0; at + FRAME <= x.length; at += HOP) {
    const part = (signal) => Float64Array.from(window, (weight, n) => weight * signal[at + n]);
    const [a, b] = [part(x), part(y)];
    frames.push({ a, b, db: 20 * Math.log10(norm(a) / Math.sqrt(FRAME) + Number.EPSILON) });
  }
  const loudest = Math.max(...frames.map(({ db }) => db));
  const kept = frames.filter(({ db }) => db > loudest - RANGE_DB);
  const joined = (name) => {
    const out = new Float64Array((kept.length - 1) * HOP + FRAME);
    for (const [index, frame] of kept.entries()) {
      for (let n = 0; n < FRAME; n++) out[index * HOP + n] += frame[name][n];
    }
    return out;
  };
  return [joined('a'), joined('b')];
}

/** Magnitude of each third-octave band, frame by frame. */
function bandsOf(signal) {
  const fft = new FFT(POINTS);
  const spectrum = fft.createComplexArray();
  const input = new Float64Array(POINTS);
  const edge = (band, half) => LOWEST_HZ * 2 ** ((2 * band + half) / 6);
  const bin = (hz) => Math.round((hz * POINTS) / RATE);
  const edges = Array.from({ length: BANDS }, (_, band) => [bin(edge(band, -1)), bin(edge(band, 1))]);
  const frames = [];
  for (let at = 0; at + FRAME <= signal.length; at += HOP) {
    for (let n = 0; n < FRAME; n++) input[n] = window[n] * signal[at + n];
    fft.realTransform(spectrum, input);
    const power = (k) => spectrum[2 * k] ** 2 + spectrum[2 * k + 1] ** 2;
    frames.push(
      edges.map(([from, to]) => {
        let sum = 0;
        for (let k = from; k < to; k++) sum += power(k);
        return Math.sqrt(sum);
      }),
    );
  }
  return frames;
}
