// Which way to the home screen this platform offers. Its own banner never shows: whoever wants to finds it in the settings.
import { installWayAtom } from '../state/install.ts';
import { store } from './store.ts';

/** Chromium's; no other browser has it. */
interface Question extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Answers the stop. */
export function watchInstallWay(): () => void {
  const ask = (event: Event) => {
    event.preventDefault();
    const { prompt } = event as Question;
    const show = async () => (await prompt.call(event)).outcome === 'accepted';
    store.set(installWayAtom, { kind: 'question', ask: show });
  };
  const done = () => store.set(installWayAtom, { kind: 'done' });
  // On iOS alone the browser has this field; false: it is not the installed app.
  if ((navigator as { standalone?: boolean }).standalone === false)
    store.set(installWayAtom, { kind: 'byHand' });
  window.addEventListener('beforeinstallprompt', ask);
  window.addEventListener('appinstalled', done);
  return () => {
    window.removeEventListener('beforeinstallprompt', ask);
    window.removeEventListener('appinstalled', done);
  };
}
