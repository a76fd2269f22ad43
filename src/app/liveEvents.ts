// Turns what the server tells into events of the window, which features listen to: `trackApproved` (S1 §2),
// `newNotification`, `queueChanged`. Listens while somebody is signed in; guests are.
import { onWritten } from '../api/client.ts';
import { listenToEvents, type ServerEvent } from '../api/events.ts';
import { loadSessionAtom, sessionAtom } from '../state/session.ts';
import { store } from './store.ts';

function announce(event: ServerEvent): void {
  switch (event.name) {
    case 'trackApproved':
      window.dispatchEvent(new CustomEvent('trackApproved', { detail: event.data }));
      return;
    case 'notification':
      window.dispatchEvent(new CustomEvent('newNotification', { detail: event.data }));
      return;
    case 'queueChanged':
      window.dispatchEvent(new Event('queueChanged'));
      return;
    case 'reset':
      for (const name of ['trackApproved', 'newNotification', 'queueChanged']) {
        window.dispatchEvent(new Event(name));
      }
  }
}

/** Answers the stop. */
export function startLiveEvents(): () => void {
  let listeningAs: string | null = null;
  let stop = () => {};
  const follow = () => {
    const session = store.get(sessionAtom);
    // A role opens other events: a guest who registered keeps the id.
    const who = session.status === 'signedIn' ? `${session.me.id} ${session.me.role}` : null;
    if (who === listeningAs) return;
    stop();
    listeningAs = who;
    stop = who === null ? () => {} : listenToEvents(announce);
  };
  const unsubscribe = store.sub(sessionAtom, follow);
  // A visitor's first write made an account.
  const forget = onWritten(() => {
    if (store.get(sessionAtom).status === 'visitor') void store.set(loadSessionAtom);
  });
  follow();
  return () => {
    unsubscribe();
    forget();
    stop();
  };
}
