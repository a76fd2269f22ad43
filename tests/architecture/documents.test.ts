// Documents stay short enough to be read.
import { expect, it } from 'vitest';
import { ROOMS, read } from '../support/rules/sourceTree.ts';

it.each(ROOMS)('%s has a README of at most 40 lines', (room) => {
  expect(read(`${room}/README.md`).trimEnd().split('\n').length).toBeLessThanOrEqual(40);
});

it('keeps ARCHITECTURE.md within 120 lines', () => {
  expect(read('ARCHITECTURE.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});
