// What a device is asked to do, from what it says of itself and how fast it was.
import { describe, expect, test } from 'vitest';
import { type DeviceFacts, profileOf } from '../../../src/dsp/profile.ts';

const laptop: DeviceFacts = { cores: 8, memoryGb: 8, saveData: false };

describe('profileOf', () => {
  test.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 3],
    [5, 4],
    [16, 4],
  ])('%i cores share work %i ways', (cores, ways) => {
    expect(profileOf({ ...laptop, cores }, { speed: 400 }).ways).toBe(ways);
  });

  test.each<[string, Partial<DeviceFacts>, number]>([
    ['has one gigabyte', { memoryGb: 1 }, 400],
    ['is asked to save data', { saveData: true }, 400],
    ['is slow', {}, 60],
  ])('one worker and half the frames where the device %s', (_, facts, speed) => {
    expect(profileOf({ ...laptop, ...facts }, { speed })).toMatchObject({ ways: 1, framesPerSecond: 30 });
  });

  test('a quarter of a laptop still shares', () => {
    expect(profileOf({ ...laptop, cores: 2, memoryGb: undefined }, { speed: 100 })).toEqual({
      ways: 2,
      framesPerSecond: 60,
      encodesQuickly: true,
    });
  });

  test('only an encoder that nobody waits for makes MP3 of what may stay WAV', () => {
    expect(profileOf(laptop, { speed: 9 }).encodesQuickly).toBe(false);
  });
});
