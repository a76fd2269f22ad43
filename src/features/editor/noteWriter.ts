// Saves the open edit with its take: the first change at once, further changes in batches.
import { atom } from 'jotai/vanilla';
import { editorPortsAtom } from './ports.ts';

/** Batch interval, milliseconds: a crash loses at most this much. */
const BATCH_MS = 250;

interface NoteWriter {
  /** Replaces the waiting value of `key`. */
  write(key: string, value: unknown): void;
  /** Writes all waiting values now, for a page that is about to close. */
  flush(): void;
}

/** A failed write is only logged: a full disk must not interrupt editing. */
function createNoteWriter(save: (key: string, value: unknown) => Promise<void>): NoteWriter {
  const waiting = new Map<string, unknown>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    const entries = [...waiting];
    waiting.clear();
    for (const [key, value] of entries)
      save(key, value).catch((error: unknown) => console.warn('edit not saved', error));
  };
  const startBatch = () => {
    timer = setTimeout(() => {
      timer = undefined;
      if (waiting.size === 0) return;
      flush();
      startBatch();
    }, BATCH_MS);
  };
  return {
    write(key, value) {
      waiting.set(key, value);
      if (timer !== undefined) return;
      flush();
      startBatch();
    },
    flush,
  };
}

export const noteWriterAtom = atom((get) => createNoteWriter(get(editorPortsAtom).notes.write));
