// What a store took and does not hold: nothing is acknowledged.
import { expect, test } from 'vitest';
import type { Deps } from '../../api/deps.ts';
import { keepAudio } from '../../api/uploads/keptAudio.ts';

/** A store that forgets what it takes while `isForgetful`. */
function forgetfulStore() {
  const held = new Map<string, number>();
  const store = { isForgetful: false };
  const deps = {
    temporary: { path: () => '/nowhere' },
    inspector: {
      inspect: async () => ({ extension: 'mp3', damage: [], seconds: 3, envelope: new Uint8Array() }),
    },
    blobs: {
      putFile: async (name: string) => {
        if (!store.isForgetful) held.set(name, 321);
      },
      known: async (name: string) => (held.has(name) ? { size: held.get(name) } : null),
      remove: async (name: string) => held.delete(name),
    },
    log: { warn: () => {} },
  } as unknown as Deps;
  return { store, deps };
}

test('an upload whose audio the store has lost is refused, to be sent again', async () => {
  const { store, deps } = forgetfulStore();
  const file = { path: '/nowhere', size: 400, sha256: 'ab' } as Parameters<typeof keepAudio>[1];
  expect((await keepAudio(deps, file)).size).toBe(321);
  store.isForgetful = true;
  await expect(keepAudio(deps, file)).rejects.toMatchObject({ code: 'store_unreachable' });
});
