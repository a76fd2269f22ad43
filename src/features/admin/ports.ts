// Adapters of the admin area; tests replace them.
import { atom } from 'jotai/vanilla';
import { fetchAudio } from '../../api/audio.ts';
import { openMuffled } from '../../audio/muffled.ts';
import { createPlayback } from '../../audio/playback.ts';

export interface AdminPorts {
  createPlayback: typeof createPlayback;
  openMuffled: typeof openMuffled;
  fetchAudio: typeof fetchAudio;
}

export const adminPortsAtom = atom<AdminPorts>({ createPlayback, openMuffled, fetchAudio });
