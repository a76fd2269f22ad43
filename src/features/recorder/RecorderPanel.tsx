// The recorder: one button, a ring that shows it hears you, a clock, and nothing else in the way.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { Say } from '../../ui/Say.tsx';
import { UndoBar } from '../../ui/UndoBar.tsx';
import {
  discardedTakeAtom,
  forgetDiscardedAtom,
  leaveRecorderAtom,
  recorderAtom,
  startRecordingAtom,
  stopRecordingAtom,
  undoDiscardAtom,
} from './atoms.ts';
import { LevelRing } from './LevelRing.tsx';
import { RecorderControls } from './RecorderControls.tsx';
import { RecorderStatus } from './RecorderStatus.tsx';
import { RecorderTimer } from './RecorderTimer.tsx';
import styles from './recorder.module.css';
import { hintSeenAtom, naturalSoundAtom } from './settings.ts';
import { useVoiceMeter } from './useVoiceMeter.ts';

export interface RecorderPanelProps {
  /** Asked before the microphone opens; false keeps it closed. */
  allow: () => Promise<boolean>;
  /** The take was handed over to the editor. */
  onFinished: () => void;
}

/** Delay before the page turns (S1 §2). */
const TURN_MS = 100;

export function RecorderPanel({ allow, onFinished }: RecorderPanelProps) {
  const state = useAtomValue(recorderAtom);
  const natural = useAtomValue(naturalSoundAtom);
  const [hintSeen, markHintSeen] = [useAtomValue(hintSeenAtom), useSetAtom(hintSeenAtom)];
  const discarded = useAtomValue(discardedTakeAtom);
  const start = useSetAtom(startRecordingAtom);
  const stop = useSetAtom(stopRecordingAtom);
  const undo = useSetAtom(undoDiscardAtom);
  const forget = useSetAtom(forgetDiscardedAtom);
  const leave = useSetAtom(leaveRecorderAtom);
  const { meter, quiet } = useVoiceMeter();

  useEffect(() => () => void leave(), [leave]);
  useEffect(() => {
    if (state.phase !== 'finished') return;
    const turn = setTimeout(onFinished, TURN_MS);
    return () => clearTimeout(turn);
  }, [state.phase, onFinished]);

  const running = state.phase === 'recording' || state.phase === 'paused' || state.phase === 'interrupted';
  const waiting = state.phase === 'requesting' || state.phase === 'finishing' || state.phase === 'finished';
  const press = async () => {
    if (running) return void stop();
    if (waiting || !(await allow())) return;
    markHintSeen(true);
    await start(natural);
  };

  return (
    <section className={styles.panel}>
      <h1 className={styles.title}>
        {running || waiting ? recorderMessages.record.haveFun : recorderMessages.record.ready}
      </h1>
      <div className={styles.stage}>
        <LevelRing meter={meter} live={state.phase === 'recording'} fresh={!running} />
        <button
          type="button"
          className={`${styles.button} ${running ? styles.running : ''}`}
          aria-label={running ? studioMessages.studio.stopRecording : studioMessages.studio.startRecording}
          aria-disabled={waiting}
          onClick={press}
        >
          <span className={styles.mark} />
        </button>
      </div>
      <RecorderTimer running={running || state.phase === 'finishing'} />
      {running && <RecorderControls />}
      <RecorderStatus quiet={quiet} />
      {!running && !waiting && !hintSeen && <p className={styles.first}>{studioMessages.studio.staysHere}</p>}
      {discarded !== null && (
        <UndoBar text={studioMessages.studio.discarded} onUndo={() => void undo()} onExpire={forget} />
      )}
      <span className={styles.spoken} role="status">
        {state.phase === 'recording' && <Say text={recorderMessages.recorder.running} />}
        {state.phase === 'paused' && <Say text={recorderMessages.recorder.paused} />}
      </span>
    </section>
  );
}
