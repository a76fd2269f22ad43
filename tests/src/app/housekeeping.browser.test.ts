// The work after the first page is idle.
import { beforeEach, expect, it, vi } from 'vitest';
import { startHousekeeping } from '../../../src/app/housekeeping.ts';
import { readNote } from '../../../src/storage/notes.ts';
import { storeShared } from '../../../src/storage/sharedAudio.ts';
import { wipeStorage } from '../../support/browser/freshStorage.ts';

// Not with a factory: the browser would keep that module for the files of tests that follow (`vite.config.ts`).
vi.mock('../../../src/storage/sharedAudio.ts', { spy: true });

beforeEach(wipeStorage);

it('sweeps takes also when the code for shared files cannot be loaded', async () => {
  vi.mocked(storeShared).mockImplementation(() => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const stop = startHousekeeping();
  await expect.poll(() => readNote('swept')).toBeTypeOf('number');
  expect(storeShared).toHaveBeenCalledOnce();
  stop();
});
