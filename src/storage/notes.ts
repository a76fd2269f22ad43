// Small JSON that must survive a reload and that several screens share: edit states, form texts.
import { answered, transact } from './database.ts';
import { isOurs, ownerOfNew } from './owner.ts';

interface Note {
  key: string;
  value: unknown;
  /** Account; notes of a visitor and of earlier versions have none. */
  of?: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Replaces the note under `key`. The value must be structured-cloneable. */
export async function writeNote(key: string, value: unknown): Promise<void> {
  const note: Note = { key, value, of: ownerOfNew(), at: Date.now() };
  await transact(['notes'], 'readwrite', (t) => void t.objectStore('notes').put(note));
}

/** The note under `key`, unchecked: the caller narrows it. Undefined when there is none. */
export async function readNote(key: string): Promise<unknown> {
  const note = await transact(['notes'], 'readonly', (t) =>
    answered<Note | undefined>(t.objectStore('notes').get(key)),
  );
  return note && isOurs(note) ? note.value : undefined;
}

export async function deleteNote(key: string): Promise<void> {
  await transact(['notes'], 'readwrite', (t) => void t.objectStore('notes').delete(key));
}
