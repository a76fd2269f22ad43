// From spectrum bins to the bars a person sees: log-spaced bands that rise fast and fall slowly. Pure.

/** Bars on one half of the ring; the other half mirrors them. */
export const BANDS = 48;
/** The range voices and rooms live in, Hz. */
const LOWEST_HZ = 60;
const HIGHEST_HZ = 12_000;
/** Byte under which a bin counts as room noise: −100 dB + 30/255 × 70 dB ≈ −92 dB. */
const FLOOR = 40;
/** Time constants, seconds. */
const ATTACK = 0.03;
const RELEASE = 0.28;

/** Frequency of the loudest bin above DC, in Hz; 0 while there is nothing to hear. */
export function peakHz(bins: Uint8Array, sampleRate: number): number {
  let best = 1;
  for (let i = 2; i < bins.length; i++) if ((bins[i] ?? 0) > (bins[best] ?? 0)) best = i;
  return (bins[best] ?? 0) > FLOOR ? (best * sampleRate) / (2 * bins.length) : 0;
}

/**
 * Band levels 0…1 from byte bins (0 Hz … half the sample rate). A band takes its loudest bin;
 * bands narrower than a bin read between two. Cost: one pass over the bins.
 */
export function bandLevels(bins: Uint8Array, sampleRate: number, out: Float32Array): void {
  const perHz = (2 * bins.length) / sampleRate;
  const ratio = (HIGHEST_HZ / LOWEST_HZ) ** (1 / out.length);
  let low = LOWEST_HZ * perHz;
  for (let band = 0; band < out.length; band++) {
    const high = low * ratio;
    let level = between(bins, (low + high) / 2);
    for (let i = Math.ceil(low); i < high; i++) level = Math.max(level, bins[i] ?? 0);
    out[band] = Math.max(0, level - FLOOR) / (255 - FLOOR);
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
