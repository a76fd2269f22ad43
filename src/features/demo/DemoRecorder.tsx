// Ready, recording, paused, done: as the recorder does it, without a microphone.
import { type ReactNode, useEffect } from 'react';
import { formatTimer } from '../../lib/format.ts';
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './demo.module.css';
import { useDemoRecorder } from './useDemoRecorder.ts';

export interface DemoRecorderProps {
  /** Told once for each recording that is complete. */
  onDone?: () => void;
  /** Below the button while nothing runs. */
  idle?: ReactNode;
  /** In place of it when a recording is complete. */
  done: ReactNode;
}

export function DemoRecorder({ onDone, idle, done }: DemoRecorderProps) {
  const [{ phase, elapsed }, press] = useDemoRecorder();
  const runs = phase === 'recording' || phase === 'paused';
  useEffect(() => {
    if (phase === 'done') onDone?.();
  }, [phase, onDone]);
  return (
    <section className={styles.recorder} data-phase={phase}>
      <h1 className={styles.title}>{runs ? words.haveFun : words.ready}</h1>
      <p className={styles.timer} role="timer">
        {formatTimer(elapsed / 1000)}
      </p>
      <button
        type="button"
        className={styles.recordButton}
        aria-label={runs ? words.stop : words.record}
        onClick={() => press(runs ? 'stop' : 'record')}
      >
        <span />
      </button>
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
