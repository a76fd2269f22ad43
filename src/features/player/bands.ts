// From spectrum bins to the bars a person sees: log-spaced bands that rise fast and fall slowly. Pure.

/** Bars on one half of the ring; the other half mirrors them. */
export const BANDS = 48;
/** The range voices and rooms live in, Hz. */
const LOWEST_HZ = 60;
const HIGHEST_HZ = 12_000;
/** Byte under which a bin counts as room noise: −100 dB + 30/255 × 70 dB ≈ −92 dB. */
const FLOOR = 40;
/** Bytes per octave that speech and rooms fall off by, about 4 dB, around a frequency left as it is. */
const TILT = (4 / 70) * 255;
const LEVEL_HZ = 1000;
/** Bends the levels, so that the loud stands out from the rest. */
const CONTRAST = 1.5;
/** Time constants, seconds. */
const ATTACK = 0.03;
const RELEASE = 0.28;

/**
 * Frequency of the loudest bin above DC, in Hz; 0 while there is nothing to hear. Bytes end at −30 dB:
 * of several neighbours at the same height, the middle one counts.
 */
export function peakHz(bins: Uint8Array, sampleRate: number): number {
  let first = 1;
  for (let i = 2; i < bins.length; i++) if ((bins[i] ?? 0) > (bins[first] ?? 0)) first = i;
  const loudest = bins[first] ?? 0;
  if (loudest <= FLOOR) return 0;
  let last = first;
  while (bins[last + 1] === loudest) last++;
  return ((first + last) / 2) * (sampleRate / (2 * bins.length));
}

/**
 * Band levels 0…1 from byte bins (0 Hz … half the sample rate). A band takes its loudest bin, bands
 * narrower than a bin read between two; the slope of natural sound is taken out, so that breath is
 * seen beside a deep voice. Cost: one pass over the bins.
 */
export function bandLevels(bins: Uint8Array, sampleRate: number, out: Float32Array): void {
  const perHz = (2 * bins.length) / sampleRate;
  const octaves = Math.log2(HIGHEST_HZ / LOWEST_HZ) / out.length;
  const ratio = 2 ** octaves;
  let low = LOWEST_HZ * perHz;
  for (let band = 0; band < out.length; band++) {
    const high = low * ratio;
    let level = between(bins, (low + high) / 2);
    for (let i = Math.ceil(low); i < high; i++) level = Math.max(level, bins[i] ?? 0);
    const octavesAbove = Math.log2(LOWEST_HZ / LEVEL_HZ) + (band + 0.5) * octaves;
    const lifted = level > FLOOR ? level + octavesAbove * TILT : 0;
    out[band] = Math.min(1, Math.max(0, lifted - FLOOR) / (255 - FLOOR)) ** CONTRAST;
    low = high;
  }
}

function between(bins: Uint8Array, place: number): number {
  const left = Math.floor(place);
  const a = bins[left] ?? 0;
  return a + ((bins[left + 1] ?? a) - a) * (place - left);
}

/** Moves `shown` towards `target` as `seconds` pass; answers whether anything still moves visibly. */
export function settle(shown: Float32Array, target: Float32Array, seconds: number): boolean {
  let moving = false;
  for (let i = 0; i < shown.length; i++) {
    const from = shown[i] ?? 0;
    const to = target[i] ?? 0;
    const share = 1 - Math.exp(-seconds / (to > from ? ATTACK : RELEASE));
    const next = from + (to - from) * share;
    shown[i] = next;
    moving ||= Math.abs(next - to) > 0.01;
  }
  return moving;
}
