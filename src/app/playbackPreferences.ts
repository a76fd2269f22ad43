// Passes the account's playback preferences to the player, at first playback and on every change.
import { listeningAtom } from '../state/playerRun.ts';
import { store } from './store.ts';

/** Returns a function that stops it. */
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
