// What one's own data needs from outside beside shared state, so that tests can put doubles there.
import { atom } from 'jotai/vanilla';
import { fetchAudio } from '../../api/audio.ts';

export interface OwnDataPorts {
  fetchAudio: typeof fetchAudio;
}

export const ownDataPortsAtom = atom<OwnDataPorts>({ fetchAudio });
