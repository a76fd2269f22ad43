// A fire in the next room: a low, breathing roar, a flutter of flame, crackles in small crowds.
import { BLOCK_FRAMES, SAMPLE_RATE } from '../synth/clock.ts';
import { Glide } from '../synth/curve.ts';
import { OnePole, Svf } from '../synth/filter.ts';
import { Brown, Drift, Pink } from '../synth/noise.ts';
import type { Piece } from '../synth/piece.ts';
import type { Random } from '../synth/random.ts';
import { Room } from '../synth/reverb.ts';
import { Ringing } from '../synth/ringing.ts';

function snap(wood: Ringing, random: Random, size: number, pan: number, wait: number): void {
  const hz = random.pitch(1300, 5200);
  wood.strike(
    [
      { hz, amplitude: 1, decay: random.between(0.0012, 0.004), attack: 0.0002 },
      { hz: hz * 1.37, amplitude: 0.8, decay: 0.0018, attack: 0.0001 },
      { hz: hz * 0.43, amplitude: 0.6, decay: random.between(0.003, 0.009), attack: 0.0003 },
    ],
    size,
    pan,
    wait,
  );
}

function pop(wood: Ringing, random: Random, pan: number, wait: number): void {
  const hz = random.pitch(260, 520);
  wood.strike(
    [
      { hz, amplitude: 1, decay: 0.02, attack: 0.0006 },
      { hz: hz * 1.83, amplitude: 0.6, decay: 0.012, attack: 0.0004 },
      { hz: hz * 5.1, amplitude: 0.4, decay: 0.004, attack: 0.0002 },
    ],
    random.between(0.12, 0.24),
    pan,
    wait,
  );
}

export const fire: Piece = {
  seed: 2010,
  seconds: 50,
  channels: 2,
  fadeInSeconds: 2,
  fadeOutSeconds: 4,
  gainDb: 1.6,
  compose(random) {
    const blockRate = SAMPLE_RATE / BLOCK_FRAMES;
    const roarDrift = new Drift(random, 2.2, blockRate);
    const flutterDrift = new Drift(random, 0.16, blockRate);
    const mood = new Drift(random, 6, blockRate);
    const roar = [new Brown(random), new Brown(random)] as const;
    const low = [new OnePole(240), new OnePole(240)] as const;
    const flame = [new Pink(random), new Pink(random)] as const;
    const tongue = [new Svf(520, 0.8), new Svf(610, 0.8)] as const;
    const ember = [new Svf(4500, 0.6), new Svf(4500, 0.6)] as const;
    const roarLevel = new Glide(0.5);
    const flutter = new Glide(0.2);
    const wood = new Ringing();
    const room = new Room({ decay: 0.6, size: 0.6, damping: 0.55 });
    let nextSnap = 5000;
    let crowd = 0;
    let pan = 0;
    return (left, right, count) => {
      roarLevel.aim(0.45 + 0.4 * roarDrift.step(), count);
      flutter.aim(0.05 + 0.17 * flutterDrift.step(), count);
      const lively = mood.step();
      while (nextSnap < count) {
        const wait = nextSnap | 0;
        snap(wood, random, 0.05 * random.exponential() ** 1.3, pan + random.between(-0.2, 0.2), wait);
        if (crowd > 0) {
          crowd -= 1;
          nextSnap += SAMPLE_RATE * 0.028 * random.exponential();
        } else {
          pan = random.between(-0.6, 0.6);
          if (random.next() < 0.14) pop(wood, random, pan, wait);
          if (random.next() < 0.3) crowd = Math.floor(random.between(3, 14));
          nextSnap += SAMPLE_RATE * (0.1 + 0.22 * (1 - lively)) * random.exponential();
        }
      }
      nextSnap -= count;
      wood.add(left, right, count);
      for (let i = 0; i < count; i++) {
        const base = roarLevel.step();
        const lick = flutter.step();
        for (const side of [0, 1] as const) {
          const noise = flame[side].step();
          tongue[side].step(noise);
          ember[side].step(noise);
          const value =
            low[side].step(roar[side].step()) * base * 0.5 +
            tongue[side].band * lick +
            ember[side].high * (0.012 + lick * 0.05);
          const block = side === 0 ? left : right;
          block[i] = (block[i] as number) + value;
        }
      }
      room.add(left, right, count, 0.1);
    };
  },
};
