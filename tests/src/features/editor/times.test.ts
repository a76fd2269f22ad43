import { expect, it } from 'vitest';
import { clockHundredths, clockTenths, speakTime } from '../../../../src/features/editor/times.ts';

it('shows minutes and seconds, with tenths or hundredths', () => {
  expect(clockHundredths(14.156)).toBe('0:14.16');
  expect(clockHundredths(3600.04)).toBe('1:00:00.04');
  expect(clockTenths(59.96)).toBe('1:00.0');
});

it('speaks a position in words', () => {
  expect(speakTime(63)).toBe('1 minute 3');
  expect(speakTime(250)).toBe('4 minutes 10');
  expect(speakTime(1)).toBe('1 second');
  expect(speakTime(120)).toBe('2 minutes');
  expect(speakTime(59.96)).toBe('1 minute');
});
