// Computed signals: input for the engine, and tracks with a known waveform.
import { Random } from '../../../api/demo/synth/random.ts';

/** A pure tone. `amplitude` of full scale; `phase` in radians. */
export function sine(
  hz: number,
  frames: number,
  sampleRate: number,
  amplitude = 0.5,
  phase = 0,
): Float32Array {
  return Float32Array.from(
    { length: frames },
    (_, n) => amplitude * Math.sin((2 * Math.PI * hz * n) / sampleRate + phase),
  );
}

/** One sample of full scale at frame `at`, silence around it. */
export function impulse(frames: number, at = 0): Float32Array {
  const signal = new Float32Array(frames);
  signal[at] = 1;
  return signal;
}

/** Logarithmic sweep from `fromHz` to `toHz`: every frequency for the same time per octave. */
export function sweep(fromHz: number, toHz: number, frames: number, sampleRate: number): Float32Array {
  const rate = Math.log(toHz / fromHz);
  const scale = (2 * Math.PI * fromHz * frames) / sampleRate / rate;
  return Float32Array.from(
    { length: frames },
    (_, n) => 0.5 * Math.sin(scale * Math.expm1((rate * n) / frames)),
  );
}

/** Numbers −1…1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  const random = new Random(seed);
  return () => random.bipolar();
}

/** White noise, the same for the same seed. */
export function noise(seed: number, frames: number, amplitude = 0.3): Float32Array {
  const random = new Random(seed);
  return Float32Array.from({ length: frames }, () => amplitude * random.bipolar());
}
