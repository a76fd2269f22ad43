import { expect, it } from 'vitest';
import { groupOf, groupRows } from '../../../../src/features/news/NewsGroups.tsx';

/** A Thursday. */
const NOW = new Date(2026, 10, 19, 15, 0);
const at = (...parts: [number, number, number, number?, number?, number?]) =>
  new Date(...(parts as [number, number, number])).toISOString();

it.each([
  ['this Monday, midnight', at(2026, 10, 16), 'thisWeek'],
  ['a clock that is ahead', at(2026, 10, 20), 'thisWeek'],
  ['the Sunday before', at(2026, 10, 15, 23, 59, 59), 'lastWeek'],
  ['last Monday', at(2026, 10, 9), 'lastWeek'],
  ['the Sunday before last Monday', at(2026, 10, 8, 23), 'weeks'],
  ['five weeks ago, Monday: also within the months', at(2026, 9, 12), 'weeks'],
  ['the Sunday before it', at(2026, 9, 11, 23), 'months'],
  ['six months ago', at(2026, 4, 19, 15, 1), 'months'],
  ['a day more', at(2026, 4, 18), 'older'],
])('groups %s correctly (row 19)', (_what, createdAt, name) => {
  expect(groupOf(createdAt, NOW)).toBe(name);
});

it('starts a week on Monday, and clamps six months before 31 August to the end of February (row 19)', () => {
  expect(groupOf(at(2026, 10, 16), new Date(2026, 10, 22, 23))).toBe('thisWeek');
  expect(groupOf(at(2026, 1, 28, 12), new Date(2026, 7, 31, 12))).toBe('months');
  expect(groupOf(at(2026, 1, 27, 12), new Date(2026, 7, 31, 12))).toBe('older');
});

it('always shows this week, and other groups only with rows (row 19)', () => {
  const rows = [{ createdAt: at(2026, 10, 10) }, { createdAt: at(2026, 6, 1) }];
  expect(groupRows(rows, NOW).map(({ name, rows: own }) => [name, own.length])).toEqual([
    ['thisWeek', 0],
    ['lastWeek', 1],
    ['months', 1],
  ]);
});
