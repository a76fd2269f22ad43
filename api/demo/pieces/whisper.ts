// A whisper without words: breath shaped by moving formants into syllables of no language, from ear to ear.
import { Glide, smooth } from '../synth/curve.ts';
import { OnePole, Svf } from '../synth/filter.ts';
import { Pink } from '../synth/noise.ts';
import type { Piece } from '../synth/piece.ts';
import type { Random } from '../synth/random.ts';
import { Room } from '../synth/reverb.ts';

/** First three formants in Hz of five whispered vowels. */
const VOWELS = [
  [800, 1400, 2700],
  [560, 1900, 2700],
  [400, 2250, 3100],
  [600, 1050, 2600],
  [430, 950, 2500],
] as const;

interface Syllable {
  start: number;
  /** Seconds of hiss before the vowel, 0 for none. */
  hiss: number;
  length: number;
  vowel: readonly [number, number, number];
  loudness: number;
}

/** Phrases of three to seven syllables, a breath's rest between them. */
function syllables(random: Random, seconds: number): Syllable[] {
  const list: Syllable[] = [];
  let start = 0.5;
  while (start < seconds - 2) {
    const words = 3 + Math.floor(random.next() * 5);
    for (let i = 0; i < words; i++) {
      const last = i === words - 1;
      const hiss = random.next() < 0.34 ? random.between(0.07, 0.16) : 0;
      const length = last ? random.between(0.34, 0.55) : random.between(0.15, 0.27);
      const loudness = random.between(0.7, 1) * (last ? 0.75 : 1);
      list.push({ start, hiss, length, vowel: random.pick(VOWELS), loudness });
      start += hiss + length * 0.9 + random.between(0.01, 0.06);
    }
    start += random.between(0.7, 1.5);
  }
  return list;
}

/** Frames between two settings of the formants. */
const STEP_FRAMES = 128;

export const whisper: Piece = {
  seed: 2313,
  seconds: 30,
  channels: 2,
  fadeInSeconds: 0.3,
  fadeOutSeconds: 2,
  gainDb: 6.3,
  compose(random, seconds) {
    const list = syllables(random, seconds);
    const air = new Pink(random);
    const formants = [new Svf(600, 5), new Svf(1400, 7), new Svf(2700, 7)] as const;
    const sibilance = new Svf(6200, 1.1);
    const hushed = new Svf(230, 0.7);
    const far = [new OnePole(3400), new OnePole(3400)] as const;
    const room = new Room({ decay: 0.35, size: 0.3, damping: 0.5 });
    const voice = new Glide(0);
    const hiss = new Glide(0);
    const side = new Glide(0);
    const shape: [number, number, number] = [600, 1400, 2700];
    let at = 0;
    return (left, right, count, time) => {
      for (let from = 0; from < count; from += STEP_FRAMES) {
        const steps = Math.min(STEP_FRAMES, count - from);
        const now = time + from / 44_100;
        while (at + 1 < list.length && (list[at + 1] as Syllable).start <= now) at += 1;
        const syllable = list[at] as Syllable;
        const since = now - syllable.start;
        const vowelSince = since - syllable.hiss;
        const x = vowelSince / syllable.length;
        const open = x < 0 ? 0 : smooth(x / 0.25) * (1 - smooth((x - 0.35) / 0.65));
        const s =
          syllable.hiss === 0 || since < 0
            ? 0
            : smooth(since / 0.04) * smooth((syllable.hiss + 0.03 - since) / 0.06);
        voice.aim(open * syllable.loudness, steps);
        hiss.aim(s * syllable.loudness * 0.55, steps);
        side.aim(0.85 * Math.sin(now * 0.42), steps);
        for (const i of [0, 1, 2] as const) {
          shape[i] += (syllable.vowel[i] - shape[i]) * 0.06;
          formants[i].tune(shape[i], i === 0 ? 3.2 : 5);
        }
        for (let i = from; i < from + steps; i++) {
          const noise = air.step();
          formants[0].step(noise);
          formants[1].step(noise);
          formants[2].step(noise);
          sibilance.step(noise);
          hushed.step(noise);
          const vowel =
            formants[0].band * 0.7 + formants[1].band * 1 + formants[2].band * 0.8 + hushed.high * 0.12;
          const value = vowel * voice.step() * 0.6 + sibilance.band * hiss.step() * 0.7;
          const pan = side.step();
          // The far ear hears less, and duller.
          const dullLeft = far[0].step(value);
          const dullRight = far[1].step(value);
          const toRight = (1 + pan) / 2;
          left[i] = value * (1 - toRight) + dullLeft * toRight * 0.35;
          right[i] = value * toRight + dullRight * (1 - toRight) * 0.35;
        }
      }
      room.add(left, right, count, 0.1);
    };
  },
};
