// `/record`: one button with a level ring, a timer and the status.
import { useAtomValue, useSetAtom } from 'jotai';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Say } from '../../ui/Say.tsx';
import { isRunning, type RecorderState, recorderAtom } from './atoms.ts';
import { DiscardedBar } from './DiscardedBar.tsx';
import { discardRecordingAtom } from './discard.ts';
import { RecorderControls } from './RecorderControls.tsx';
import { RecorderStatus } from './RecorderStatus.tsx';
import { RecorderTimer } from './RecorderTimer.tsx';
import { RecordStage } from './RecordStage.tsx';
import styles from './recorder.module.css';
import { englishText as words } from './recorderText.ts';
import { stopRecordingAtom } from './recording.ts';
import { hintSeenAtom } from './settings.ts';
import { TakeSheet } from './TakeSheet.tsx';
import { useBegin, useRecorderPage } from './useRecorderPage.ts';
import { useVoiceMeter } from './useVoiceMeter.ts';

export interface RecorderPanelProps {
  /** Checked before the microphone opens; false keeps it closed. */
  allow: () => Promise<boolean>;
  /** Called once the take was handed over. Must be stable. */
  onTurn: (next: 'editor' | 'upload') => void;
}

export function RecorderPanel({ allow, onTurn }: RecorderPanelProps) {
  const state = useAtomValue(recorderAtom);
  const [hintSeen, markHintSeen] = [useAtomValue(hintSeenAtom), useSetAtom(hintSeenAtom)];
  const stop = useSetAtom(stopRecordingAtom);
  const discard = useSetAtom(discardRecordingAtom);
  const { meter, level } = useVoiceMeter();
  const record = useBegin(allow);
  useRecorderPage(onTurn);

  const running = isRunning(state);
  const begin = async () => {
    await record();
    markHintSeen(true);
  };
  const counting = state.phase === 'countdown';
  return (
    <>
      <section className={styles.panel} data-failed={state.phase === 'failed' || undefined}>
        <h1 className={styles.title}>{titleOf(state)}</h1>
        <RecordStage
          meter={meter}
          startLabel={counting ? recorderMessages.record.notYet : words.start}
          stopLabel={words.stop}
          onPress={() => void (running ? stop() : counting ? discard() : begin())}
        />
        <RecorderTimer
          running={running || state.phase === 'finishing' || state.phase === 'finished'}
          left={words.left}
          over={words.over}
        />
        <div className={styles.controls}>
          {running && <RecorderControls words={words} discard />}
          {counting && (
            <Button kind="bare" onClick={() => void discard()}>
              {recorderMessages.record.notYet}
            </Button>
          )}
          {state.phase === 'idle' && !hintSeen && (
            <p className={styles.first}>{studioMessages.studio.staysHere}</p>
          )}
        </div>
        <RecorderStatus level={level} words={words} onRetry={() => void begin()} />
        <TakeSheet />
        <span className="spoken" role="status">
          {state.phase === 'recording' && <Say text={recorderMessages.recorder.running} />}
          {state.phase === 'paused' && <Say text={recorderMessages.recorder.paused} />}
          {counting && fill(recorderMessages.record.startsIn, { n: state.left })}
        </span>
      </section>
      <DiscardedBar take={words.discarded} />
    </>
  );
}

function titleOf({ phase }: RecorderState): string {
  const { ready, haveFun, paused } = recorderMessages.record;
  if (phase === 'recording') return haveFun;
  return phase === 'paused' || phase === 'interrupted' ? paused : ready;
}
