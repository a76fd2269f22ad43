// A fingerprint from the stored spectral envelope: signs of changes in the difference of neighbouring bands, 15 bits a frame.

const BANDS = 16;
/** 15 bits in a number. */
const ONES = Uint8Array.from({ length: 1 << 15 }, (_, bits) => {
  let count = 0;
  for (let left = bits; left; left &= left - 1) count++;
  return count;
});
const BITS = 15;

/** Sums over `count` frames, one value per frame and band: a mean without the division, which changes no sign. */
function smooth(envelope, count) {
  const frames = envelope.length / BANDS;
  const out = new Int32Array(Math.max(0, frames - count + 1) * BANDS);
  for (let band = 0; band < BANDS; band++) {
    let sum = 0;
    for (let frame = 0; frame < frames; frame++) {
      sum += envelope[frame * BANDS + band];
      if (frame >= count) sum -= envelope[(frame - count) * BANDS + band];
      if (frame >= count - 1) out[(frame - count + 1) * BANDS + band] = sum;
    }
  }
  return out;
}

/**
 * @param {Uint8Array} envelope
 * @param {{ mean: number, lag: number, floor?: number }} options frames that a value is the mean of, frames between the two values
 *   that are compared, and how far (in steps of the envelope) below the loudest band everything counts as silence
 * @returns {Uint16Array} 15 bits per frame
 */
export function fingerprint(envelope, { mean, lag, floor = 255 }) {
  const least = Math.max(0, loudest(envelope) - floor);
  const heard = floor === 255 ? envelope : envelope.map((step) => Math.max(step, least));
  const sums = smooth(heard, mean);
  const frames = Math.max(0, sums.length / BANDS - lag);
  const out = new Uint16Array(frames);
  for (let frame = 0; frame < frames; frame++) {
    const [now, then] = [frame * BANDS, (frame + lag) * BANDS];
    let bits = 0;
    for (let band = 0; band < BITS; band++) {
      const change = sums[then + band] - sums[then + band + 1] - (sums[now + band] - sums[now + band + 1]);
      if (change > 0) bits |= 1 << band;
    }
    out[frame] = bits;
  }
  return out;
}

/** The step that one value in a hundred reaches. */
function loudest(envelope) {
  const counts = new Uint32Array(256);
  for (const step of envelope) counts[step]++;
  let left = envelope.length / 100;
  for (let step = 255; step > 0; step--) {
    left -= counts[step];
    if (left <= 0) return step;
  }
  return 0;
}

/**
 * The least share of different bits, over all places of `part` in `whole`.
 * @param {Uint16Array} part
 * @param {Uint16Array} whole at least as long
 */
export function distance(part, whole) {
  let best = part.length * BITS;
  for (let at = 0; at + part.length <= whole.length; at++) {
    let sum = 0;
    for (let frame = 0; frame < part.length && sum < best; frame++)
      sum += ONES[part[frame] ^ whole[at + frame]];
    if (sum < best) best = sum;
  }
  return best / (part.length * BITS);
}
