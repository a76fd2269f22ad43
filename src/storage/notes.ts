// Small JSON that must survive a reload and that several screens share: edit states, form texts.
import { answered, transact } from './database.ts';
import { isOurs, ownerHere, ownerOfNew } from './owner.ts';

interface Note {
  key: string;
  value: unknown;
  /** Account; notes of a visitor and of earlier versions have none. */
  of?: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Where the note of an account lies while another account has one of this key. */
const asideOf = (key: string, of = '') => `${key}@${of}`;

/** Replaces the own note under `key`. The value must be structured-cloneable. */
export async function writeNote(key: string, value: unknown): Promise<void> {
  const note: Note = { key, value, of: ownerOfNew(), at: Date.now() };
  await transact(['notes'], 'readwrite', async (t) => {
    const store = t.objectStore('notes');
    const before = await answered<Note | undefined>(store.get(key));
    if (before && !isOurs(before)) store.put({ ...before, key: asideOf(key, before.of) });
    store.put(note);
  });
}

/** The own note under `key`, unchecked: the caller narrows it. Undefined when there is none. */
export function readNote(key: string): Promise<unknown> {
  return transact(['notes'], 'readonly', async (t) => {
    const store = t.objectStore('notes');
    for (const each of [key, asideOf(key, ownerHere())]) {
      const note = await answered<Note | undefined>(store.get(each));
      if (note && isOurs(note)) return note.value;
    }
  });
}

export async function deleteNote(key: string): Promise<void> {
  await transact(['notes'], 'readwrite', (t) => void t.objectStore('notes').delete(key));
}
