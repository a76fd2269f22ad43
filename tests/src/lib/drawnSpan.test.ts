// Draws a long list in small steps, visible rows first, until all requested rows are drawn.
import { expect, it } from 'vitest';
import { type Span, stepTowards } from '../../../src/lib/drawnSpan.ts';

const MOST = 4;
const wanted = { first: 90, end: 130 };
const seen = { first: 100, end: 112 };

/** Every intermediate span. */
function wayFrom(now: Span): Span[] {
  const way: Span[] = [];
  for (let last = now; way.length < 100; last = way.at(-1) ?? now) {
    const next = stepTowards(last, wanted, seen, MOST);
    if (next.first === last.first && next.end === last.end) break;
    way.push(next);
  }
  return way;
}
const isIn = ({ first, end }: Span, at: number) => at >= first && at < end;

it.each<[string, Span]>([
  ['nothing', { first: 0, end: 0 }],
  ['what lies far above', { first: 0, end: 20 }],
  ['what lies far below', { first: 400, end: 420 }],
  ['the spare rows above', { first: 84, end: 94 }],
  ['the spare rows below', { first: 120, end: 140 }],
  ['the upper part of what is seen', { first: 88, end: 104 }],
  ['the lower part of what is seen', { first: 108, end: 125 }],
  ['more than what is wanted', { first: 0, end: 400 }],
])('from %s draws a few rows per step, visible rows first, until complete', (_from, now) => {
  const way = wayFrom(now);
  expect(way.at(-1)).toEqual(wanted);
  let before = now;
  let isSeenWhole = false;
  for (const next of way) {
    const fresh = Array.from({ length: next.end - next.first }, (_, at) => next.first + at).filter(
      (at) => !isIn(before, at),
    );
    expect(fresh.length).toBeLessThanOrEqual(MOST);
    expect(next.first).toBeGreaterThanOrEqual(wanted.first);
    expect(next.end).toBeLessThanOrEqual(wanted.end);
    if (!isSeenWhole)
      expect(fresh.filter((at) => isIn(seen, at)).length).toBe(Math.min(MOST, fresh.length, 12));
    isSeenWhole = next.first <= seen.first && next.end >= seen.end;
    before = next;
  }
});

it('keeps rows that are drawn and still requested', () => {
  expect(
    stepTowards({ first: 95, end: 120 }, { first: 98, end: 125 }, { first: 104, end: 116 }, MOST),
  ).toEqual({
    first: 98,
    end: 124,
  });
});
