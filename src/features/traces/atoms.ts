// Discreet mode as chosen here, and what clearing traces removes.
import { atom } from 'jotai/vanilla';
import { discreetAtom } from '../../state/discreet.ts';
import { clearingsAtom } from '../../state/identity.ts';
import { clearHistoryAtom } from '../../state/listening/history.ts';
import { clearPlacesAtom } from '../../state/listening/places.ts';
import { queueAtom } from '../../state/listening/queue.ts';
import { tellAtom } from '../../state/playerRun.ts';
import { silenceAtom } from '../../state/sound.ts';
import { tracesPortsAtom } from './ports.ts';

/** The lock screen follows at once. */
export const chooseDiscreetAtom = atom(null, (_get, set, discreet: boolean) => {
  set(discreetAtom, discreet);
  set(tellAtom, 'state');
});

export type Clearing = 'idle' | 'done' | 'failed';
const clearingAtom = atom<Clearing>('idle');
export const clearedAtom = atom((get) => get(clearingAtom));

export const clearTracesAtom = atom(null, async (get, set): Promise<void> => {
  const { clearCopies, forgetSetting, personalSettings, forgetOldBackup, forgetDemoPending } =
    get(tracesPortsAtom);
  set(clearHistoryAtom);
  set(clearPlacesAtom);
  set(queueAtom, []);
  for (const key of personalSettings) forgetSetting(key);
  forgetOldBackup();
  forgetDemoPending();
  set(clearingsAtom, (count) => count + 1);
  try {
    await clearCopies();
    set(clearingAtom, 'done');
  } catch (error) {
    console.warn('the copies could not be cleared', error);
    set(clearingAtom, 'failed');
  }
});

/** Stops all audio first. */
export const panicNowAtom = atom(null, (_get, set) => set(silenceAtom));
