// Bands and scale of the stored envelope: the engine makes it, the browser reads it, and neither can import the other.
import { expect, it } from 'vitest';
import * as scale from '../../api/contract/spectralEnvelope.ts';
import { read } from '../support/rules/sourceTree.ts';

const engine = read('dsp/core/src/analysis/envelope.rs');
const madeBy = (name: string) =>
  Number(new RegExp(`pub const ${name}: \\w+ = (-?[\\d.]+);`).exec(engine)?.[1]);

it('decodes the envelope with the scale that encoded it', () => {
  expect({
    ENVELOPE_BANDS: madeBy('BANDS'),
    ENVELOPE_FRAMES_PER_SECOND: madeBy('FRAMES_PER_SECOND'),
    ENVELOPE_LOWEST_HZ: madeBy('LOWEST_HZ'),
    ENVELOPE_HIGHEST_HZ: madeBy('HIGHEST_HZ'),
    ENVELOPE_MIN_DB: madeBy('MIN_DECIBELS'),
    ENVELOPE_STEPS_PER_DB: madeBy('STEPS_PER_DECIBEL'),
  }).toEqual(Object.fromEntries(Object.entries(scale).filter(([name]) => name.startsWith('ENVELOPE_'))));
});
