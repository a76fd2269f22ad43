// Adapters the data export uses; tests replace them.
import { atom } from 'jotai/vanilla';
import { fetchAudio } from '../../api/audio.ts';
import { createTemporaryFile } from '../../storage/temporaryFile.ts';

export interface OwnDataPorts {
  fetchAudio: typeof fetchAudio;
  createTemporaryFile: typeof createTemporaryFile;
}

export const ownDataPortsAtom = atom<OwnDataPorts>({ fetchAudio, createTemporaryFile });
