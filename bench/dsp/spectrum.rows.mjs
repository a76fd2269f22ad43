// What the audio thread does per drawn frame: 512 new frames in, 256 bytes of AnalyserNode's scale out (Blackman
// window, real FFT, magnitudes, smoothing, decibels). The peer gets the same work written around fft.js.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openChromium } from '../browser/chromium.mjs';

const require = createRequire(import.meta.url);
const QUANTUM = 128;
const WORKLET = new URL('../../dsp/pkg/worklet.wasm', import.meta.url);

/** A new instance of the audio-thread module. */
const loadWorklet = () => new WebAssembly.Instance(new WebAssembly.Module(readFileSync(WORKLET)), {}).exports;

export function rows({ quick }) {
  const nextToFft = [512, 1024].map((size) => row(size, quick ? 10_000 : 40_000));
  return [...nextToFft, nextToAnalyser(quick ? 200 : 400), allocation()];
}

/** In a page: the browser's own node, asked for its bytes after every 512 new frames. */
function nextToAnalyser(spectra) {
  const name = 'byte spectrum of 512 frames, Chromium';
  let browser;
  const run = (contender) =>
    browser.page.evaluate(([which, count]) => bench[which](count), [contender, spectra]);
  return {
    name,
    unit: 'spectra',
    async check() {
      browser = await openChromium({});
      const { ours, theirs, difference } = await run('compareSpectra');
      if (ours !== spectra * 256 || theirs !== ours) throw new Error(`${ours} and ${theirs} bytes`);
      if (difference > 1) throw new Error(`${difference} steps from AnalyserNode`);
    },
    ours: { name: 'dsp/worklet', run: () => run('ourSpectra') },
    peers: [{ name: 'AnalyserNode', run: () => run('analyserSpectra') }],
    close: () => browser?.close(),
  };
}

/** Memory growth of the audio thread in ten minutes of quanta, metered and read 60 times a second. */
function allocation() {
  const quanta = (10 * 60 * 48_000) / QUANTUM;
  return {
    name: 'memory of 10 min in the audio thread',
    bars() {
      const meter = loadWorklet();
      meter.init(512);
      const input = new Float32Array(meter.memory.buffer, meter.input(), QUANTUM);
      const signal = Float32Array.from({ length: QUANTUM }, (_, n) => 0.1 * Math.sin(n));
      const play = (count) => {
        for (let quantum = 0; quantum < count; quantum++) {
          input.set(signal);
          meter.push(QUANTUM, 1);
          if (quantum % 6 === 0) meter.update();
        }
      };
      const grownBy = (count) => {
        const before = process.memoryUsage().heapUsed;
        play(count);
        return process.memoryUsage().heapUsed - before;
      };
      // Compilers allocate too, at first, and so does looking, every time; a collection would show as less.
      const least = (count) => {
        const grown = Array.from({ length: 5 }, () => grownBy(count)).filter((bytes) => bytes >= 0);
        return Math.min(...grown);
      };
      play(quanta);
      const pages = meter.memory.buffer.byteLength;
      const grown = least(quanta) - least(1);
      return [
        {
          what: 'wasm memory grown',
          value: meter.memory.buffer.byteLength - pages,
          unit: 'bytes',
          atMost: 0,
        },
        { what: 'JavaScript heap grown', value: grown, unit: 'bytes', atMost: 0 },
      ];
    },
  };
}

function row(size, count) {
  const signal = Float32Array.from(
    { length: size * 16 },
    (_, n) => 0.1 * Math.sin(n * 0.1) + 0.001 * Math.sin(n * n),
  );
  const ours = oursFor(size, signal);
  const theirs = theirsFor(size, signal);
  return {
    name: `byte spectrum of ${size} frames`,
    unit: 'spectra',
    check() {
      for (let i = 0; i < 50; i++) {
        const [a, b] = [ours(i), theirs(i)];
        for (let bin = 0; bin < size / 2; bin++) {
          if (Math.abs(a[bin] - b[bin]) > 1) throw new Error(`bin ${bin}: ${a[bin]} and ${b[bin]}`);
        }
      }
    },
    ours: { name: 'dsp/worklet', run: () => repeat(ours, count) },
    peers: [
      { name: 'fft.js', run: () => repeat(theirs, count), ...(size === 512 ? { done: 3, goal: 6 } : {}) },
    ],
  };
}

function repeat(spectrum, count) {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += spectrum(i)[1];
  return sum >= 0 ? count : 0;
}

function oursFor(size, signal) {
  const meter = loadWorklet();
  const bins = meter.init(size);
  const input = new Float32Array(meter.memory.buffer, meter.input(), QUANTUM);
  const bytes = new Uint8Array(meter.memory.buffer, meter.spectrum(), bins);
  const quanta = Array.from({ length: signal.length / QUANTUM }, (_, i) =>
    signal.subarray(i * QUANTUM, (i + 1) * QUANTUM),
  );
  const perSpectrum = size / QUANTUM;
  return (i) => {
    const first = (i % 16) * perSpectrum;
    for (let quantum = first; quantum < first + perSpectrum; quantum++) {
      input.set(quanta[quantum]);
      meter.push(QUANTUM, 1);
    }
    meter.update();
    return bytes;
  };
}

function theirsFor(size, signal) {
  const FFT = require('fft.js');
  const fft = new FFT(size);
  const out = fft.createComplexArray();
  const input = new Float64Array(size);
  const bytes = new Uint8Array(size / 2);
  const smoothed = new Float64Array(size / 2);
  const window = Float64Array.from({ length: size }, (_, n) => {
    const x = (2 * Math.PI * n) / size;
    return 0.42 - 0.5 * Math.cos(x) + 0.08 * Math.cos(2 * x);
  });
  return (i) => {
    const from = (i % 16) * size;
    for (let n = 0; n < size; n++) input[n] = signal[from + n] * window[n];
    fft.realTransform(out, input);
    for (let bin = 0; bin < bytes.length; bin++) {
      const [re, im] = [out[2 * bin], out[2 * bin + 1]];
      const magnitude = Math.sqrt(re * re + im * im) / size;
      smoothed[bin] = 0.8 * smoothed[bin] + 0.2 * magnitude;
      const scaled = Math.floor((255 / 70) * (20 * Math.log10(smoothed[bin]) + 100));
      bytes[bin] = Math.min(255, Math.max(0, scaled));
    }
    return bytes;
  };
}
