// The composition root: store, adapters, router, frame.

import { Provider, useAtomValue } from 'jotai/react';
import { type ReactNode, useEffect } from 'react';
import { createPlayback } from '../audio/playback.ts';
import { openSoundTabs } from '../audio/soundTabs.ts';
import { basenameOf, paths } from '../lib/paths.ts';
import { installWayAtom } from '../state/install.ts';
import { isOnlineAtom } from '../state/online.ts';
import { connectPlaybackAtom } from '../state/playerActions.ts';
import { listeningAtom } from '../state/playerRun.ts';
import { loadSessionAtom, reloadPageAtom } from '../state/session.ts';
import { closeStorage, onOtherOwner } from '../storage/owner.ts';
import { OnlineContext } from '../ui/online.ts';
import { AddressRouter } from './AddressRouter.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { installErrorLog } from './errorLog.ts';
import { Frame } from './Frame.tsx';
import { startHousekeeping } from './housekeeping.ts';
import { startLiveEvents } from './liveEvents.ts';
import { AppRoutes } from './router.tsx';
import { store } from './store.ts';

/** Paths without personal data: they name nothing the user played, typed or recorded. */
const PLAIN_PATHS: readonly string[] = [
  ...[paths.account(), paths.ownData(), paths.admin()],
  ...[paths.login(), paths.register(), paths.recover()],
];

function reload(): void {
  closeStorage();
  // A running take is saved chunk by chunk: skip the browser's question before leaving.
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  const { pathname } = window.location;
  const isPlain = PLAIN_PATHS.some((path) => pathname.endsWith(path));
  window.location.replace(isPlain ? pathname : basenameOf(pathname));
}

/**
 * Reloads the page when an account has left this browser, here or in another tab: none of its data stays in memory. Returns a
 * function that stops it.
 */
function followOwner(): () => void {
  store.set(reloadPageAtom, { run: reload });
  return onOtherOwner((isSame) => {
    if (isSame) void store.set(loadSessionAtom);
    else reload();
  });
}

/** Chromium's `beforeinstallprompt` event. */
interface Question extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/**
 * Learns how this platform installs the app, and suppresses the browser's own banner: the settings offer it instead. Returns a
 * function that stops it.
 */
function watchInstallWay(): () => void {
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

/**
 * Passes the account's playback preferences to the player, at first playback and on every change. Returns a function that
 * stops it.
 */
function followPreferences(): () => void {
  let stop = () => {};
  const leave = store.sub(listeningAtom, () => {
    const listening = store.get(listeningAtom);
    if (listening === null) return;
    const update = () => store.set(listening.handleNewsAtom, 'preferences');
    stop();
    stop = store.sub(listening.preferencesAtom, update);
    update();
  });
  return () => {
    leave();
    stop();
  };
}

/** Tells every part below whether this device has a network. */
export function Online({ children }: { children: ReactNode }) {
  return <OnlineContext value={useAtomValue(isOnlineAtom)}>{children}</OnlineContext>;
}

export function App() {
  useEffect(() => {
    const removeLog = installErrorLog(window);
    const disconnect = store.set(connectPlaybackAtom, createPlayback(), openSoundTabs());
    const stopHousekeeping = startHousekeeping();
    const stopLiveEvents = startLiveEvents();
    const stopFollowing = followPreferences();
    const stopInstall = watchInstallWay();
    const stopOwner = followOwner();
    return () => {
      stopOwner();
      stopInstall();
      stopFollowing();
      stopLiveEvents();
      stopHousekeeping();
      disconnect();
      removeLog();
    };
  }, []);
  return (
    <ErrorBoundary>
      <Provider store={store}>
        <AddressRouter basename={basenameOf(window.location.pathname)}>
          <Online>
            <Frame>
              <AppRoutes />
            </Frame>
          </Online>
        </AddressRouter>
      </Provider>
    </ErrorBoundary>
  );
}
