// A music box winding down: plucked steel tines, a waltz in G, the tick of the comb.
import { frames, noteHz } from '../synth/clock.ts';
import type { Piece } from '../synth/piece.ts';
import type { Random } from '../synth/random.ts';
import { Room } from '../synth/reverb.ts';
import { Ringing } from '../synth/ringing.ts';

/** [beat, MIDI note, loudness]; three beats a bar, 16 bars. */
type Note = readonly [beat: number, note: number, loudness: number];

/** The tune, one bar a line. */
const TUNE: readonly Note[] = [
  [0, 86, 1],
  [2, 83, 0.7],
  [3, 81, 0.9],
  [4, 79, 0.7],
  [5, 81, 0.7],
  [6, 83, 1],
  [8, 86, 0.8],
  [9, 88, 1],
  [11, 84, 0.7],
  [12, 86, 1],
  [14, 83, 0.7],
  [15, 79, 0.9],
  [16, 81, 0.7],
  [17, 83, 0.7],
  [18, 84, 0.9],
  [19, 81, 0.7],
  [20, 78, 0.7],
  [21, 79, 1],
  [24, 91, 1],
  [26, 90, 0.7],
  [27, 88, 0.9],
  [28, 86, 0.7],
  [29, 83, 0.7],
  [30, 84, 1],
  [32, 88, 0.8],
  [33, 86, 1],
  [35, 83, 0.7],
  [36, 81, 0.9],
  [37, 83, 0.7],
  [38, 84, 0.7],
  [39, 83, 0.9],
  [41, 79, 0.7],
  [42, 81, 0.9],
  [43, 78, 0.6],
  [44, 74, 0.6],
  [45, 79, 1],
];

/** Root, third and fifth per bar: G, D, G, C, G, G, D, G, Em, Em, C, G, D, G, D, G. */
const BARS = [
  [67, 71, 74],
  [66, 69, 74],
  [67, 71, 74],
  [67, 72, 76],
  [67, 71, 74],
  [67, 71, 74],
  [66, 69, 72],
  [67, 71, 74],
  [64, 67, 71],
  [64, 67, 71],
  [60, 64, 67],
  [67, 71, 74],
  [66, 69, 72],
  [67, 71, 74],
  [66, 69, 72],
  [67, 71, 79],
] as const;

function score(): Note[] {
  const notes: Note[] = [...TUNE];
  BARS.forEach((bar, index) => {
    notes.push([index * 3, bar[0], 0.6], [index * 3 + 1, bar[1], 0.4], [index * 3 + 2, bar[2], 0.4]);
  });
  return notes.sort((a, b) => a[0] - b[0]);
}

/** Seconds at which a beat falls: even at first, slower and slower in the last bars. */
function beatTime(beat: number): number {
  const late = Math.max(0, beat - 33);
  return 0.8 + beat * 0.74 + 0.022 * late * late;
}

function pluck(tines: Ringing, random: Random, note: number, loudness: number, wait: number): void {
  const hz = noteHz(note) * random.between(0.9985, 1.0015);
  const long = 1.15 * (880 / hz) ** 0.55;
  // A clamped tine: its second and third modes are at 6.27 and 17.55 times the first.
  tines.strike(
    [
      { hz, amplitude: 1, decay: long, attack: 0.0012 },
      { hz: hz * 2.003, amplitude: 0.16, decay: long * 0.5 },
      { hz: hz * 6.27, amplitude: 0.13, decay: 0.11 },
      { hz: hz * 17.55, amplitude: 0.05, decay: 0.02 },
    ],
    0.17 * loudness,
    (note - 77) / 26,
    wait,
  );
  // The pin leaving the tine.
  tines.strike(
    [
      { hz: 2900, amplitude: 1, decay: 0.003 },
      { hz: 4700, amplitude: 0.7, decay: 0.002 },
    ],
    0.018 * loudness,
    0.1,
    wait,
  );
}

export const musicBox: Piece = {
  seed: 1505,
  seconds: 46,
  channels: 2,
  fadeInSeconds: 0.05,
  fadeOutSeconds: 3,
  gainDb: 0,
  compose(random) {
    const notes = score();
    const tines = new Ringing();
    const room = new Room({ decay: 1.4, size: 0.7, damping: 0.3 });
    let next = 0;
    return (left, right, count, time) => {
      for (; next < notes.length; next += 1) {
        const [beat, note, loudness] = notes[next] as Note;
        const wait = frames(beatTime(beat) - time);
        if (wait >= count) break;
        pluck(tines, random, note, loudness * random.between(0.9, 1.05), Math.max(0, wait));
      }
      tines.add(left, right, count);
      room.add(left, right, count, 0.13);
    };
  },
};
