// Signals made by arithmetic: what tests feed to the engine, and tracks whose picture is known in advance.
import { Random } from '../../api/demo/synth/random.ts';
import { type WavAudio, writeWav } from './wav.ts';

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

/** White noise, the same for the same seed. */
export function noise(seed: number, frames: number, amplitude = 0.3): Float32Array {
  const random = new Random(seed);
  return Float32Array.from({ length: frames }, () => amplitude * random.bipolar());
}

/**
 * The track a visualizer can be held against: seconds 0–1 silence, then a 1 kHz tone (−6 dBFS) swelling in and
 * out four times in `seconds`, quiet tones at 250 Hz and 4 kHz (−40 dBFS) beside it. The 1 kHz bin is the peak
 * whenever anything sounds.
 */
export function kilohertzPiece(seconds = 12, sampleRate = 44_100): WavAudio {
  const frames = Math.round(seconds * sampleRate);
  const main = sine(1000, frames, sampleRate);
  const low = sine(250, frames, sampleRate, 0.01);
  const high = sine(4000, frames, sampleRate, 0.01);
  const channel = Float32Array.from({ length: frames }, (_, n) => {
    const time = n / sampleRate - 1;
    if (time <= 0) return 0;
    const swell = 0.5 - 0.5 * Math.cos((2 * Math.PI * 4 * time) / (seconds - 1));
    return ((main[n] as number) + (low[n] as number) + (high[n] as number)) * (0.15 + 0.85 * swell);
  });
  return { sampleRate, channels: [channel] };
}

/** `kilohertzPiece` as a 16-bit WAV file. */
export const kilohertzWav = (seconds?: number): Buffer => writeWav(kilohertzPiece(seconds));
