// A recorder without a microphone: its states and its clock.
import { useEffect, useReducer } from 'react';

/** S2 §9. */
const TICK_MS = 100;

export interface DemoRecorderState {
  phase: 'idle' | 'recording' | 'paused' | 'done';
  /** Milliseconds. */
  elapsed: number;
}

type Press = 'record' | 'stop' | 'pause' | 'resume' | 'cancel' | 'tick';
const IDLE: DemoRecorderState = { phase: 'idle', elapsed: 0 };

function reduce(state: DemoRecorderState, press: Press): DemoRecorderState {
  const { phase, elapsed } = state;
  switch (press) {
    case 'record':
      return { phase: 'recording', elapsed: 0 };
    case 'stop':
      return phase === 'idle' ? state : { phase: 'done', elapsed };
    case 'pause':
      return phase === 'recording' ? { phase: 'paused', elapsed } : state;
    case 'resume':
      return phase === 'paused' ? { phase: 'recording', elapsed } : state;
    case 'cancel':
      return IDLE;
    case 'tick':
      return phase === 'recording' ? { phase, elapsed: elapsed + TICK_MS } : state;
  }
}

export function useDemoRecorder(): [DemoRecorderState, (press: Press) => void] {
  const [state, press] = useReducer(reduce, IDLE);
  const runs = state.phase === 'recording';
  useEffect(() => {
    if (!runs) return;
    const clock = setInterval(() => press('tick'), TICK_MS);
    return () => clearInterval(clock);
  }, [runs]);
  return [state, press];
}
