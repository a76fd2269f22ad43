// Adapters of drafts with several takes, loaded with them.
import { atom } from 'jotai/vanilla';
import { joinTakes } from '../../../dsp/takeList.ts';
import { makePart } from '../../../storage/drafts.ts';
import { putPart } from '../../../storage/files.ts';
import * as handoff from '../../../storage/handoff.ts';
import type { AudioReference } from '../../../storage/references.ts';

export interface TakesPorts {
  joinTakes: typeof joinTakes;
  /** Stores a file as a part of a draft; rejects when the disk is full. */
  putPart: (file: Blob, name: string, draft: AudioReference) => Promise<AudioReference>;
  makePart: typeof makePart;
  /** The draft that the next recording is added to. */
  addition: Pick<typeof handoff, 'readAddition' | 'writeAddition' | 'clearAddition' | 'parseReference'>;
}

export const takesPortsAtom = atom<TakesPorts>({
  joinTakes,
  putPart: async (file, name, draft) => handoff.fileReference((await putPart(file, name, draft)).id),
  makePart,
  addition: handoff,
});
