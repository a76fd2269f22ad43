// The file as it is sent: the sound without metadata. The engine makes it while the person types, byte for byte like the
// server's own copy, so that both have the same SHA-256.
import { atom } from 'jotai/vanilla';
import type { Inspection } from '../../dsp/protocol.ts';
import { HEAD_BYTES, normaliseType, sniffType } from '../../lib/audioFile.ts';
import { dspAtom } from '../../state/dsp.ts';
import { leaveTicketAtom } from '../../state/ticket.ts';

export interface Outgoing {
  file: Blob;
  /** Detected from the first bytes. */
  type: string;
  /** Names of the metadata fields in the original. */
  removed: readonly string[];
  /** Sound that was cut before and was still in the file. */
  cutSeconds: number;
  /** False: the original is sent unchanged, and the server removes the fields. */
  isClean: boolean;
}

interface Making {
  made: Promise<Outgoing>;
  abort: AbortController;
}

const makingsAtom = atom(() => new Map<Blob, Making>());
const workAtom = atom<{ original: Blob; share: number } | null>(null);
/** The copy that is being made, and the share of it that is done, 0…1; null: none is. */
export const cleaningAtom = atom((get) => get(workAtom));

/** Starts the copy of this file, or joins one that is running. Throws only when it was cancelled. */
export const prepareOutgoingAtom = atom(null, (get, set, original: Blob): Promise<Outgoing> => {
  const makings = get(makingsAtom);
  const known = makings.get(original);
  if (known) return known.made;
  const abort = new AbortController();
  const made = set(makeAtom, original, abort.signal);
  made.catch(() => makings.delete(original));
  makings.set(original, { made, abort });
  return made;
});

/** Stops making the copy of this file; the next call of `prepareOutgoingAtom` makes it. */
export const stopCleaningAtom = atom(null, (get, _set, original: Blob) => {
  get(makingsAtom).get(original)?.abort.abort();
  get(makingsAtom).delete(original);
});

/** The file is no longer sent: ends its ticket and deletes the copy. */
export const dropOutgoingAtom = atom(null, (get, set, original: Blob) => {
  const makings = get(makingsAtom);
  const making = makings.get(original);
  makings.delete(original);
  making?.abort.abort();
  void making?.made.then(
    ({ file }) => {
      set(leaveTicketAtom, file);
      return get(dspAtom).discard(file);
    },
    () => undefined,
  );
});

/** Falls back to the original for a damaged file, which the server must judge, and when the copy fails. */
const makeAtom = atom(null, async (get, set, original: Blob, signal: AbortSignal): Promise<Outgoing> => {
  const dsp = get(dspAtom);
  const report = (share: number) => {
    if (!signal.aborted) set(workAtom, { original, share });
  };
  report(0);
  try {
    const { file, removed, cutSeconds, isDamaged } = await dsp.clean(original, report, { signal });
    if (isDamaged) {
      await dsp.discard(file);
      return { file: original, type: await typeOf(original), removed, cutSeconds, isClean: false };
    }
    return { file, type: await typeOf(file), removed, cutSeconds, isClean: true };
  } catch (error) {
    signal.throwIfAborted();
    console.warn('no clean copy could be made here', error);
    const facts: Pick<Inspection, 'metadata'> = await dsp
      .inspect(original, { signal })
      .catch(() => ({ metadata: [] }));
    return {
      file: original,
      type: await typeOf(original),
      removed: facts.metadata,
      cutSeconds: 0,
      isClean: false,
    };
  } finally {
    if (get(workAtom)?.original === original) set(workAtom, null);
  }
});

async function typeOf(file: Blob): Promise<string> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return sniffType(head) ?? normaliseType(file.type);
}
