// A slow lullaby on a felt piano: broken chords in F, a short tune above them, the sound of the hammers.
import { frames, noteHz } from '../synth/clock.ts';
import type { Piece } from '../synth/piece.ts';
import type { Random } from '../synth/random.ts';
import { Room } from '../synth/reverb.ts';
import { Ringing } from '../synth/ringing.ts';

const EIGHTH_SECONDS = 0.44;

/** Six eighths a bar: F, Dm7, B♭, C | F, Am, B♭, C7 | F, F (the close). Bass first. */
const BARS = [
  [41, 48, 53, 57, 53, 48],
  [38, 45, 50, 53, 57, 53],
  [34, 46, 50, 53, 50, 46],
  [36, 43, 48, 52, 55, 52],
  [41, 48, 53, 57, 60, 57],
  [45, 52, 57, 60, 57, 52],
  [34, 46, 50, 53, 57, 53],
  [36, 43, 48, 52, 58, 52],
  [41, 48, 53, 57, 53, 48],
  [34, 46, 50, 53, 50, 46],
  [38, 45, 50, 53, 57, 53],
  [36, 43, 48, 52, 55, 52],
  [34, 46, 50, 53, 57, 53],
  [36, 43, 48, 52, 58, 52],
  [41, 48, 53, 57, 60, 65],
  [29, 41, 48, 53, 57, 60],
] as const;

/** The tune: [eighth, MIDI note]. */
const TUNE: readonly (readonly [number, number])[] = [
  [12, 72],
  [15, 74],
  [17, 72],
  [18, 69],
  [21, 67],
  [24, 69],
  [27, 72],
  [29, 77],
  [30, 76],
  [33, 72],
  [36, 74],
  [39, 70],
  [41, 69],
  [42, 67],
  [48, 72],
  [51, 74],
  [53, 77],
  [54, 79],
  [57, 77],
  [60, 74],
  [63, 77],
  [65, 76],
  [66, 72],
  [69, 67],
  [72, 70],
  [75, 69],
  [77, 67],
  [78, 64],
  [81, 67],
  [84, 65],
];

interface Press {
  eighth: number;
  note: number;
  loudness: number;
}

function score(): Press[] {
  const list: Press[] = TUNE.map(([eighth, note]) => ({ eighth, note, loudness: 0.85 }));
  BARS.forEach((bar, index) => {
    bar.forEach((note, i) => {
      list.push({ eighth: index * 6 + i, note, loudness: i === 0 ? 0.62 : 0.36 });
    });
  });
  return list.sort((a, b) => a.eighth - b.eighth);
}

/** Even until the last two bars, which slow down. */
function pressTime(eighth: number): number {
  const late = Math.max(0, eighth - 82);
  return 0.5 + eighth * EIGHTH_SECONDS + 0.016 * late * late;
}

function hammer(strings: Ringing, random: Random, press: Press, wait: number): void {
  const hz = noteHz(press.note);
  const long = 1.9 * (220 / hz) ** 0.45;
  const pan = (press.note - 58) / 34;
  const partials = [1, 2, 3, 4, 5, 6].map((n) => ({
    // A stiff string: partials are a little sharp (B ≈ 0.0004).
    hz: hz * n * Math.sqrt(1 + 0.0004 * n * n),
    amplitude: Math.exp(-0.85 * (n - 1) * (0.6 + hz / 700)) * (n === 2 ? 0.8 : 1),
    decay: long / (0.6 + 0.4 * n),
    attack: 0.004,
  }));
  const twin = { hz: hz * 1.0009, amplitude: 0.5, decay: long * 0.9, attack: 0.005 };
  const loudness = press.loudness * random.between(0.9, 1.08);
  strings.strike([...partials, twin], 0.2 * loudness, pan, wait);
  // Felt and key bed.
  const thud = [
    { hz: 105, amplitude: 1, decay: 0.025, attack: 0.003 },
    { hz: 310, amplitude: 0.5, decay: 0.012, attack: 0.002 },
    { hz: 870, amplitude: 0.18, decay: 0.006, attack: 0.001 },
  ];
  strings.strike(thud, 0.05 * loudness, pan * 0.5, wait);
}

export const lullaby: Piece = {
  seed: 2212,
  seconds: 52,
  channels: 2,
  fadeInSeconds: 0.05,
  fadeOutSeconds: 4,
  gainDb: -5.4,
  compose(random) {
    const presses = score();
    const strings = new Ringing();
    const room = new Room({ decay: 2, size: 1, damping: 0.45 });
    let next = 0;
    return (left, right, count, time) => {
      for (; next < presses.length; next += 1) {
        const press = presses[next] as Press;
        const wait = frames(pressTime(press.eighth) - time);
        if (wait >= count) break;
        hammer(strings, random, press, Math.max(0, wait + Math.floor(random.between(0, 500))));
      }
      strings.add(left, right, count);
      room.add(left, right, count, 0.17);
    };
  },
};
