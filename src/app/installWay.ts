// How this platform installs the app. Suppresses the browser's own banner: the settings offer it instead.
import { installWayAtom } from '../state/install.ts';
import { store } from './store.ts';

/** Chromium's `beforeinstallprompt` event. */
interface Question extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Returns a function that stops it. */
export function watchInstallWay(): () => void {
  const ask = (event: Event) => {
    event.preventDefault();
    const { prompt } = event as Question;
    const show = async () => (await prompt.call(event)).outcome === 'accepted';
    store.set(installWayAtom, { kind: 'question', ask: show });
  };
  const done = () => store.set(installWayAtom, { kind: 'done' });
  // Only iOS has this field; false means the page runs in the browser.
  if ((navigator as { standalone?: boolean }).standalone === false)
    store.set(installWayAtom, { kind: 'byHand' });
  window.addEventListener('beforeinstallprompt', ask);
  window.addEventListener('appinstalled', done);
  return () => {
    window.removeEventListener('beforeinstallprompt', ask);
    window.removeEventListener('appinstalled', done);
  };
}
