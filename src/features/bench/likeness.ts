// Similarity of two sounds, independent of the codec between them.

/** Maximum shift of a decoder, frames. */
const LAG_MOST = 2_400;
const SPAN = 48_000;

/** Start of the loudest second, because comparing a pause would only compare noise. */
function loudest(sound: Float32Array, from: number, to: number): number {
  let best = { at: from, power: -1 };
  for (let at = from; at + SPAN <= to; at += SPAN / 2) {
    let power = 0;
    for (let n = at; n < at + SPAN; n += 13) power += (sound[n] ?? 0) ** 2;
    if (power > best.power) best = { at, power };
  }
  return best.at;
}

/** Correlation 0 … 1 at the best shift, over the loudest second of `a`. */
export function likeness(a: Float32Array, b: Float32Array): number {
  const end = Math.min(a.length, b.length) - LAG_MOST;
  const from = loudest(a, LAG_MOST, end);
  if (from + SPAN > end) return 0;
  const at = (lag: number, step: number) => {
    let [both, first, second] = [0, 0, 0];
    for (let n = from; n < from + SPAN; n += step) {
      const [x, y] = [a[n] ?? 0, b[n + lag] ?? 0];
      both += x * y;
      first += x * x;
      second += y * y;
    }
    return both / Math.sqrt(Math.max(1e-12, first * second));
  };
  let [best, most] = [0, -1];
  for (let lag = -LAG_MOST; lag <= LAG_MOST; lag++) {
    const alike = at(lag, 17);
    if (alike > most) [best, most] = [lag, alike];
  }
  return at(best, 1);
}
