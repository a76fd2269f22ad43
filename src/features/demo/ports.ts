// Adapters the demos use; tests replace them.
import { atom } from 'jotai/vanilla';
import { fetchAudio } from '../../api/audio.ts';
import { createPlayback } from '../../audio/playback.ts';
import { openSoundTabs } from '../../audio/soundTabs.ts';
import { writeDemoPending } from '../../storage/demoPending.ts';

export interface DemoPorts {
  fetchAudio: typeof fetchAudio;
  createPlayback: typeof createPlayback;
  openSoundTabs: typeof openSoundTabs;
  writePending: typeof writeDemoPending;
}

export const demoPortsAtom = atom<DemoPorts>({
  fetchAudio,
  createPlayback,
  openSoundTabs,
  writePending: writeDemoPending,
});
