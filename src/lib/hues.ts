// The colours of a track, from its ring, or of an account, from its id. Hues stay on one arc of the colour wheel
// (indigo, plum, rose, amber), so that any two fit together.
import { hashOf } from './ids.ts';

export interface Hues {
  /** OKLCH hue angles in degrees. */
  first: number;
  second: number;
  /** 0…360, start angle of a drawing. */
  angle: number;
}

/** Indigo (270°) through rose (10°) to amber (65°) in OKLCH. */
const ARC_START = 268;
const ARC_LENGTH = 158;

/** A hue pair that is stable for a text. The second lies 32–80° from the first, on the same arc. */
export function huesOf(seed: string): Hues {
  const hash = hashOf(seed);
  const place = (hash & 0x3ff) / 0x400;
  const distance = 32 + (((hash >>> 10) & 0xff) / 0x100) * 48;
  const first = place * ARC_LENGTH;
  const second = first + distance <= ARC_LENGTH ? first + distance : first - distance;
  return {
    first: (ARC_START + first) % 360,
    second: (ARC_START + second + 360) % 360,
    angle: (((hash >>> 18) & 0x3ff) / 0x400) * 360,
  };
}
