// The expected effect of a persona, computed independently of the engine from the ranges that `dsp/core/src/voice/persona/character.rs`
// documents: the bench compares the measured sound with this, not with the values of the engine.
import { createHmac } from 'node:crypto';

const RANGES = {
  light: { pitch: [1.5, 2.5], formants: [0.04, 0.07], bend: [0.02, 0.04] },
  strong: { pitch: [3, 4], formants: [0.07, 0.1], bend: [0.04, 0.06] },
};
/** Where McAdams' law leaves a frequency: one radian at 16 kHz. */
const FIXED_HZ = 16_000 / (2 * Math.PI);

/**
 * The middle that a persona wanders around.
 * @param {Uint8Array} secret
 * @param {'light' | 'strong'} strength
 * @returns {{ pitch: number, moved: (hz: number) => number }} Pitch out over in; where a frequency of 250 to 5,000 Hz goes.
 */
export function personaPreset(secret, strength) {
  const code = createHmac('sha256', secret).update('aural persona 1').digest();
  const uniform = (index) => code.readUInt32BE(4 * index) / 2 ** 32;
  const sign = uniform(0) < 0.5 ? -1 : 1;
  const within = ([least, most], at) => least + (most - least) * at;
  const { pitch, formants, bend } = RANGES[strength];
  const stretch = (1 + within(formants, uniform(2))) ** sign;
  const power = -sign * within(bend, uniform(3));
  return {
    pitch: 2 ** ((sign * within(pitch, uniform(1))) / 12),
    moved: (hz) => hz * stretch * (hz / FIXED_HZ) ** power,
  };
}
