// Controls of a running take: discard in the far corner, pause or continue near the thumb.
import { useAtomValue, useSetAtom } from 'jotai';
import { languageOf } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
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
  const label = paused ? words.resume : words.pause;
  return (
    <>
      {discard && (
        <Button kind="bare" className={styles.discard} onClick={() => void drop()}>
          <Say text={words.discard} />
        </Button>
      )}
      <IconButton
        kind="glass"
        size={56}
        label={label}
        lang={languageOf(label)}
        onClick={() => void (paused ? resume() : pause())}
      >
        <Icon name={paused ? 'play' : 'pause'} />
      </IconButton>
    </>
  );
}
