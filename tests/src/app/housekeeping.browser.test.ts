// The work after the first page is idle.
import { beforeEach, expect, it, vi } from 'vitest';
import { startHousekeeping } from '../../../src/app/housekeeping.ts';
import { readNote } from '../../../src/storage/notes.ts';
import { wipeStorage } from '../../support/browser/freshStorage.ts';

/** As a script that cannot be loaded. */
vi.mock('../../../src/storage/sharedAudio.ts', () => ({
  storeShared: () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  },
}));

beforeEach(wipeStorage);

it('sweeps takes also when the code for shared files cannot be loaded', async () => {
  const stop = startHousekeeping();
  await expect.poll(() => readNote('swept')).toBeTypeOf('number');
  stop();
});
