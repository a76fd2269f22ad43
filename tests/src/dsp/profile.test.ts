// The work assigned to a device, by its reported facts and measured speed.
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
  ])('on %i cores splits work %i ways', (cores, ways) => {
    expect(profileOf({ ...laptop, cores }, { speed: 400 }).ways).toBe(ways);
  });

  test.each<[string, Partial<DeviceFacts>, number]>([
    ['has one gigabyte', { memoryGb: 1 }, 400],
    ['is asked to save data', { saveData: true }, 400],
    ['is slow', {}, 60],
  ])('uses one worker and half the frame rate when the device %s', (_, facts, speed) => {
    expect(profileOf({ ...laptop, ...facts }, { speed })).toMatchObject({ ways: 1, framesPerSecond: 30 });
  });

  test('splits work at a quarter of a laptop’s speed', () => {
    expect(profileOf({ ...laptop, cores: 2, memoryGb: undefined }, { speed: 100 })).toEqual({
      ways: 2,
      framesPerSecond: 60,
      encodesQuickly: true,
    });
  });

  test('encodes MP3 instead of WAV only when the encoder is fast', () => {
    expect(profileOf(laptop, { speed: 9 }).encodesQuickly).toBe(false);
  });
});
