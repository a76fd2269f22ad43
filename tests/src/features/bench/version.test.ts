// The report file contains the app version.

import { expect, it } from 'vitest';
import { APP_VERSION } from '../../../../src/features/bench/report.ts';
import { read } from '../../../support/rules/sourceTree.ts';

it('writes the package’s version into the file (row 60)', () => {
  const text = read('package.json');
  expect(APP_VERSION).toBe((JSON.parse(text) as { version: string }).version);
});
