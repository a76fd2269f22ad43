// What an account prefers reaches the player as soon as there is something to hear, and whenever it changes.
import { listeningAtom } from '../state/playerRun.ts';
import { store } from './store.ts';

/** Answers the stop. */
export function followPreferences(): () => void {
  let stop = () => {};
  const leave = store.sub(listeningAtom, () => {
    const listening = store.get(listeningAtom);
    if (listening === null) return;
    const hear = () => store.set(listening.hearAtom, 'preferences');
    stop();
    stop = store.sub(listening.preferencesAtom, hear);
    hear();
  });
  return () => {
    leave();
    stop();
  };
}
