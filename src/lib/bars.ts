// Bar heights from the power of a sound's bands: each bar relative to the range of speech in its band. Pure.
import {
  ENVELOPE_BANDS,
  ENVELOPE_HIGHEST_HZ,
  ENVELOPE_LOWEST_HZ,
} from '../../api/contract/spectralEnvelope.ts';

/** Bars on one half of a ring; the other half mirrors them. They divide the envelope's frequency range. */
export const BARS = 48;
const BARS_PER_BAND = BARS / ENVELOPE_BANDS;
const RATIO = (ENVELOPE_HIGHEST_HZ / ENVELOPE_LOWEST_HZ) ** (1 / BARS);
/** Middle of a bar, Hz. */
export const barHz = (bar: number) => ENVELOPE_LOWEST_HZ * RATIO ** (bar + 0.5);

/**
 * Speech of normal effort, ANSI S3.5-1997 table 1: its level per Hz is flat to 450 Hz and then falls by 8.2 dB an
 * octave (within 0.6 dB of the table to 8.5 kHz), at 62.35 dB in all.
 */
const SPEECH_DENSITY_DB = 34.6 - 62.35;
const FLAT_TO_HZ = 450;
const FALL_DB = 8.2;
/** The same standard: intelligible speech lies within 15 dB around that level. */
const BELOW_DB = 15;
const RANGE_DB = 30;

/** Level of each bar in speech, dB re the overall level. */
const SPEECH_DB = Float32Array.from({ length: BARS }, (_, bar) => {
  const hz = barHz(bar);
  const width = hz * (RATIO ** 0.5 - RATIO ** -0.5);
  return SPEECH_DENSITY_DB - FALL_DB * Math.max(0, Math.log2(hz / FLAT_TO_HZ)) + 10 * Math.log10(width);
});

const SILENT_DB = -120;
/**
 * Power of a byte bin (−100 … −30 dB). Summed over bins it is relative to a sine at full scale, by the mean square of a
 * Blackman window.
 */
const BIN_POWER = Float32Array.from({ length: 256 }, (_, byte) =>
  byte === 0 ? 0 : (4 / 0.3046) * 10 ** ((-100 + (byte * 70) / 255) / 10),
);

/**
 * Fills `out` with the power of each bar, dB re a sine at full scale, from byte bins (0 Hz … half the sample rate).
 * Cost: one pass over the bins.
 */
export function levelsOfBins(bins: Uint8Array, sampleRate: number, out: Float32Array): void {
  const perHz = (2 * bins.length) / sampleRate;
  let sum = 0;
  let bin = 0;
  // Power below a place between bins; bin k reaches from k − ½ to k + ½.
  const below = (hz: number) => {
    const place = hz * perHz + 0.5;
    for (; bin + 1 <= place && bin < bins.length; bin++) sum += BIN_POWER[bins[bin] ?? 0] ?? 0;
    return sum + (place - bin) * (BIN_POWER[bins[bin] ?? 0] ?? 0);
  };
  let under = below(ENVELOPE_LOWEST_HZ);
  for (let bar = 0; bar < BARS; bar++) {
    const reached = below(ENVELOPE_LOWEST_HZ * RATIO ** (bar + 1));
    const power = reached - under;
    out[bar] = power > 0 ? 10 * Math.log10(power) : SILENT_DB;
    under = reached;
  }
}

const SHARE_DB = 10 * Math.log10(BARS_PER_BAND);

/** The same from the envelope's bands, dB; bars between the centres of two bands are interpolated. */
export function levelsOfBands(bands: Float32Array, out: Float32Array): void {
  for (let bar = 0; bar < BARS; bar++) {
    const place = Math.min(ENVELOPE_BANDS - 1, Math.max(0, (bar + 0.5) / BARS_PER_BAND - 0.5));
    const left = Math.floor(place);
    const a = bands[left] ?? SILENT_DB;
    const b = bands[left + 1] ?? a;
    out[bar] = a + (b - a) * (place - left) - SHARE_DB;
  }
}

/** Target height of a bar's loudest level, and the highest gain for it: noise must not look like a voice. */
const AIM = 0.8;
const MOST_UP = 0.6;
const MOST_DOWN = 0.35;
/** Time constants of a bar's loudest level and of its gain, seconds. */
const RISE = 0.4;
const FALL = 4;
const MOVE = 1.2;
/** Gains change only while some bars reach this height: pauses carry no information. */
const HEARD = 0.25;

export interface Bars {
  /**
   * Heights 0 … 1 into `out`. `levels` in dB; `referenceDb`: loudness of the whole recording; `seconds`: since the
   * last call.
   */
  heights(levels: Float32Array, referenceDb: number, seconds: number, out: Float32Array): void;
}

/**
 * Bars that adapt to a voice: telephone lines, whispers and deep voices fill the ring, because each bar's gain
 * follows the sound.
 */
export function createBars(): Bars {
  const peaks = new Float32Array(BARS).fill(AIM);
  const moved = new Float32Array(BARS);
  return {
    heights(levels, referenceDb, seconds, out) {
      let highest = 0;
      for (let bar = 0; bar < BARS; bar++) {
        const raw = ((levels[bar] ?? SILENT_DB) - referenceDb - (SPEECH_DB[bar] ?? 0) + BELOW_DB) / RANGE_DB;
        out[bar] = raw;
        highest = Math.max(highest, raw);
      }
      const isAudible = highest > HEARD;
      for (let bar = 0; bar < BARS; bar++) {
        const raw = out[bar] ?? 0;
        if (isAudible) {
          const peak = peaks[bar] ?? 0;
          peaks[bar] = peak + (raw - peak) * share(seconds, raw > peak ? RISE : FALL);
          // Neighbours move together, so that the shape of the sound stays.
          const around = ((peaks[bar - 1] ?? peak) + peak + (peaks[bar + 1] ?? peak)) / 3;
          const wanted = Math.min(MOST_UP, Math.max(-MOST_DOWN, AIM - around));
          moved[bar] = (moved[bar] ?? 0) + (wanted - (moved[bar] ?? 0)) * share(seconds, MOVE);
        }
        out[bar] = Math.min(1, Math.max(0, raw + (moved[bar] ?? 0)));
      }
    },
  };
}

/** Fraction of the distance covered in `seconds` with this time constant. */
const share = (seconds: number, constant: number) => 1 - Math.exp(-seconds / constant);

/** Time constants of the display, seconds. */
const ATTACK = 0.03;
const RELEASE = 0.28;

/** Moves `shown` towards `target` over `seconds`; answers whether anything still moves visibly. */
export function settle(shown: Float32Array, target: Float32Array, seconds: number): boolean {
  let moving = false;
  const up = share(seconds, ATTACK);
  const down = share(seconds, RELEASE);
  for (let i = 0; i < shown.length; i++) {
    const from = shown[i] ?? 0;
    const to = target[i] ?? 0;
    const next = from + (to - from) * (to > from ? up : down);
    shown[i] = next;
    moving ||= Math.abs(next - to) > 0.01;
  }
  return moving;
}

/** Byte under which a bin counts as room noise: −100 dB + 30/255 × 70 dB ≈ −92 dB. */
const FLOOR = 40;

/**
 * Frequency of the loudest bin above DC, in Hz; 0 in silence. Bytes end at −30 dB: of several neighbours at the same
 * height, the middle one counts.
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
