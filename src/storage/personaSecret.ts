// The secret a persona voice is made from. It stays in this browser's database: it is no part of any request, file or
// log. Who knows it can tell the persona's takes apart from others and undo much of the disguise; who loses it loses
// only the likeness of later takes with earlier ones.
import { answered, transact } from './database.ts';
import { ownerHere } from './owner.ts';

/** Of earlier versions; they kept one for the account that was here last. */
const KEY = 'persona-secret';
export const personaKey = (of: string) => `${KEY}@${of}`;
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
 * 32 random bytes, the same ones at every call of an account; made at the first. `of` is the account, empty for a visitor (whose
 * secret goes to the account that the visitor makes), null while nobody knows.
 */
export function personaSecret(of: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const account = of ?? ownerHere();
  // One transaction: two pages that ask at once get the same.
  return transact(
    ['notes'],
    'readwrite',
    async (t) => {
      const store = t.objectStore('notes');
      const secretAt = (key: string) => answered<Kept | undefined>(store.get(key));
      const kept = await secretAt(personaKey(account));
      if (kept !== undefined) return kept.value;
      let before: Kept | undefined;
      for (const key of [personaKey(''), KEY]) {
        const found = await secretAt(key);
        if (before !== undefined || found === undefined || (found.of !== '' && found.of !== account))
          continue;
        before = found;
        store.delete(key);
      }
      const value = before?.value ?? crypto.getRandomValues(new Uint8Array(BYTES));
      store.put({ key: personaKey(account), value, of: account, at: Date.now() } satisfies Kept);
      return value;
    },
    'strict',
  );
}
