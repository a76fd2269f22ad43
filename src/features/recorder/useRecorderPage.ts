// What both recording pages do besides what they show: the microphone closes with the page, a running take is not closed
// by a slip, and the page turns 100 ms after the take was handed over.
import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useRef } from 'react';
import { isRunning, recorderAtom } from './atoms.ts';
import { forgetDiscardedAtom } from './discard.ts';
import { leaveRecorderAtom, type StartRequest, startRecordingAtom } from './recording.ts';

/** Delay before the page turns (S1 §2). */
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
    // What the frame would say about a take that was left is loaded now: later there may be no network.
    void import('./KeptTake.tsx').catch(() => undefined);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [running]);
}

/** Stable as long as `allow` is. */
export function useBegin(allow: () => Promise<boolean>): (request?: StartRequest) => Promise<void> {
  const start = useSetAtom(startRecordingAtom);
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(
    async (request) => {
      if ((await allow()) && here.current) await start(request);
    },
    [allow, start],
  );
}
