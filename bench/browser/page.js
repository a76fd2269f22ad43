// Runs in the bench's page: the work of the rows as a page would do it, ours in a worker and the browser's own.
import toWav from '/audiobuffer-to-wav.js';
import { analyserSpectra as appAnalyserSpectra, engineSpectra } from '/src/audio/spectrumCost.ts';

let worker;
let serial = 0;

function ask(operation, ...args) {
  worker ??= new Worker('/bench/browser/dsp.worker.js', { type: 'module' });
  const id = ++serial;
  return new Promise((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message || 'the worker could not be loaded'));
    const listen = ({ data }) => {
      if (data.id !== id) return;
      worker.removeEventListener('message', listen);
      if (data.error) reject(new Error(data.error));
      else resolve(data.result);
    };
    worker.addEventListener('message', listen);
    worker.postMessage({ id, operation, args });
  });
}

/** The chosen file, the same for both sides. */
const input = () => document.querySelector('input').files[0];

/** Of the worker's wasm memory. */
export const wasmBytes = () => ask('wasmBytes');

export const ourPeaks = () => ask('peaks', input());

/** The sampling rate Opus decodes to; a context of another rate would resample. */
const context = () => new OfflineAudioContext(1, 1, 48_000);

const decoded = async () => context().decodeAudioData(await input().arrayBuffer());

/** Decodes all, then the same minima and maxima of 256 samples. */
export async function browserPeaks() {
  const buffer = await decoded();
  const samples = buffer.getChannelData(0);
  const pairs = new Int8Array(2 * Math.ceil(samples.length / 256));
  for (let pair = 0; 2 * pair < pairs.length; pair++) {
    let [low, high] = [1, -1];
    const end = Math.min(samples.length, (pair + 1) * 256);
    for (let at = pair * 256; at < end; at++) {
      const value = samples[at];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    pairs[2 * pair] = low * 127;
    pairs[2 * pair + 1] = high * 127;
  }
  return { seconds: buffer.duration, pairs: pairs.length / 2 };
}

let ourWav;
let browserWav;

export async function ourCut(bounds) {
  const { file, ...facts } = await ask('cut', input(), bounds);
  ourWav = file;
  return facts;
}

/** decodeAudioData, concatenation, audiobuffer-to-wav. */
export async function browserCut(bounds) {
  const buffer = await decoded();
  const frame = (seconds) => Math.round(seconds * buffer.sampleRate);
  const regions = Array.from({ length: bounds.length / 2 }, (_, i) =>
    bounds.slice(2 * i, 2 * i + 2).map(frame),
  );
  const frames = regions.reduce((sum, [from, to]) => sum + to - from, 0);
  const joined = context().createBuffer(1, frames, buffer.sampleRate);
  const samples = joined.getChannelData(0);
  let at = 0;
  for (const [from, to] of regions) {
    samples.set(buffer.getChannelData(0).subarray(from, to), at);
    at += to - from;
  }
  browserWav = new Blob([toWav(joined)], { type: 'audio/wav' });
  return { frames };
}

/** 16-bit samples of a plain WAVE. */
async function samplesOf(wav) {
  const view = new DataView(await wav.arrayBuffer());
  for (let at = 12; at + 8 <= view.byteLength; at += 8 + view.getUint32(at + 4, true)) {
    if (view.getUint32(at) !== 0x64617461) continue;
    return new Int16Array(view.buffer.slice(at + 8, at + 8 + view.getUint32(at + 4, true)));
  }
  throw new Error('no data chunk');
}

/** A container's times are milliseconds: the browser's start may be off by one. */
const LAG_MAX = 48;
/** Ours fades where regions meet. */
const JOIN_FRAMES = 960;

/** Frames of both cuts, and their difference away from the joins, at the best lag. */
export async function compareCuts(bounds) {
  const [ours, theirs] = [await samplesOf(ourWav), await samplesOf(browserWav)];
  const ends = [0];
  for (let i = 0; i < bounds.length; i += 2) ends.push(ends.at(-1) + (bounds[i + 1] - bounds[i]) * 48_000);
  const decibelsAt = (lag, step) => {
    let [signal, noise] = [0, 0];
    for (let region = 0; region + 1 < ends.length; region++) {
      for (let at = ends[region] + JOIN_FRAMES; at < ends[region + 1] - JOIN_FRAMES; at += step) {
        signal += theirs[at + lag] ** 2;
        noise += (ours[at] - theirs[at + lag]) ** 2;
      }
    }
    return 10 * Math.log10(signal / Math.max(1, noise));
  };
  const lags = Array.from({ length: 2 * LAG_MAX + 1 }, (_, index) => index - LAG_MAX);
  const lag = lags.reduce((best, next) => (decibelsAt(next, 37) > decibelsAt(best, 37) ? next : best));
  return { ours: ours.length, theirs: theirs.length, lag, decibels: decibelsAt(lag, 1) };
}

/** Seconds the browser's decoder gets out of a file, 0 when it refuses. */
export async function browserSeconds(address) {
  try {
    const bytes = await (await fetch(address)).arrayBuffer();
    return (await context().decodeAudioData(bytes)).duration;
  } catch {
    return 0;
  }
}

/** One is too short for the clock and for the engine's compilers. */
const PASSES = 50;

/** Compiled once; hot functions stay fast for the instances after the first. */
let worklet;

/** The worklet module on the page's thread. */
async function workletSpectra(count) {
  worklet ??= WebAssembly.compile(await (await fetch('/dsp/pkg/worklet.wasm')).arrayBuffer());
  return engineSpectra(await worklet, count, PASSES);
}

/** Bytes of both and the most that two of them differ by. */
export async function compareSpectra(count) {
  const [{ bytes: ours }, { bytes: theirs }] = [await workletSpectra(count), await appAnalyserSpectra(count)];
  const difference = ours.reduce((most, byte, at) => Math.max(most, Math.abs(byte - theirs[at])), 0);
  return { ours: ours.length, theirs: theirs.length, difference };
}

const timed = ({ spectra, seconds }) => ({ amount: spectra, seconds });

export const ourSpectra = async (count) => timed(await workletSpectra(count));
export const analyserSpectra = async (count) => timed(await appAnalyserSpectra(count));
