// The file of a run names the version that made it.

import { expect, it } from 'vitest';
import { APP_VERSION } from '../../../../src/features/bench/report.ts';
import { read } from '../../../support/rules/sourceTree.ts';

it('the version in the file is the one of the package (row 60)', () => {
  const text = read('package.json');
  expect(APP_VERSION).toBe((JSON.parse(text) as { version: string }).version);
});
