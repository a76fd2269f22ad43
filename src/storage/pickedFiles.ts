// Files the user picked and has not published, because they closed the page or went back.

import { editKey } from '../lib/editNotes.ts';
import { allFiles, type StoredFile } from './files.ts';
import { parseReference } from './handoff.ts';
import { readNote } from './notes.ts';
import { listOutbox } from './outbox.ts';
import { type AudioReference, fileReference } from './references.ts';
import { takesOfOtherTabs } from './takeTabs.ts';

export interface PickedFile extends Pick<StoredFile, 'id' | 'name' | 'type' | 'sizeBytes' | 'storedAt'> {
  reference: AudioReference;
  /** Has changes in the editor. */
  isEdited: boolean;
}

/** Newest first; without files that wait to be sent or are open in another tab. */
export async function pickedFiles(): Promise<PickedFile[]> {
  const outbox = await listOutbox();
  const waiting = new Set(
    outbox.flatMap(({ keeps }) => keeps.map((reference) => parseReference(reference)?.id)),
  );
  const elsewhere = await takesOfOtherTabs();
  const left = (await allFiles()).filter(
    ({ id, madeFrom, partOf, publishedAt }) =>
      madeFrom === null && !partOf && !publishedAt && !waiting.has(id) && !elsewhere.has(id),
  );
  left.sort((a, b) => b.storedAt - a.storedAt);
  return Promise.all(
    left.map(async ({ id, name, type, sizeBytes, storedAt }) => {
      const reference = fileReference(id);
      const isEdited = (await readNote(editKey(reference))) !== undefined;
      return { id, name, type, sizeBytes, storedAt, reference, isEdited };
    }),
  );
}
