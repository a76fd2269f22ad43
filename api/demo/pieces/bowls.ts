// Singing bowls: long beating tones in just intervals, struck with a soft mallet, one of them rubbed.
import { frames } from '../synth/clock.ts';
import { Glide, swell } from '../synth/curve.ts';
import { Oscillator, SINE } from '../synth/oscillator.ts';
import type { Piece } from '../synth/piece.ts';
import { Room } from '../synth/reverb.ts';
import { Ringing } from '../synth/ringing.ts';

/** Hz: a just scale over 132 (1, 9/8, 4/3, 3/2, 27/16, 2, 9/4). */
const BOWLS = [132, 148.5, 176, 198, 222.75, 264, 297];
/** [second, bowl, loudness]. */
const STRIKES: readonly (readonly [number, number, number])[] = [
  [0.5, 0, 1],
  [6, 3, 0.8],
  [10.5, 5, 0.6],
  [15, 2, 0.85],
  [19.5, 4, 0.6],
  [23, 6, 0.5],
  [27.5, 0, 1],
  [33, 3, 0.7],
  [36.5, 4, 0.55],
  [39, 5, 0.55],
  [43.5, 2, 0.8],
  [48.5, 1, 0.7],
  [52, 3, 0.6],
];
/** The rubbed bowl: Hz, start and length in seconds. */
const RUBBED = [
  { hz: 198, start: 16, seconds: 15 },
  { hz: 264, start: 40, seconds: 16 },
];

export const bowls: Piece = {
  seed: 2111,
  seconds: 66,
  channels: 2,
  fadeInSeconds: 0.1,
  fadeOutSeconds: 6,
  gainDb: -1.6,
  compose(random) {
    const metal = new Ringing();
    const room = new Room({ decay: 3.6, size: 1.5, damping: 0.3 });
    const rubbed = RUBBED.map((bowl) => ({
      ...bowl,
      tones: [
        new Oscillator(SINE),
        new Oscillator(SINE, 0.5),
        new Oscillator(SINE),
        new Oscillator(SINE, 0.2),
      ] as const,
      level: new Glide(0),
    }));
    let next = 0;
    return (left, right, count, time) => {
      for (; next < STRIKES.length; next += 1) {
        const [at, bowl, loudness] = STRIKES[next] as readonly [number, number, number];
        const wait = frames(at - time);
        if (wait >= count) break;
        const hz = BOWLS[bowl] as number;
        const beat = random.between(0.35, 0.8);
        const pan = (bowl - 3) / 5;
        // The two halves of a bowl are never quite equal: each mode is a pair that beats.
        metal.strike(
          [
            { hz, amplitude: 0.55, decay: 7.5, attack: 0.02 },
            { hz: hz + beat, amplitude: 0.45, decay: 7, attack: 0.02 },
            { hz: hz * 2.71, amplitude: 0.34, decay: 4.5, attack: 0.008 },
            { hz: hz * 2.71 + beat * 1.9, amplitude: 0.26, decay: 4.2, attack: 0.008 },
            { hz: hz * 5.03, amplitude: 0.16, decay: 2.2, attack: 0.004 },
            { hz: hz * 7.9, amplitude: 0.07, decay: 1, attack: 0.003 },
            { hz: hz * 11.2, amplitude: 0.03, decay: 0.4, attack: 0.002 },
          ],
          0.3 * loudness,
          pan,
          Math.max(0, wait),
        );
      }
      metal.add(left, right, count);
      for (const bowl of rubbed) {
        const since = time - bowl.start;
        if (since < 0 || since > bowl.seconds) continue;
        bowl.level.aim(swell(since, bowl.seconds, 6, 7) * 0.075, count);
        for (let i = 0; i < count; i++) {
          const level = bowl.level.step();
          const a = bowl.tones[0].step(bowl.hz) + 0.35 * bowl.tones[2].step(bowl.hz * 2.71);
          const b = bowl.tones[1].step(bowl.hz + 0.6) + 0.35 * bowl.tones[3].step(bowl.hz * 2.71 + 1.3);
          left[i] = (left[i] as number) + level * (a + 0.5 * b);
          right[i] = (right[i] as number) + level * (b + 0.5 * a);
        }
      }
      room.add(left, right, count, 0.22);
    };
  },
};
