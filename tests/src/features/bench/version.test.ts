// The file of a run names the version that made it.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { APP_VERSION } from '../../../../src/features/bench/report.ts';

it('row 60: the version in the file is the one of the package', () => {
  const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  expect(APP_VERSION).toBe((JSON.parse(text) as { version: string }).version);
});
