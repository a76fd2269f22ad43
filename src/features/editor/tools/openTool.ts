// The open tool below the waveform; one at a time, because its proposal replaces the kept areas.
import { atom } from 'jotai/vanilla';
import { proposeAreasAtom } from '../atoms.ts';
import { playSpeedAtom, stopListeningAtom } from '../listen.ts';
import { trialAtom } from './trial.ts';

export type ToolName =
  | 'add'
  | 'order'
  | 'gain'
  | 'hold'
  | 'pauses'
  | 'cleanup'
  | 'loudness'
  | 'persona'
  | 'fades';

/** `menu`: the list of tools. */
export const openToolAtom = atom<ToolName | 'menu' | null>(null);
/** True while a tool's panel replaces the editor's bar and list. */
export const isToolWorkingAtom = atom((get) => ![null, 'menu'].includes(get(openToolAtom)));

/** Closes the open tool and drops its proposal. */
export const closeToolAtom = atom(null, (_get, set) => {
  set(stopListeningAtom);
  set(playSpeedAtom, 1);
  set(proposeAreasAtom, null);
  set(trialAtom, null);
  set(openToolAtom, null);
});
