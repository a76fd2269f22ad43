// Slow pads: wide chords of soft saws that melt into one another in a large, dark room.
import { noteHz } from '../synth/clock.ts';
import { Glide, swell } from '../synth/curve.ts';
import { Svf } from '../synth/filter.ts';
import { Oscillator, SINE, SOFT_SAW } from '../synth/oscillator.ts';
import type { Piece } from '../synth/piece.ts';
import { Room } from '../synth/reverb.ts';

/** Seconds from one chord to the next; each sounds longer and overlaps its neighbours. */
const CHORD_SECONDS = 7.5;
const OVERLAP_SECONDS = 4;

/** MIDI notes: Dmaj9, Bm11, Gmaj9, A6sus, F♯m7, Bm9, Em9, Dmaj9; the first is the bass. */
const CHORDS = [
  [38, 57, 61, 64, 66],
  [35, 57, 61, 62, 66],
  [31, 55, 59, 62, 66],
  [33, 54, 57, 62, 64],
  [30, 57, 61, 64, 69],
  [35, 54, 61, 62, 66],
  [28, 55, 59, 62, 66],
  [26, 54, 57, 61, 64],
];

interface Voice {
  from: number;
  hz: number;
  left: Oscillator;
  right: Oscillator;
  sub: boolean;
  level: Glide;
  gain: number;
}

export const pads: Piece = {
  seed: 1303,
  seconds: 62,
  channels: 2,
  fadeInSeconds: 1,
  fadeOutSeconds: 5,
  gainDb: -11.2,
  compose(random) {
    const voices: Voice[] = CHORDS.flatMap((chord, index) =>
      chord.map((note, position) => ({
        from: index * CHORD_SECONDS + position * 0.18,
        hz: noteHz(note),
        left: new Oscillator(position === 0 ? SINE : SOFT_SAW, random.next()),
        right: new Oscillator(position === 0 ? SINE : SOFT_SAW, random.next()),
        sub: position === 0,
        level: new Glide(0),
        gain: position === 0 ? 0.3 : 0.13,
      })),
    );
    const filters = [new Svf(700, 0.7), new Svf(700, 0.7)] as const;
    const glimmer = [new Oscillator(SINE), new Oscillator(SINE, 0.3)] as const;
    const shine = new Glide(0);
    const room = new Room({ decay: 4.5, size: 1.7, damping: 0.35 });
    return (left, right, count, time) => {
      for (const voice of voices) {
        const length = CHORD_SECONDS + OVERLAP_SECONDS;
        const since = time - voice.from;
        if (since < 0 || since > length) continue;
        voice.level.aim(swell(since, length, OVERLAP_SECONDS, OVERLAP_SECONDS) * voice.gain, count);
        const drift = voice.sub ? 0 : 0.0016 + 0.0007 * Math.sin(time * 0.7 + voice.hz);
        const up = voice.hz * (1 + drift);
        const down = voice.hz * (1 - drift);
        for (let i = 0; i < count; i++) {
          const level = voice.level.step();
          left[i] = (left[i] as number) + voice.left.step(up) * level;
          right[i] = (right[i] as number) + voice.right.step(voice.sub ? up : down) * level;
        }
      }
      const open = 750 + 420 * Math.sin(time * 0.21) + 260 * Math.sin(time * 0.083 + 1);
      filters[0].tune(open, 0.8);
      filters[1].tune(open * 1.07, 0.8);
      const chord = CHORDS[Math.min(CHORDS.length - 1, Math.floor(time / CHORD_SECONDS))] as number[];
      const top = noteHz((chord[4] as number) + 12);
      shine.aim(0.014 * (1 + Math.sin(time * 0.5)), count);
      for (let i = 0; i < count; i++) {
        filters[0].step(left[i] as number);
        filters[1].step(right[i] as number);
        const level = shine.step();
        left[i] = filters[0].low + glimmer[0].step(top) * level;
        right[i] = filters[1].low + glimmer[1].step(top * 1.002) * level;
      }
      room.add(left, right, count, 0.3);
    };
  },
};
