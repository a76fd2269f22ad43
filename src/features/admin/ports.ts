// Adapters of the admin area; tests replace them.
import { atom } from 'jotai/vanilla';
import { createPlayback } from '../../audio/playback.ts';

export interface AdminPorts {
  createPlayback: typeof createPlayback;
}

export const adminPortsAtom = atom<AdminPorts>({ createPlayback });
