// What the admin area needs from outside, in one place, so that tests can put doubles there.
import { atom } from 'jotai/vanilla';
import { createPlayback } from '../../audio/playback.ts';

export interface AdminPorts {
  createPlayback: typeof createPlayback;
}

export const adminPortsAtom = atom<AdminPorts>({ createPlayback });
