// Shared by both recording pages: the microphone closes with the page, a running take asks before the tab closes, and the
// next page opens 100 ms after the handoff.
import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useRef } from 'react';
import { isRunning, recorderAtom } from './atoms.ts';
import { forgetDiscardedAtom } from './discard.ts';
import { leaveRecorderAtom, type StartRequest, startRecordingAtom } from './recording.ts';

/** Delay before the next page opens. */
const TURN_MS = 100;

/** `onTurn` must be stable. */
export function useRecorderPage(onTurn: (next: 'editor' | 'upload') => void): void {
  const state = useAtomValue(recorderAtom);
  const leave = useSetAtom(leaveRecorderAtom);
  const forget = useSetAtom(forgetDiscardedAtom);
  const running = isRunning(state);
  const next = state.phase === 'saved' ? state.next : null;

  useEffect(() => () => void leave(), [leave]);
  useEffect(() => {
    const closing = () => void forget();
    window.addEventListener('pagehide', closing);
    return () => window.removeEventListener('pagehide', closing);
  }, [forget]);
  useEffect(() => {
    if (next === null) return;
    const turn = setTimeout(() => onTurn(next), TURN_MS);
    return () => clearTimeout(turn);
  }, [next, onTurn]);
  useEffect(() => {
    if (!running) return;
    // Preloaded: there may be no network when the page is left.
    void import('./LeftTake.tsx').catch(() => undefined);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [running]);
}

/** Starts after `allow`, unless the page was left meanwhile. Stable as long as `allow` is. */
export function useBegin(allow: () => Promise<boolean>): (request?: StartRequest) => Promise<void> {
  const start = useSetAtom(startRecordingAtom);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(
    async (request) => {
      if ((await allow()) && isMounted.current) await start(request);
    },
    [allow, start],
  );
}
