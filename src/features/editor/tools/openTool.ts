// Which tool is open below the waveform. One at a time: what it proposes stands in place of the kept areas.
import { atom } from 'jotai/vanilla';
import { proposeAreasAtom } from '../atoms.ts';
import { playSpeedAtom, stopListeningAtom } from '../listen.ts';
import { trialAtom } from './hearing.ts';

export type ToolName = 'hold' | 'pauses' | 'loudness' | 'persona' | 'fades';

/** `menu`: the list of tools. */
export const openToolAtom = atom<ToolName | 'menu' | null>(null);
/** A tool's own panel stands where the editor's bar and list do. */
export const isToolWorkingAtom = atom((get) => ![null, 'menu'].includes(get(openToolAtom)));

/** Closes whatever is open; what it proposed and nobody took is gone. */
export const closeToolAtom = atom(null, (_get, set) => {
  set(stopListeningAtom);
  set(playSpeedAtom, 1);
  set(proposeAreasAtom, null);
  set(trialAtom, null);
  set(openToolAtom, null);
});
