import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatLevel,
  formatTimer,
  speakDuration,
} from '../../../src/lib/format.ts';
import { formatCopyTime, formatDate, relativeTime } from '../../../src/lib/time.ts';

describe('durations', () => {
  it.each([
    [-1, '0:00'],
    [Number.NaN, '0:00'],
    [Number.POSITIVE_INFINITY, '0:00'],
    [0, '0:00'],
    [9.99, '0:09'],
    [60, '1:00'],
    [3599, '59:59'],
    [3600, '1:00:00'],
    [3661, '1:01:01'],
  ])('shows %f s as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

  it.each([
    [0, '00:00'],
    [75, '01:15'],
    [1200, '20:00'],
    [Number.NaN, '00:00'],
  ])('counts %f s as %s', (seconds, text) => expect(formatTimer(seconds)).toBe(text));

  it.each([
    [1, '1 second'],
    [60, '1 minute'],
    [63, '1 minute 3 seconds'],
    [250, '4 minutes 10 seconds'],
  ])('speaks %f s as %s', (seconds, text) => expect(speakDuration(seconds)).toBe(text));
});

it('writes a level with a minus sign', () => {
  expect(formatLevel(-17.34, 1)).toBe('−17.3');
  expect(formatLevel(2, 0)).toBe('2');
});

it.each([
  [0, '0 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1_048_570, '1023.99 KB'],
  [1_048_571, '1 MB'],
  [1_048_575, '1 MB'],
  [1024 ** 2, '1 MB'],
  [52_428_799, '50 MB'],
  [52_428_800, '50 MB'],
  [1024 ** 3 - 1, '1 GB'],
  [1024 ** 3, '1 GB'],
  [1024 ** 4, '1024 GB'],
])('shows %i bytes as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

it.each([
  [-1, '0'],
  [999, '999'],
  [1000, '1K'],
  [1999, '1.9K'],
  [99_999, '99K'],
  [1_000_000, '1M'],
])('shows a count of %i as %s', (count, text) => expect(formatCount(count)).toBe(text));

describe('relative time', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const ago = (seconds: number) => relativeTime(new Date(now - seconds * 1000).toISOString(), now);
  it.each([
    [-5, 'Just now'],
    [59, 'Just now'],
    [60, '1m ago'],
    [3600, '1h ago'],
    [23 * 3600, '23h ago'],
    [24 * 3600, '1d ago'],
    [3 * 86_400, '3d ago'],
  ])('%i s ago is %s', (seconds, text) => expect(ago(seconds)).toBe(text));

  it('shows the German date after three days', () => {
    expect(ago(4 * 86_400)).toBe('17.11.2026');
  });

  it('reports a missing or invalid date', () => {
    expect(relativeTime(null, now)).toBe('Unknown time');
    expect(relativeTime('yesterday', now)).toBe('Invalid date');
    expect(formatDate('yesterday')).toBe('Invalid date');
  });

  it('shows the day of a copy only if it is not today', () => {
    const noon = new Date(2026, 10, 21, 12).getTime();
    expect(formatCopyTime(new Date(2026, 10, 21, 0, 5).toISOString(), noon)).toBe('00:05');
    expect(formatCopyTime(new Date(2026, 10, 20, 23, 55).toISOString(), noon)).toBe('20.11.2026, 23:55');
  });
});
