// Sample rate and block size of the generator, and conversions from seconds.

/** Hz. */
export const SAMPLE_RATE = 44_100;
/** Frames per call of a writer. */
export const BLOCK_FRAMES = 1024;

/** Seconds to the nearest frame. */
export function frames(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE);
}

/** Per-frame factor of an exponential decay with time constant `seconds` (to 37 %). */
export function decayFactor(seconds: number): number {
  return Math.exp(-1 / (seconds * SAMPLE_RATE));
}

/** Equal-tempered pitch in Hz of a MIDI note number (69 is A4 = 440 Hz). */
export function noteHz(note: number): number {
  return 440 * 2 ** ((note - 69) / 12);
}
