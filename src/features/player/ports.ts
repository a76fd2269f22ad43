// Adapters of the player; tests replace them.
import { atom } from 'jotai/vanilla';
import { fetchEnvelopePiece } from '../../api/envelopePieces.ts';
import { openTap } from '../../audio/tap.ts';
import { listensWell, savesPower } from '../../dsp/profile.ts';

export interface PlayerPorts {
  openTap: typeof openTap;
  fetchEnvelopePiece: typeof fetchEnvelopePiece;
  /** Whether an audio graph parallel to playback is safe on this kind of device. */
  listensWell: typeof listensWell;
  savesPower: typeof savesPower;
}

export const playerPortsAtom = atom<PlayerPorts>({ openTap, fetchEnvelopePiece, listensWell, savesPower });
