// What a person should know right now, at most one line at a time: what failed, what was interrupted, what is quiet.
import { useAtomValue, useSetAtom } from 'jotai';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Say } from '../../ui/Say.tsx';
import { recorderAtom, resetRecorderAtom, storageWarningAtom } from './atoms.ts';
import { failureMessage } from './failures.ts';
import styles from './recorder.module.css';

export function RecorderStatus({ quiet }: { quiet: boolean }) {
  const state = useAtomValue(recorderAtom);
  const warning = useAtomValue(storageWarningAtom);
  const reset = useSetAtom(resetRecorderAtom);
  if (state.phase === 'failed') {
    return (
      <Notice
        kind="bad"
        action={
          <Button kind="bare" onClick={reset}>
            <Say text={recorderMessages.recorder.retry} />
          </Button>
        }
      >
        <Say text={failureMessage(state.code)} />
        {state.code === 'denied' && <p className={styles.more}>{studioMessages.studio.allowMicrophone}</p>}
      </Notice>
    );
  }
  if (state.phase === 'requesting')
    return <p className={styles.hint}>{studioMessages.studio.askingForMicrophone}</p>;
  if (state.phase === 'interrupted') {
    return (
      <Notice kind="warn">
        {state.canContinue ? studioMessages.studio.microphoneTaken : studioMessages.studio.microphoneGone}
      </Notice>
    );
  }
  if (warning !== null) {
    return (
      <Notice kind="warn">
        {warning === 'full' ? studioMessages.studio.storageFull : studioMessages.studio.storageUnavailable}
      </Notice>
    );
  }
  if (quiet && state.phase === 'recording') return <Notice kind="warn">{studioMessages.studio.quiet}</Notice>;
  return null;
}
