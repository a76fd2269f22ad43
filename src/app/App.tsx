// The composition root: store, adapters, router, frame.
import { Provider, useAtomValue } from 'jotai/react';
import { type ReactNode, useEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { createPlayback } from '../audio/playback.ts';
import { openSoundTabs } from '../audio/soundTabs.ts';
import { basenameOf } from '../lib/paths.ts';
import { isOnlineAtom } from '../state/online.ts';
import { connectPlaybackAtom } from '../state/playerActions.ts';
import { OnlineContext } from '../ui/online.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { installErrorLog } from './errorLog.ts';
import { Frame } from './Frame.tsx';
import { followOwner } from './followOwner.ts';
import { startHousekeeping } from './housekeeping.ts';
import { watchInstallWay } from './installWay.ts';
import { startLiveEvents } from './liveEvents.ts';
import { followPreferences } from './playbackPreferences.ts';
import { AppRoutes } from './router.tsx';
import { store } from './store.ts';

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
        <BrowserRouter basename={basenameOf(window.location.pathname)}>
          <Online>
            <Frame>
              <AppRoutes />
            </Frame>
          </Online>
        </BrowserRouter>
      </Provider>
    </ErrorBoundary>
  );
}
