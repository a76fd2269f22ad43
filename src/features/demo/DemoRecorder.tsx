// A simulated recorder without a microphone: ready, recording, paused, done.
import { type ReactNode, useEffect, useReducer } from 'react';
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import styles from './demo.module.css';
import { TONE_SECONDS, useDemoSound } from './demoSound.ts';
import { ListenButton } from './ListenButton.tsx';

export interface DemoStageProps {
  phase: DemoRecorderState['phase'];
  /** Recorded so far, whole seconds. */
  seconds: number;
  /** Starts or stops. */
  onPress: () => void;
}

interface DemoRecorderProps {
  /** Renders the button and the timer. */
  stage: (given: DemoStageProps) => ReactNode;
  /** Called once for each finished recording. */
  onDone?: () => void;
  /** Below the button while nothing runs. */
  idle?: ReactNode;
  /** Shown instead when a recording is finished. */
  done: ReactNode;
}

export function DemoRecorder({ stage, onDone, idle, done }: DemoRecorderProps) {
  const [{ phase, elapsed }, press] = useDemoRecorder();
  const runs = phase === 'recording' || phase === 'paused';
  useEffect(() => {
    if (phase === 'done') onDone?.();
  }, [phase, onDone]);
  return (
    <section className={styles.recorder} data-phase={phase}>
      <h1 className={styles.title}>{runs ? words.haveFun : phase === 'done' ? words.take : words.ready}</h1>
      {stage({ phase, seconds: Math.floor(elapsed / 1000), onPress: () => press(runs ? 'stop' : 'record') })}
      <div className={styles.ways}>
        {runs && (
          <>
            <Button onClick={() => press(phase === 'paused' ? 'resume' : 'pause')}>
              {phase === 'paused' ? words.resume : words.pause}
            </Button>
            <Button kind="bare" onClick={() => press('cancel')}>
              {words.cancel}
            </Button>
          </>
        )}
        {phase === 'idle' && idle}
        {phase === 'done' && done}
      </div>
      <p className={styles.quiet}>{words.microphoneOff}</p>
    </section>
  );
}

const TICK_MS = 100;

interface DemoRecorderState {
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

function useDemoRecorder(): [DemoRecorderState, (press: Press) => void] {
  const [state, press] = useReducer(reduce, IDLE);
  const runs = state.phase === 'recording';
  useEffect(() => {
    if (!runs) return;
    const clock = setInterval(() => press('tick'), TICK_MS);
    return () => clearInterval(clock);
  }, [runs]);
  return [state, press];
}

export function RecordedSample() {
  const state = useDemoSound(TONE_SECONDS.record);
  if (state.status !== 'ready') return <Spinner size={32} label={messages.shell.loading} />;
  return (
    <>
      <p role="status">{state.sound.isTone ? words.recordedTone : words.recorded}</p>
      <ListenButton file={state.sound.file} />
    </>
  );
}
