import { describe, expect, it } from 'vitest';
import { angleOf, placeOf } from '../../../src/features/player/ringPicture.ts';
import { shownTags } from '../../../src/features/player/TrackDetails.tsx';

it('maps a press on the ring to the position drawn there', () => {
  for (const place of [0, 0.1, 0.25, 0.5, 0.75, 0.99, 1]) {
    const angle = angleOf(place);
    expect(placeOf(100 * Math.cos(angle), 100 * Math.sin(angle))).toBeCloseTo(place, 6);
  }
  expect([placeOf(0.1, -100), placeOf(-0.1, -100)]).toEqual([0, 1]);
});

describe('tags', () => {
  it('list the category first and never twice', () => {
    expect(shownTags({ gender: 'Female', tags: ['Soft', 'female', 'Soft'] })).toEqual({
      tags: ['Female', 'Soft'],
      standIn: false,
    });
  });

  it('show placeholders only without category and tags', () => {
    expect(shownTags({ gender: null, tags: [] })).toEqual({
      tags: ['Soft', 'Female', 'Toy', 'Whisper', 'Intimate'],
      standIn: true,
    });
    expect(shownTags({ gender: 'Male', tags: [] }).tags).toEqual(['Male']);
  });
});
