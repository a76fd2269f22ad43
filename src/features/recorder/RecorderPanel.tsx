// `/record`: one button with a level ring, a timer and the status.
import { useAtomValue, useSetAtom } from 'jotai';
import { formatDuration } from '../../lib/format.ts';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Say } from '../../ui/Say.tsx';
import { SaveRing, useAutoSave } from './AutoSave.tsx';
import { finishedTakeAtom, isRunning, problemAtom, type RecorderState, recorderAtom } from './atoms.ts';
import { DiscardedBar } from './DiscardedBar.tsx';
import { discardRecordingAtom } from './discard.ts';
import { LiveWave } from './LiveWave.tsx';
import { levelLogAtom } from './levelLog.ts';
import { MarkButton, useMarkKey } from './MarkButton.tsx';
import { Monitoring } from './Monitoring.tsx';
import { Notes } from './Notes.tsx';
import { notesAtom, toggleNotesAtom } from './notes.ts';
import { recorderPortsAtom } from './ports.ts';
import { isPreviewingAtom, togglePreviewAtom } from './preview.ts';
import { RecorderControls } from './RecorderControls.tsx';
import { RecorderStatus } from './RecorderStatus.tsx';
import { RecorderTimer } from './RecorderTimer.tsx';
import { RecordStage } from './RecordStage.tsx';
import styles from './recorder.module.css';
import { englishText as words } from './recorderText.ts';
import { stopRecordingAtom } from './recording.ts';
import { SoundCheck } from './SoundCheck.tsx';
import { keepForLaterAtom, recordAgainAtom, saveTakeAtom } from './save.ts';
import { hintSeenAtom } from './settings.ts';
import { isCheckingAtom, startSoundCheckAtom, stopSoundCheckAtom } from './soundCheck.ts';
import { TakeProblem } from './TakeProblem.tsx';
import { TakeThumb } from './TakeThumb.tsx';
import takeStyles from './take.module.css';
import { useBegin, useRecorderPage } from './useRecorderPage.ts';
import { useVoiceMeter } from './useVoiceMeter.ts';

const { take: takeTexts } = recorderMessages;

function TakeSheet() {
  const { phase } = useAtomValue(recorderAtom);
  const take = useAtomValue(finishedTakeAtom);
  const problem = useAtomValue(problemAtom);
  const verdict = useAtomValue(levelLogAtom).verdict();
  const listening = useAtomValue(isPreviewingAtom);
  const listen = useSetAtom(togglePreviewAtom);
  const save = useSetAtom(saveTakeAtom);
  const keep = useSetAtom(keepForLaterAtom);
  const again = useSetAtom(recordAgainAtom);
  // It is only a part of a draft.
  const isAdded = useAtomValue(recorderPortsAtom).addition.readAddition() !== null;
  const open = phase === 'finished' && take !== null;
  // After a problem, or when the take is only in memory, nothing happens by itself.
  const counting = useAutoSave(open && problem === null && take.takeId !== null, () => void save());
  return (
    <Sheet open={open} onClose={() => void keep()} title={takeTexts.title}>
      {take && (
        <div className={takeStyles.take}>
          <div className={takeStyles.sound}>
            <IconButton
              kind="glass"
              size={48}
              label={listening ? takeTexts.stop : takeTexts.play}
              onClick={() => void listen()}
            >
              <Icon name={listening ? 'stop' : 'play'} />
            </IconButton>
            <TakeThumb />
          </div>
          <p className={takeStyles.facts}>
            <strong>{formatDuration(take.seconds)}</strong>
            {verdict && ` · ${takeTexts.loudness[verdict]}`}
          </p>
          <TakeProblem words={words} onRetry={() => void save()} />
          <div className={takeStyles.ways}>
            <SaveRing running={counting}>
              <Button kind="primary" wide onClick={() => void save()}>
                {takeTexts.edit}
              </Button>
            </SaveRing>
            {!isAdded && (
              <Button wide onClick={() => void save('upload')}>
                {takeTexts.publish}
              </Button>
            )}
          </div>
          <div className={takeStyles.pair}>
            <Button kind="bare" onClick={() => void again()}>
              {takeTexts.again}
            </Button>
            <Button kind="bare" onClick={() => void keep()}>
              {takeTexts.later}
            </Button>
          </div>
          <span className="spoken" role="status">
            {counting && <Say text={takeTexts.editSoon} />}
          </span>
        </div>
      )}
    </Sheet>
  );
}

/** Phases in which the notes can be opened and closed. */
const MAY_READ = new Set<RecorderState['phase']>(['idle', 'recording', 'paused']);

function NotesButton() {
  const isOpen = useAtomValue(notesAtom) !== null;
  const toggle = useSetAtom(toggleNotesAtom);
  return (
    <Button kind="bare" aria-expanded={isOpen} onClick={() => void toggle()}>
      {isOpen ? recorderMessages.notes.close : recorderMessages.notes.open}
    </Button>
  );
}

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
  const markKey = useMarkKey();
  const checking = useAtomValue(isCheckingAtom);
  const [startCheck, endCheck] = [useSetAtom(startSoundCheckAtom), useSetAtom(stopSoundCheckAtom)];
  const check = async () => {
    if (await allow()) await startCheck();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a key for what a button inside also does */}
      <section
        className={styles.panel}
        data-failed={state.phase === 'failed' || undefined}
        tabIndex={-1}
        onKeyDown={markKey}
      >
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
        {running && <LiveWave />}
        <div className={`${styles.controls} ${styles.roomy}`}>
          {running && <RecorderControls words={words} discard />}
          {counting && (
            <Button kind="bare" onClick={() => void discard()}>
              {recorderMessages.record.notYet}
            </Button>
          )}
          {state.phase === 'idle' && !hintSeen && (
            <p className={styles.first}>{studioMessages.studio.staysHere}</p>
          )}
          {MAY_READ.has(state.phase) && (
            <div className={styles.extras}>
              {state.phase === 'idle' && (
                <Button kind="bare" onClick={checking ? endCheck : () => void check()}>
                  {checking ? recorderMessages.check.end : recorderMessages.check.start}
                </Button>
              )}
              {running && <MarkButton words={words} />}
              <NotesButton />
              {meter && <Monitoring meter={meter} />}
            </div>
          )}
        </div>
        {checking ? (
          <div className={styles.status}>
            <SoundCheck meter={meter} />
          </div>
        ) : (
          <RecorderStatus
            level={level}
            words={words}
            onRetry={() => void (state.phase === 'failed' && state.isCheck ? check() : begin())}
          />
        )}
        <Notes />
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
