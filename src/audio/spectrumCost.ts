// Measures the cost of a spectrum: the audio thread's module against the browser's AnalyserNode, over the same
// frames. The bench page of `bench/browser` loads this file unchanged.
import { WORKLET_INTERFACE } from './protocol.ts';

export interface SpectrumRun {
  /** The byte spectra, one after another. */
  bytes: Uint8Array<ArrayBuffer>;
  spectra: number;
  seconds: number;
}

const SIZE = 512;
const QUANTUM = 128;
const RATE = 48_000;
/** A single pass is too short for the clock. */
const USUAL_PASSES = 25;

/** Exports of `dsp/worklet` that this file uses. */
interface Meter {
  memory: WebAssembly.Memory;
  interface_version(): number;
  init(fftSize: number): number;
  input(): number;
  push(frames: number, channels: number): void;
  update(): void;
  spectrum(): number;
}

/** Two sweeping tones and a little seeded noise. */
function movingTones(frames: number): Float32Array<ArrayBuffer> {
  let state = 7;
  return Float32Array.from({ length: frames }, (_, n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const noise = state / 2 ** 31 - 1;
    return 0.1 * Math.sin(n * (0.05 + n * 1e-7)) + 0.02 * Math.sin(n * 0.9) + 0.001 * noise;
  });
}

/** The module on this thread: 512 frames in by quanta of 128, 256 bytes out, `count` times per pass. */
export async function engineSpectra(
  module: WebAssembly.Module,
  count: number,
  passes = USUAL_PASSES,
): Promise<SpectrumRun> {
  const { exports } = await WebAssembly.instantiate(module, {});
  const meter = exports as unknown as Meter;
  if (meter.interface_version() !== WORKLET_INTERFACE)
    throw new RangeError('the module of the audio thread is another');
  const bins = meter.init(SIZE);
  const input = new Float32Array(meter.memory.buffer, meter.input(), QUANTUM);
  const out = new Uint8Array(meter.memory.buffer, meter.spectrum(), bins);
  const signal = movingTones(count * SIZE);
  const quanta = Array.from({ length: signal.length / QUANTUM }, (_, i) =>
    signal.subarray(i * QUANTUM, (i + 1) * QUANTUM),
  );
  const bytes = new Uint8Array(count * bins);
  const pass = () => {
    for (let i = 0; i < count; i++) {
      for (let quantum = 0; quantum < SIZE / QUANTUM; quantum++) {
        input.set(quanta[(i * SIZE) / QUANTUM + quantum] as Float32Array);
        meter.push(QUANTUM, 1);
      }
      meter.update();
      bytes.set(out, i * bins);
    }
  };
  pass();
  const first = bytes.slice();
  const started = performance.now();
  for (let times = 0; times < passes; times++) pass();
  return { bytes: first, spectra: passes * count, seconds: (performance.now() - started) / 1000 };
}

/** AnalyserNode over the same frames, suspended every 512 of them; only its own call is timed. */
export async function analyserSpectra(count: number): Promise<SpectrumRun> {
  const context = new OfflineAudioContext(1, (count + 1) * SIZE, RATE);
  const buffer = context.createBuffer(1, (count + 1) * SIZE, RATE);
  buffer.copyToChannel(movingTones(count * SIZE), 0);
  const player = new AudioBufferSourceNode(context, { buffer });
  const analyser = new AnalyserNode(context, { fftSize: SIZE, smoothingTimeConstant: 0.8 });
  player.connect(analyser).connect(context.destination);
  player.start();
  const bins = analyser.frequencyBinCount;
  const bytes = new Uint8Array(count * bins);
  let milliseconds = 0;
  for (let i = 0; i < count; i++) {
    const out = bytes.subarray(i * bins, (i + 1) * bins);
    void context.suspend(((i + 1) * SIZE) / RATE).then(() => {
      const started = performance.now();
      analyser.getByteFrequencyData(out);
      milliseconds += performance.now() - started;
      void context.resume();
    });
  }
  await context.startRendering();
  return { bytes, spectra: count, seconds: milliseconds / 1000 };
}
