// Controls of a running take: discard and pause or continue on both sides of the stop.
import { useAtomValue, useSetAtom } from 'jotai';
import { languageOf } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Say } from '../../ui/Say.tsx';
import { recorderAtom } from './atoms.ts';
import { discardRecordingAtom } from './discard.ts';
import styles from './recorder.module.css';
import type { RecorderText } from './recorderText.ts';
import { pauseRecordingAtom, resumeRecordingAtom, stopRecordingAtom } from './recording.ts';

export interface RecorderControlsProps {
  words: RecorderText;
  /** `/record/recorder` offers no discard before the stop. */
  discard?: boolean;
}

export function RecorderControls({ words, discard = false }: RecorderControlsProps) {
  const { phase } = useAtomValue(recorderAtom);
  const pause = useSetAtom(pauseRecordingAtom);
  const resume = useSetAtom(resumeRecordingAtom);
  const stop = useSetAtom(stopRecordingAtom);
  const drop = useSetAtom(discardRecordingAtom);
  if (phase === 'interrupted') {
    return (
      <>
        <Button onClick={() => void resume()}>
          <Say text={words.resume} />
        </Button>
        <Button kind="primary" onClick={() => void stop()}>
          <Say text={words.finish} />
        </Button>
      </>
    );
  }
  const paused = phase === 'paused';
  return (
    <div className={styles.pair}>
      {discard && <Control icon="trash" label={words.discard} onClick={() => void drop()} />}
      <Control
        icon={paused ? 'play' : 'pause'}
        label={paused ? words.resume : words.pause}
        onClick={() => void (paused ? resume() : pause())}
      />
    </div>
  );
}

interface ControlProps {
  icon: IconName;
  label: string;
  onClick: () => void;
}

/** A round button over its word. */
function Control({ icon, label, onClick }: ControlProps) {
  return (
    <span className={styles.control}>
      <IconButton kind="glass" size={56} label={label} lang={languageOf(label)} onClick={onClick}>
        <Icon name={icon} />
      </IconButton>
      <span aria-hidden="true" lang={languageOf(label)}>
        {label}
      </span>
    </span>
  );
}
