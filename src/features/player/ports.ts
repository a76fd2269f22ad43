// Adapters of the player; tests replace them.
import { atom } from 'jotai/vanilla';
import { fetchEnvelopePiece } from '../../api/audio.ts';
import { openTap } from '../../audio/tap.ts';
import { listensWell, savesPower } from '../../dsp/profile.ts';

const adapters = {
  openTap,
  fetchEnvelopePiece,
  /** Whether an audio graph parallel to playback is safe on this kind of device. */
  listensWell,
  savesPower,
};

export type PlayerPorts = typeof adapters;
export const playerPortsAtom = atom<PlayerPorts>(adapters);
