// While a take runs: discard in the far corner, pause or continue by the thumb.
import { useAtomValue, useSetAtom } from 'jotai';
import { studioMessages } from '../../lib/messages/studio.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import {
  discardRecordingAtom,
  pauseRecordingAtom,
  recorderAtom,
  resumeRecordingAtom,
  stopRecordingAtom,
} from './atoms.ts';
import styles from './recorder.module.css';

export function RecorderControls() {
  const state = useAtomValue(recorderAtom);
  const pause = useSetAtom(pauseRecordingAtom);
  const resume = useSetAtom(resumeRecordingAtom);
  const stop = useSetAtom(stopRecordingAtom);
  const discard = useSetAtom(discardRecordingAtom);
  if (state.phase === 'interrupted') {
    return (
      <div className={styles.controls}>
        {state.canContinue && <Button onClick={resume}>{studioMessages.studio.resume}</Button>}
        <Button kind="primary" onClick={() => void stop()}>
          {studioMessages.studio.finish}
        </Button>
      </div>
    );
  }
  const paused = state.phase === 'paused';
  return (
    <div className={styles.controls}>
      <Button kind="bare" className={styles.discard} onClick={() => void discard()}>
        {studioMessages.studio.discard}
      </Button>
      <IconButton
        kind="glass"
        size={56}
        label={paused ? studioMessages.studio.resume : studioMessages.studio.pause}
        onClick={paused ? resume : pause}
      >
        <Icon name={paused ? 'play' : 'pause'} />
      </IconButton>
    </div>
  );
}
