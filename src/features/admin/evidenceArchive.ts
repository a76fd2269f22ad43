// Packs an exported case into one archive and saves it.
import { atom } from 'jotai/vanilla';
import type { EvidenceExportView } from '../../../api/contract/evidence.ts';
import { type ZipEntry, zipOf } from '../../lib/zip.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { adminPortsAtom } from './ports.ts';

/** Throws `ApiError` when the audio cannot be read. */
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
