// Adapters of drafts with several takes, loaded with them.
import { atom } from 'jotai/vanilla';
import { joinTakes } from '../../../dsp/takeList.ts';
import { makePart, takeById } from '../../../storage/drafts.ts';
import { putPart, recordOf } from '../../../storage/files.ts';
import * as handoff from '../../../storage/handoff.ts';
import type { AudioReference } from '../../../storage/references.ts';

export interface SourceFacts {
  name?: string | undefined;
  recordedAt?: number;
}

export interface TakesPorts {
  joinTakes: typeof joinTakes;
  openAudio: typeof handoff.openAudio;
  /** Stores a file as a part of a draft; rejects when the disk is full. */
  putPart: (file: Blob, name: string, draft: AudioReference) => Promise<AudioReference>;
  makePart: typeof makePart;
  /** Its name, if it has one, and of a recording when it began, milliseconds since 1970. Rejects where it is missing. */
  factsOf: (source: AudioReference) => Promise<SourceFacts | null>;
  /** The draft that the next recording is added to. */
  addition: Pick<typeof handoff, 'readAddition' | 'writeAddition' | 'clearAddition' | 'parseReference'>;
}

export const takesPortsAtom = atom<TakesPorts>({
  joinTakes,
  openAudio: handoff.openAudio,
  putPart: async (file, name, draft) => handoff.fileReference((await putPart(file, name, draft)).id),
  makePart,
  async factsOf(source) {
    const { kind, id } = handoff.parseReference(source) ?? {};
    if (id === undefined) return null;
    if (kind === 'file') return { name: (await recordOf(id))?.name };
    const { name, startedAt } = await takeById(id);
    return { name, recordedAt: startedAt };
  },
  addition: handoff,
});
