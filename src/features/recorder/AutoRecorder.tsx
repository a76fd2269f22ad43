// `/record/recorder`: starts recording 100 ms after it opens; German, as specified.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatTimer } from '../../lib/format.ts';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { languageOf } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Say } from '../../ui/Say.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { SaveRing, useAutoSave } from './AutoSave.tsx';
import { finishedTakeAtom, isRunning, problemAtom, type RecorderState, recorderAtom } from './atoms.ts';
import { DiscardedBar } from './DiscardedBar.tsx';
import { discardFinishedAtom, discardRecordingAtom } from './discard.ts';
import { useMarkKey } from './MarkButton.tsx';
import { isPreviewingAtom, stopPreviewAtom, togglePreviewAtom } from './preview.ts';
import { RecorderControls } from './RecorderControls.tsx';
import { RecorderStatus } from './RecorderStatus.tsx';
import { RecorderTimer } from './RecorderTimer.tsx';
import { RecordStage } from './RecordStage.tsx';
import styles from './recorder.module.css';
import { germanText as words } from './recorderText.ts';
import { clearHandoffAtom, obstacleAtom, stopRecordingAtom } from './recording.ts';
import { saveTakeAtom } from './save.ts';
import { TakeProblem } from './TakeProblem.tsx';
import { TakeThumb } from './TakeThumb.tsx';
import takeStyles from './take.module.css';
import { useBegin, useRecorderPage } from './useRecorderPage.ts';
import { useVoiceMeter } from './useVoiceMeter.ts';

const pageTexts = recorderMessages.recorderPage;

/** `onAgain` discards the take and starts the next. */
function AutoTake({ onAgain }: { onAgain: () => void }) {
  const { phase } = useAtomValue(recorderAtom);
  const take = useAtomValue(finishedTakeAtom);
  const problem = useAtomValue(problemAtom);
  const listening = useAtomValue(isPreviewingAtom);
  const listen = useSetAtom(togglePreviewAtom);
  const stopListening = useSetAtom(stopPreviewAtom);
  const save = useSetAtom(saveTakeAtom);
  const open = phase === 'finished' && take !== null;
  const counting = useAutoSave(open && problem === null && take.takeId !== null, () => void save());
  if (phase === 'saved') return <Spinner size={48} />;
  if (!take) return null;
  const label = listening ? pageTexts.stopListening : pageTexts.listen;
  const again = () => {
    stopListening();
    onAgain();
  };
  return (
    <div className={takeStyles.take}>
      <div className={takeStyles.sound}>
        <IconButton
          kind="glass"
          size={56}
          label={label}
          lang={languageOf(label)}
          onClick={() => void listen()}
        >
          <Icon name={listening ? 'pause' : 'play'} />
        </IconButton>
        <TakeThumb />
      </div>
      <p className={takeStyles.length}>{formatTimer(take.seconds)}</p>
      <TakeProblem words={words} onRetry={() => void save()} />
      <div className={takeStyles.pair}>
        <Button onClick={again}>
          <Say text={pageTexts.discard} />
        </Button>
        <SaveRing running={counting}>
          <Button kind="primary" wide onClick={() => void save()}>
            <Say text={pageTexts.save} />
          </Button>
        </SaveRing>
      </div>
      <span className="spoken" role="status">
        {counting && <Say text={pageTexts.saveSoon} />}
      </span>
    </div>
  );
}

const { recorder } = recorderMessages;
/** Delay between a discard and the next recording. */
const RESTART_MS = 100;

interface AutoRecorderProps {
  /** Checked before the microphone opens; false keeps it closed. Must be stable. */
  allow: () => Promise<boolean>;
  /** Called once the take was handed over. Must be stable. */
  onTurn: (next: 'editor' | 'upload') => void;
}

export function AutoRecorder({ allow, onTurn }: AutoRecorderProps) {
  const state = useAtomValue(recorderAtom);
  const obstacle = useAtomValue(obstacleAtom);
  const begin = useBegin(allow);
  const stop = useSetAtom(stopRecordingAtom);
  const discard = useSetAtom(discardRecordingAtom);
  const discardFinished = useSetAtom(discardFinishedAtom);
  const { meter, level } = useVoiceMeter();
  const checking = useAutoStart(obstacle === null, begin);
  const markKey = useMarkKey();
  useRecorderPage(onTurn);

  if (obstacle !== null) {
    return (
      <section className={styles.panel} data-failed={state.phase === 'failed' || undefined}>
        <h1 className={`${styles.title} ${styles.german}`}>
          <Say text={recorder.unsupported} />
        </h1>
        <p className={styles.hint}>
          <Say text={words.failure(obstacle)} />
        </p>
        <Link to={paths.record()} className={buttonClass('primary')}>
          <Say text={recorder.back} />
        </Link>
      </section>
    );
  }
  if (checking) {
    return (
      <section className={styles.panel} data-failed={state.phase === 'failed' || undefined}>
        <h1 className={`${styles.title} ${styles.german}`}>
          <Say text={recorder.checking} />
        </h1>
        <p className={styles.hint}>
          <Say text={recorder.checkingText} />
        </p>
        <div className={styles.stage}>
          <Spinner size={48} />
        </div>
      </section>
    );
  }
  const running = isRunning(state);
  const again = async () => {
    await discardFinished();
    await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
    await begin({ again: true });
  };
  const ended = state.phase === 'finished' || state.phase === 'saved';
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a key for what a button inside also does */}
      <section
        className={styles.panel}
        data-failed={state.phase === 'failed' || undefined}
        tabIndex={-1}
        onKeyDown={markKey}
      >
        <h1 className={`${styles.title} ${styles.german}`}>
          <Say text={headingOf(state)} />
        </h1>
        {!ended && (
          <RecordStage
            meter={meter}
            startLabel={words.start}
            stopLabel={words.stop}
            onPress={() => void (running ? stop() : state.phase === 'countdown' ? discard() : begin())}
          />
        )}
        {ended && <AutoTake onAgain={() => void again()} />}
        {!ended && (
          <>
            <RecorderTimer
              running={running || state.phase === 'finishing'}
              left={words.left}
              over={words.over}
            />
            <div className={styles.controls}>{running && <RecorderControls words={words} />}</div>
          </>
        )}
        <RecorderStatus level={level} words={words} onRetry={() => void begin()} />
        <span className="spoken" role="status">
          <Say text={headingOf(state)} />
        </span>
      </section>
      <DiscardedBar take={words.discarded} />
    </>
  );
}

function headingOf({ phase }: RecorderState): string {
  if (phase === 'recording') return recorder.running;
  if (phase === 'paused' || phase === 'interrupted') return recorder.paused;
  if (phase === 'saved') return recorder.preparing;
  return phase === 'finished' || phase === 'finishing' ? recorder.finished : recorder.ready;
}

const AUTO_START_MS = 100;

/** Starts once the page is visible. True until then. */
function useAutoStart(possible: boolean, begin: () => Promise<void>): boolean {
  const clear = useSetAtom(clearHandoffAtom);
  const [checking, setChecking] = useState(true);
  useEffect(() => {
    clear();
    if (!possible) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      // A background tab must not open the microphone.
      if (document.visibilityState === 'hidden' || timer !== undefined) return;
      timer = setTimeout(() => {
        setChecking(false);
        void begin();
      }, AUTO_START_MS);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [possible, begin, clear]);
  return checking;
}
