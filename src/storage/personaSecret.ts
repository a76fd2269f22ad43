// The secret that a persona voice is made from. It stays in this browser's database and is never in a request, file
// or log. With it, an attacker can link the persona's takes and undo much of the disguise. Losing it only makes later
// takes sound different from earlier ones.
import { answered, transact } from './database.ts';
import { ownerHere } from './owner.ts';

/** Of earlier versions, which stored one for the last account. */
const KEY = 'persona-secret';
export const personaKey = (of: string) => `${KEY}@${of}`;
const BYTES = 32;

interface StoredSecret {
  key: string;
  value: Uint8Array<ArrayBuffer>;
  /** Account it belongs to; empty while the browser had none. */
  of: string;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * 32 random bytes, made at an account's first call and the same afterwards. `of` is the account, empty for a visitor
 * (whose secret moves to the account that the visitor creates), null while it is not known.
 */
export function personaSecret(of: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const account = of ?? ownerHere();
  // One transaction: two pages that ask at once get the same secret.
  return transact(
    ['notes'],
    'readwrite',
    async (t) => {
      const store = t.objectStore('notes');
      const secretAt = (key: string) => answered<StoredSecret | undefined>(store.get(key));
      const stored = await secretAt(personaKey(account));
      if (stored !== undefined) return stored.value;
      let before: StoredSecret | undefined;
      for (const key of [personaKey(''), KEY]) {
        const found = await secretAt(key);
        if (before !== undefined || found === undefined || (found.of !== '' && found.of !== account))
          continue;
        before = found;
        store.delete(key);
      }
      const value = before?.value ?? crypto.getRandomValues(new Uint8Array(BYTES));
      store.put({ key: personaKey(account), value, of: account, at: Date.now() } satisfies StoredSecret);
      return value;
    },
    'strict',
  );
}
