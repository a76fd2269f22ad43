// The secret a persona voice is made from. It stays in this browser's database: it is no part of any request, file or
// log. Who knows it can tell the persona's takes apart from others and undo much of the disguise; who loses it loses
// only the likeness of later takes with earlier ones.
import { answered, transact } from './database.ts';

const KEY = 'persona-secret';
const BYTES = 32;

interface Kept {
  key: string;
  value: Uint8Array<ArrayBuffer>;
  /** Account it belongs to; empty as long as the browser had none. */
  of: string;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * 32 random bytes, the same ones at every call until they are somebody else's; made at the first. `of` is the account,
 * empty for a visitor (whose secret stays when an account is made), null while nobody knows.
 */
export function personaSecret(of: string | null): Promise<Uint8Array<ArrayBuffer>> {
  // One transaction: two pages that ask at once get the same.
  return transact(
    ['notes'],
    'readwrite',
    async (t) => {
      const store = t.objectStore('notes');
      const kept = await answered<Kept | undefined>(store.get(KEY));
      const isOurs = kept !== undefined && (of === null || kept.of === '' || kept.of === of);
      if (isOurs && (of === null || kept.of === of)) return kept.value;
      const value = isOurs ? kept.value : crypto.getRandomValues(new Uint8Array(BYTES));
      const next: Kept = { key: KEY, value, of: of ?? '', at: Date.now() };
      store.put(next);
      return value;
    },
    'strict',
  );
}

/** Erases the secret of another account than `of` (empty: a visitor); a visitor's own is nobody's yet. */
export async function keepPersonaOf(of: string): Promise<void> {
  await transact(['notes'], 'readwrite', async (t) => {
    const store = t.objectStore('notes');
    const kept = await answered<Kept | undefined>(store.get(KEY));
    if (kept && kept.of !== '' && kept.of !== of) store.delete(KEY);
  });
}
