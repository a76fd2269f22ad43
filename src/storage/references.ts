// References to stored audio, and the notes stored under them.
import { editKey, viewKey } from '../lib/editNotes.ts';

/** `idb:take/ID`, `idb:file/ID`, `memory:ID` (this page only) or a data URL. */
export type AudioReference = string;

export const takeReference = (takeId: string): AudioReference => `idb:take/${takeId}`;
export const fileReference = (fileId: string): AudioReference => `idb:file/${fileId}`;

/** Removes the notes of an edit in a transaction over `notes`. */
export function forgetEdit(transaction: IDBTransaction, reference: AudioReference): void {
  for (const key of [editKey(reference), viewKey(reference)]) transaction.objectStore('notes').delete(key);
}
