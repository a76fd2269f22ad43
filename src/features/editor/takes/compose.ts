// The audio of a draft with several takes, as one file. Loaded with such a draft.
import { atom } from 'jotai/vanilla';
import { takeMessages } from '../../../lib/messages/take.ts';
import { dspAtom } from '../../../state/dsp.ts';
import type { AudioReference } from '../../../storage/references.ts';
import { type Part, partsSeconds } from '../parts.ts';
import type { ReadTake } from '../readTake.ts';
import type { TakeDamage } from '../takeDamage.ts';
import { joinedPeaksAtom } from './keptPeaks.ts';
import { takesPortsAtom } from './ports.ts';

interface Composed {
  file: Blob;
  /** Null where peaks were not read before. */
  read: ReadTake | null;
  /** Parts that are no longer on this device. */
  missing: TakeDamage['damage'];
}

/** Silence takes the place of a part that is missing, so that all others can be heard and saved. */
export const composeAtom = atom(null, async (get, set, parts: readonly Part[]): Promise<Composed> => {
  const { joinTakes, openAudio } = get(takesPortsAtom);
  const files = new Map<AudioReference, Promise<Blob | null>>();
  const opened = (reference: AudioReference) => {
    const file = files.get(reference) ?? openAudio(reference);
    files.set(reference, file);
    return file;
  };
  const missing: Composed['missing'] = [];
  const entries = parts.map(async (part, index) => {
    if ('silence' in part) return part;
    const { start, end } = part;
    const source = await opened(part.source);
    if (source) return { source, start, end };
    const atSeconds = partsSeconds(parts.slice(0, index));
    missing.push({ kind: 'gap', meaning: takeMessages.take.partMissing, atSeconds, seconds: end - start });
    return { silence: end - start };
  });
  const file = joinTakes(await Promise.all(entries));
  return { file, read: await set(readBeforeAtom, file, parts), missing };
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
