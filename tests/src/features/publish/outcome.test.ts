// The estimated waiting time in words.
import { expect, it } from 'vitest';
import { estimateText } from '../../../../src/lib/reviewTime.ts';

it.each([
  [null, '5-10 minutes'],
  [7, '7 minutes'],
  [150, '3 hours'],
  [4000, '3 days'],
])('formats %s minutes as %s', (minutes, text) => {
  expect(estimateText(minutes)).toBe(text);
});
