// Controls of a running take on both sides of the stop: discard or a marker, and pause or continue.
import { useAtomValue, useSetAtom } from 'jotai';
import { languageOf } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Say } from '../../ui/Say.tsx';
import { recorderAtom } from './atoms.ts';
import { discardRecordingAtom } from './discard.ts';
import { useMarking } from './MarkButton.tsx';
import styles from './recorder.module.css';
import type { RecorderText } from './recorderText.ts';
import { pauseRecordingAtom, resumeRecordingAtom, stopRecordingAtom } from './recording.ts';

export interface RecorderControlsProps {
  words: RecorderText;
  /** `/record/recorder` offers no discard before the stop: its place is the marker’s. */
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
      {discard ? (
        <Control icon="trash" label={words.discard} onClick={() => void drop()} />
      ) : (
        <MarkControl words={words} />
      )}
      <Control
        icon={paused ? 'play' : 'pause'}
        label={paused ? words.resume : words.pause}
        onClick={() => void (paused ? resume() : pause())}
      />
    </div>
  );
}

function MarkControl({ words }: { words: RecorderText }) {
  const { mark, shown, spoken } = useMarking(words);
  return (
    <>
      <Control icon="flag" label={words.mark} shown={shown} keys="M" onClick={mark} />
      {spoken}
    </>
  );
}

interface ControlProps {
  icon: IconName;
  label: string;
  /** Instead of the label. */
  shown?: string;
  /** Of the keyboard. */
  keys?: string;
  onClick: () => void;
}

/** A round button over its word. */
function Control({ icon, label, shown = label, keys, onClick }: ControlProps) {
  return (
    <span className={styles.control}>
      <IconButton
        kind="glass"
        size={56}
        label={label}
        lang={languageOf(label)}
        aria-keyshortcuts={keys}
        onClick={onClick}
      >
        <Icon name={icon} />
      </IconButton>
      <span aria-hidden="true" lang={languageOf(shown)}>
        {shown}
      </span>
    </span>
  );
}
