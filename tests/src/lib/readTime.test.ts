import { expect, it } from 'vitest';
import { readTime } from '../../../src/lib/readTime.ts';

it('parses seconds and minutes with comma or point, and nothing else', () => {
  expect(readTime('12,5')).toBe(12.5);
  expect(readTime(' 1:02.5 ')).toBe(62.5);
  expect(readTime('1:00:02')).toBe(3602);
  for (const text of ['', 'a', '1:', '-3', '1:2:3:4', '1e3']) expect(readTime(text), text).toBeNaN();
});
