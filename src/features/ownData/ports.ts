// Adapters the data export uses; tests replace them.
import { atom } from 'jotai/vanilla';
import { fetchAudio } from '../../api/audio.ts';

export interface OwnDataPorts {
  fetchAudio: typeof fetchAudio;
}

export const ownDataPortsAtom = atom<OwnDataPorts>({ fetchAudio });
