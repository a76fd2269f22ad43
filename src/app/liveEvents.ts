// Connects outside events with the atoms: server events, network changes, page visibility, and the window event
// `trackApproved`. Listens to the server once the session is known, also for visitors.
import { onSessionEnded, onWritten } from '../api/client.ts';
import { listenToEvents, type ServerEvent } from '../api/events.ts';
import { announceApprovalAtom, lastApprovalAtom } from '../state/approvals.ts';
import { newsDotAtom } from '../state/news.ts';
import { flushWritesAtom } from '../state/outbox.ts';
import { handlePlaybackEventAtom } from '../state/playerRun.ts';
import { invalidateAtom, refreshShownAtom } from '../state/registry.ts';
import { loadSessionAtom, sessionAtom } from '../state/session.ts';
import { waitingUploadsAtom } from '../state/waitingUploads.ts';
import { checkCopies, sendUploads } from './housekeeping.ts';
import { store } from './store.ts';

/** Clients that lost the server together reconnect spread over this time, milliseconds. */
const RETURN_MS = 2000;

/** Hidden for longer, the page checks the copies of lists on its return, milliseconds. */
const LONG_AWAY_MS = 60_000;

function handleEvent(event: ServerEvent): void {
  switch (event.name) {
    case 'trackApproved':
      store.set(announceApprovalAtom, event.data.trackId);
      return;
    case 'queueChanged':
      store.set(invalidateAtom, 'queue');
      return;
    case 'reset':
      setTimeout(() => {
        checkCopies();
        store.set(announceApprovalAtom, null);
        void store.set(refreshShownAtom, true);
        // The server was unreachable; no other event announces its return.
        void store.set(flushWritesAtom);
        store.set(handlePlaybackEventAtom, { type: 'online' });
        if (store.get(waitingUploadsAtom).length > 0) void sendUploads();
      }, Math.random() * RETURN_MS);
      return;
    default: {
      const change = event.name === 'notification' ? ({ name: 'newsChanged', data: {} } as const) : event;
      import('../state/changes.ts').then(
        ({ applyChangeAtom }) => store.set(applyChangeAtom, change),
        (error: unknown) => console.info('a change was not heard', error),
      );
    }
  }
}

/** Shows the number of unread news as the installed app's badge. Returns a function that stops it. */
function showBadge(): () => void {
  const show = () => {
    const count = store.get(newsDotAtom);
    void (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => undefined);
  };
  return store.sub(newsDotAtom, show);
}

/** Dispatches `trackApproved` on the window and listens for it. Returns a function that stops it. */
function joinWindow(): () => void {
  const refreshTracks = () => store.set(invalidateAtom, 'tracks');
  const announce = () => {
    const detail = store.get(lastApprovalAtom);
    window.dispatchEvent(new CustomEvent('trackApproved', { detail }));
  };
  const unsubscribe = store.sub(lastApprovalAtom, announce);
  window.addEventListener('trackApproved', refreshTracks);
  return () => {
    unsubscribe();
    window.removeEventListener('trackApproved', refreshTracks);
  };
}

/** Refreshes when the network returns or the page becomes visible. Returns a function that stops it. */
function watchReturns(): () => void {
  let leftAt = 0;
  const refresh = ({ type }: Event) => {
    if (document.visibilityState !== 'visible') leftAt = Date.now();
    if (document.visibilityState !== 'visible' || !navigator.onLine) return;
    if (type === 'online' || Date.now() - leftAt > LONG_AWAY_MS) checkCopies();
    void store.set(refreshShownAtom);
    void store.set(flushWritesAtom);
  };
  document.addEventListener('visibilitychange', refresh);
  window.addEventListener('online', refresh);
  return () => {
    document.removeEventListener('visibilitychange', refresh);
    window.removeEventListener('online', refresh);
  };
}

/** Returns a function that stops it. */
export function startLiveEvents(): () => void {
  let listeningAs: string | null = null;
  let stop = () => {};
  const askAgain = () => void store.set(loadSessionAtom);
  const follow = () => {
    const session = store.get(sessionAtom);
    // Events also depend on the role: a guest who registers keeps the id.
    const who =
      session.status === 'signedIn'
        ? `${session.me.id} ${session.me.role}`
        : session.status === 'visitor'
          ? ''
          : null;
    if (who === listeningAs) return;
    stop();
    listeningAs = who;
    stop = who === null ? () => {} : listenToEvents(handleEvent, askAgain);
  };
  // Subscribing loads the session and keeps it for the life of the page.
  const ends = [
    store.sub(sessionAtom, follow),
    // A visitor's first write creates an account.
    onWritten(() => {
      if (store.get(sessionAtom).status === 'visitor') void store.set(loadSessionAtom);
    }),
    onSessionEnded(askAgain),
    joinWindow(),
    watchReturns(),
    showBadge(),
  ];
  follow();
  return () => {
    for (const end of ends) end();
    stop();
  };
}
