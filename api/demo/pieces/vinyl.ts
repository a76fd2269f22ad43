// Late-night chords from an electric piano on a worn record: slow wow, soft crackle, nothing in a hurry.
import { frames, noteHz, SAMPLE_RATE } from '../synth/clock.ts';
import { OnePole, Svf } from '../synth/filter.ts';
import { Pink } from '../synth/noise.ts';
import { lookUp, SINE } from '../synth/oscillator.ts';
import type { Piece } from '../synth/piece.ts';
import type { Random } from '../synth/random.ts';
import { Room } from '../synth/reverb.ts';
import { Ringing } from '../synth/ringing.ts';

const BEAT_SECONDS = 60 / 64;
/** Fmaj9, Em7, Dm9, Cmaj7 | Fmaj9, G6, Am9, Am7: four beats each, the first note is the bass. */
const CHORDS = [
  [41, 57, 60, 64, 67],
  [40, 55, 59, 62, 67],
  [38, 57, 60, 64, 65],
  [36, 55, 59, 64, 67],
  [41, 57, 60, 64, 67],
  [43, 55, 59, 62, 64],
  [45, 55, 59, 60, 64],
  [45, 55, 60, 64, 67],
] as const;
/** A minor pentatonic around the chords. */
const SCALE = [69, 72, 74, 76, 79, 81];

/** A key sounds for this many of its time constants; what would be left then is taken off throughout. */
const LIFE = 4.2;
const REST = Math.exp(-LIFE);

interface Key {
  start: number;
  hz: number;
  loudness: number;
  decay: number;
  pan: number;
  phase: number;
  bell: number;
}

function keys(random: Random, seconds: number): Key[] {
  const list: Key[] = [];
  const press = (start: number, note: number, loudness: number, decay: number, pan: number) =>
    list.push({ start, hz: noteHz(note), loudness, decay, pan, phase: 0, bell: 0 });
  const bars = Math.floor((seconds - 4) / (4 * BEAT_SECONDS));
  let step = 3;
  for (let bar = 0; bar < bars; bar++) {
    const start = 0.6 + bar * 4 * BEAT_SECONDS;
    const chord = CHORDS[bar % CHORDS.length] as readonly number[];
    chord.forEach((note, i) => {
      const roll = i * 0.028 + random.between(0, 0.012);
      press(start + roll, note, i === 0 ? 1 : random.between(0.55, 0.7), i === 0 ? 1.7 : 1.9, (i - 2) * 0.16);
      if (i > 1)
        press(start + 2.5 * BEAT_SECONDS + roll, note, random.between(0.32, 0.45), 1.1, (i - 2) * 0.16);
    });
    if (bar < 2 || bar === bars - 1) continue;
    for (const beat of [1, 1.5, 2, 3, 3.5]) {
      if (random.next() < 0.45) continue;
      step = Math.max(0, Math.min(SCALE.length - 1, step + random.pick([-2, -1, -1, 1, 1, 2])));
      const when = start + (beat + random.between(-0.02, 0.05)) * BEAT_SECONDS;
      press(when, SCALE[step] as number, random.between(0.4, 0.6), 1.3, 0.25);
    }
  }
  return list.sort((a, b) => a.start - b.start);
}

/** Adds one key: a sine bent by its own bell, which dies first. `wow` scales its pitch. */
function sound(key: Key, left: Float32Array, right: Float32Array, count: number, time: number, wow: number) {
  const step = (key.hz * wow) / SAMPLE_RATE;
  const offset = frames(key.start - time);
  const from = Math.max(0, offset);
  const toLeft = key.loudness * (0.1 - 0.1 * key.pan);
  const toRight = key.loudness * (0.1 + 0.1 * key.pan);
  // Envelopes move little within a block: straight lines between its ends.
  const at = (frame: number) => {
    const t = (frame - offset) / SAMPLE_RATE;
    return [Math.max(0, Math.exp(-t / key.decay) - REST), Math.exp(-t / 0.35)] as const;
  };
  const [body0, bell0] = at(from);
  const [body1, bell1] = at(count);
  const span = count - from;
  const bellGain = (0.1 + 0.16 * key.loudness) * 0.42;
  let { phase, bell } = key;
  for (let i = from; i < count; i++) {
    const x = (i - from) / span;
    const age = i - offset;
    const attack = age < 220 ? age / 220 : 1;
    phase += step;
    if (phase >= 1) phase -= 1;
    bell += step * 3;
    if (bell >= 1) bell -= 1;
    let bent = phase + lookUp(SINE, bell) * (bell0 + (bell1 - bell0) * x) * bellGain;
    if (bent >= 1) bent -= 1;
    else if (bent < 0) bent += 1;
    const value = lookUp(SINE, bent) * (body0 + (body1 - body0) * x) * attack;
    left[i] = (left[i] as number) + value * toLeft;
    right[i] = (right[i] as number) + value * toRight;
  }
  key.phase = phase;
  key.bell = bell;
}

export const vinyl: Piece = {
  seed: 1909,
  seconds: 60,
  channels: 2,
  fadeInSeconds: 0.6,
  fadeOutSeconds: 4,
  gainDb: 1.8,
  compose(random, seconds) {
    const list = keys(random, seconds);
    const dust = new Ringing();
    const surface = [new Pink(random), new Pink(random)] as const;
    const rumble = new OnePole(900);
    const tape = [new Svf(4200, 0.6), new Svf(4200, 0.6)] as const;
    const room = new Room({ decay: 1.1, size: 0.8, damping: 0.5 });
    let nextCrackle = 0;
    let first = 0;
    return (left, right, count, time) => {
      const wow =
        1 + 0.0016 * Math.sin(2 * Math.PI * 0.55 * time) + 0.0004 * Math.sin(2 * Math.PI * 4.3 * time);
      while (first < list.length && (list[first] as Key).start < time - 8) first += 1;
      for (let k = first; k < list.length; k++) {
        const key = list[k] as Key;
        if (frames(key.start - time) >= count) break;
        if (time - key.start < key.decay * LIFE) sound(key, left, right, count, time, wow);
      }
      const tremolo = 0.12 * Math.sin(2 * Math.PI * 1.07 * time);
      for (let i = 0; i < count; i++) {
        tape[0].step((left[i] as number) * (1 + tremolo));
        tape[1].step((right[i] as number) * (1 - tremolo));
        left[i] = tape[0].low;
        right[i] = tape[1].low;
      }
      room.add(left, right, count, 0.12);
      for (; nextCrackle < count; nextCrackle += (SAMPLE_RATE / 9) * random.exponential()) {
        const size = random.exponential() ** 1.6;
        const hz = random.pitch(900, 3800);
        dust.strike(
          [{ hz, amplitude: 1, decay: 0.0011, attack: 0.0001 }],
          0.011 * size,
          random.bipolar(),
          nextCrackle | 0,
        );
      }
      nextCrackle -= count;
      dust.add(left, right, count);
      for (let i = 0; i < count; i++) {
        const a = surface[0].step();
        const b = surface[1].step();
        const low = rumble.step(a + b) * 0.006;
        left[i] = (left[i] as number) + a * 0.004 + low;
        right[i] = (right[i] as number) + b * 0.004 + low;
      }
    };
  },
};
