// Adapters the demos use; tests replace them.
import { atom } from 'jotai/vanilla';
import { fetchAudio } from '../../api/audio.ts';
import { createPlayback } from '../../audio/playback.ts';
import { openSoundTabs } from '../../audio/soundTabs.ts';
import { writeDemoPending } from '../../storage/demoPending.ts';

const adapters = { fetchAudio, createPlayback, openSoundTabs, writePending: writeDemoPending };

export type DemoPorts = typeof adapters;
export const demoPortsAtom = atom<DemoPorts>(adapters);
