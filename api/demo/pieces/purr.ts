// A cat asleep on the chest: 26 small pulses a second, louder on the way out, in the rhythm of its breath.
import { SAMPLE_RATE } from '../synth/clock.ts';
import { Glide, smooth } from '../synth/curve.ts';
import { OnePole, Svf } from '../synth/filter.ts';
import { Pink } from '../synth/noise.ts';
import type { Piece } from '../synth/piece.ts';
import { Room } from '../synth/reverb.ts';

interface Phase {
  start: number;
  length: number;
  out: boolean;
  hz: number;
  level: number;
}

export const purr: Piece = {
  seed: 1707,
  seconds: 36,
  channels: 1,
  fadeInSeconds: 1.2,
  fadeOutSeconds: 3,
  gainDb: 3.4,
  compose(random) {
    const noise = new Pink(random);
    const air = new Pink(random);
    const chest = [new Svf(95, 2.5), new Svf(190, 3), new Svf(330, 3), new Svf(620, 2.5)] as const;
    const nose = new Svf(1500, 1.2);
    const dull = new OnePole(1900);
    const room = new Room({ decay: 0.3, size: 0.35, damping: 0.6 });
    const level = new Glide(0);
    const pitch = new Glide(26);
    let phase: Phase = { start: 0.3, length: 1.5, out: true, hz: 25, level: 1 };
    let cycle = 0;
    return (left, right, count, time) => {
      if (time > phase.start + phase.length) {
        const out = !phase.out;
        phase = {
          start: time + (out ? 0.05 : 0.16),
          length: out ? random.between(1.4, 1.75) : random.between(1.05, 1.3),
          out,
          hz: out ? random.between(24, 25.2) : random.between(26.5, 28),
          level: out ? random.between(0.9, 1.05) : random.between(0.6, 0.72),
        };
      }
      const x = (time - phase.start) / phase.length;
      level.aim(smooth(x / 0.14) * smooth((1 - x) / 0.2) * phase.level, count);
      pitch.aim(phase.hz * (1 + 0.03 * x), count);
      for (let i = 0; i < count; i++) {
        const strength = level.step();
        cycle += pitch.step() / SAMPLE_RATE;
        if (cycle >= 1) cycle -= 1;
        // Each pulse opens fast and closes slowly, as the glottis does.
        const gate = Math.exp(-cycle * 5.5) * (1 - Math.exp(-cycle * 90));
        const push = (0.55 + noise.step()) * gate;
        chest[0].step(push);
        chest[1].step(push);
        chest[2].step(push);
        chest[3].step(push);
        nose.step(air.step());
        const fur = chest[0].band * 1.1 + chest[1].band * 1.2 + chest[2].band * 1.1 + chest[3].band * 0.9;
        const value = strength * (dull.step(fur) * 0.8 + nose.band * (phase.out ? 0.05 : 0.035));
        left[i] = value;
        right[i] = value;
      }
      room.add(left, right, count, 0.1);
    };
  },
};
