// Speech at another pitch and nothing else changed: grains of two periods, placed denser or wider. Written independently of the
// engine, with pitches of its own, as the original that a persona is compared with.
import { voiceFrames } from './formants.mjs';

const STEP_SECONDS = 0.005;
const HOP_SECONDS = 0.01;

/**
 * @param {Float32Array} signal
 * @param {number} sampleRate
 * @param {number} factor pitch out over in
 * @returns {Float32Array} as long
 */
export function pitchAligned(signal, sampleRate, factor) {
  const marks = marksOf(signal, sampleRate);
  const out = new Float32Array(signal.length);
  const weights = new Float32Array(signal.length);
  let place = marks[1]?.at ?? 0;
  let index = 1;
  while (index + 1 < marks.length) {
    while (
      index + 2 < marks.length &&
      Math.abs(marks[index + 1].at - place) <= Math.abs(marks[index].at - place)
    ) {
      index += 1;
    }
    const [before, here, after] = [marks[index - 1], marks[index], marks[index + 1]];
    const [left, right] = [here.at - before.at, after.at - here.at];
    for (let n = -left; n < right; n++) {
      const to = Math.round(place) + n;
      if (to < 0 || to >= out.length) continue;
      const weight = 0.5 + 0.5 * Math.cos((Math.PI * n) / (n < 0 ? left : right));
      out[to] += weight * signal[here.at + n];
      weights[to] += weight;
    }
    place = here.isVoiced && after.isVoiced ? place + right / factor : Math.max(after.at, place + 1);
    if (place > marks.at(-1).at) break;
  }
  return out.map((value, n) => value / Math.sqrt(Math.min(1, Math.max(0.25, weights[n]))));
}

function marksOf(signal, sampleRate) {
  const pitches = voiceFrames(signal, sampleRate);
  const pitchAt = (seconds) => pitches[Math.round((seconds - pitches[0].at) / HOP_SECONDS)]?.pitch ?? null;
  const marks = [{ at: 0, isVoiced: false }];
  for (;;) {
    const last = marks.at(-1);
    const pitch = pitchAt(last.at / sampleRate);
    const period = pitch === null ? 0 : Math.round(sampleRate / pitch);
    if (last.at + 3 * Math.max(period, STEP_SECONDS * sampleRate) >= signal.length) return marks;
    if (pitch === null) marks.push({ at: last.at + Math.round(STEP_SECONDS * sampleRate), isVoiced: false });
    else if (last.isVoiced) marks.push({ at: alike(signal, last.at, period), isVoiced: true });
    else marks.push({ at: highest(signal, last.at + (period >> 1), period), isVoiced: true });
  }
}

function highest(signal, from, length) {
  let best = from;
  for (let n = from; n < from + length; n++) if (Math.abs(signal[n]) > Math.abs(signal[best])) best = n;
  return best;
}

/** The place about a period further whose surroundings correlate best. */
function alike(signal, at, period) {
  const half = period >> 1;
  let best = { at: at + period, score: -Infinity };
  for (let to = at + Math.round(0.85 * period); to <= at + Math.round(1.15 * period); to++) {
    let [product, energy] = [0, 1e-9];
    for (let n = -half; n < half; n += 2) {
      product += (signal[at + n] ?? 0) * (signal[to + n] ?? 0);
      energy += (signal[to + n] ?? 0) ** 2;
    }
    const score = product / Math.sqrt(energy);
    if (score > best.score) best = { at: to, score };
  }
  return best.at;
}
