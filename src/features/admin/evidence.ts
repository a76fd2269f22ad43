// Cases of sealed evidence: their names on the screen, and whether something is held.
import { atom } from 'jotai/vanilla';
import type { EvidenceCaseView, EvidenceExportView } from '../../../api/contract/evidence.ts';
import { type ZipEntry, zipOf } from '../../lib/zip.ts';
import { onePerQuery } from '../../state/pages.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { createQuery } from '../../state/queries.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { adminPortsAtom } from './ports.ts';

type Subject = Pick<EvidenceCaseView, 'subject' | 'subjectId'>;

/** The first part of a case's id tells it from the others. */
export const shortId = (id: string): string => id.slice(0, 8);

/** `found`: null when nothing of the subject is sealed. */
export const caseOf = onePerQuery('findEvidence', (query: Subject, key, onDrop) => {
  const { stateAtom } = createQuery<{ found: EvidenceCaseView | null }>({
    key,
    tags: ['findEvidence', 'queue'],
    onDrop,
    load: async (get, _set, signal) => {
      const { data } = await get(statePortsAtom).read('findEvidence', query, { signal });
      return { found: data };
    },
  });
  return atom((get) => get(stateAtom));
});

/** Packs an exported case into one archive and saves it. Throws `ApiError` when the audio cannot be read. */
export const saveArchiveAtom = atom(
  null,
  async (get, _set, { files, audio }: EvidenceExportView, name: string): Promise<void> => {
    const { signal } = new AbortController();
    const entries: ZipEntry[] = files.map((file) => ({ name: file.name, content: new Blob([file.text]) }));
    if (audio) {
      const content = await get(adminPortsAtom).fetchAudio(audio.url, signal);
      entries.unshift({ name: audio.name, content });
    }
    saveFile(await zipOf(entries, new Date(), signal), name);
  },
);
