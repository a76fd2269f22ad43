// The audio of a draft with several takes, as one file. Loaded with such a draft.
import { atom } from 'jotai/vanilla';
import { dspAtom } from '../../../state/dsp.ts';
import type { AudioReference } from '../../../storage/references.ts';
import type { Part } from '../parts.ts';
import { editorPortsAtom } from '../ports.ts';
import type { ReadTake } from '../readTake.ts';
import { joinedPeaksAtom } from './keptPeaks.ts';
import { takesPortsAtom } from './ports.ts';

interface Composed {
  file: Blob;
  /** Null where peaks were not read before. */
  read: ReadTake | null;
}

/** Rejects where a source is missing. */
export const composeAtom = atom(null, async (get, set, parts: readonly Part[]): Promise<Composed> => {
  const { openReference } = get(editorPortsAtom).handoff;
  const files = new Map<AudioReference, Promise<Blob>>();
  const opened = (reference: AudioReference) => {
    const file = files.get(reference) ?? openReference(reference);
    files.set(reference, file);
    return file;
  };
  const entries = parts.map(async (part) =>
    'silence' in part ? part : { source: await opened(part.source), start: part.start, end: part.end },
  );
  const file = get(takesPortsAtom).joinTakes(await Promise.all(entries));
  return { file, read: await set(readBeforeAtom, file, parts) };
});

/** The lengths are in the head of the file, so that nothing is decoded. */
const readBeforeAtom = atom(
  null,
  async (get, set, file: Blob, parts: readonly Part[]): Promise<ReadTake | null> => {
    const analysis = await get(dspAtom)
      .inspect(file)
      .catch(() => null);
    const pyramid = analysis && (await set(joinedPeaksAtom, parts, analysis.sampleRate));
    return pyramid && { file, analysis, pyramid, found: analysis };
  },
);
