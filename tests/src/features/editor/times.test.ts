import { expect, it } from 'vitest';
import { clockOfLong, clockTenths, speakTime } from '../../../../src/features/editor/times.ts';

it('adds clock time from a minute on', () => {
  expect(clockOfLong(59.9)).toBe('');
  expect(clockOfLong(62.34)).toBe('1:02.3');
  expect(clockTenths(59.96)).toBe('1:00.0');
});

it('speaks a position in words', () => {
  expect(speakTime(63)).toBe('1 minute 3');
  expect(speakTime(250)).toBe('4 minutes 10');
  expect(speakTime(1)).toBe('1 second');
  expect(speakTime(120)).toBe('2 minutes');
  expect(speakTime(59.96)).toBe('1 minute');
});
