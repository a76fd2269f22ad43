// At most one message at a time: failure, interruption, storage, warning or level.
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { Interruption } from '../../audio/capture.ts';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Say } from '../../ui/Say.tsx';
import { recorderAtom, remarkAtom, storageWarningAtom } from './atoms.ts';
import styles from './recorder.module.css';
import type { RecorderText } from './recorderText.ts';
import type { VoiceLevel } from './useVoiceMeter.ts';

export interface RecorderStatusProps {
  level: VoiceLevel;
  words: RecorderText;
  /** Asks for the microphone again. */
  onRetry: () => void;
}

export function RecorderStatus({ level, words, onRetry }: RecorderStatusProps) {
  return (
    <div className={styles.status}>
      <Line level={level} words={words} onRetry={onRetry} />
    </div>
  );
}

function causeOf(cause: Interruption, words: RecorderText): string {
  if (cause === 'error') return words.failure('recorder_error');
  return cause === 'stopped' ? words.stopped : words.gone;
}

function Line({ level, words, onRetry }: RecorderStatusProps): ReactNode {
  const state = useAtomValue(recorderAtom);
  const warning = useAtomValue(storageWarningAtom);
  const remark = useAtomValue(remarkAtom);
  const running = state.phase === 'recording' || state.phase === 'paused';
  if (state.phase === 'failed') {
    return (
      <Notice
        kind="bad"
        action={
          <Button onClick={onRetry}>
            <Say text={recorderMessages.recorder.retry} />
          </Button>
        }
      >
        <Say text={words.failure(state.code)} />
        {state.code === 'denied' && (
          <p className={styles.more}>
            <Say text={words.allow} />
          </p>
        )}
      </Notice>
    );
  }
  if (state.phase === 'requesting')
    return (
      <p className={styles.hint}>
        <Say text={words.asking} />
      </p>
    );
  if (state.phase === 'interrupted') {
    return (
      <Notice kind="warn">
        {state.canContinue ? (
          <Say text={state.returned ? words.returned : words.taken} />
        ) : (
          <>
            <Say text={causeOf(state.cause, words)} />
            {state.cause === 'error' && '.'}{' '}
            <Say text={warning === null ? words.savedSoFar : words.inMemoryOnly} />
          </>
        )}
      </Notice>
    );
  }
  if (warning !== null)
    return (
      <Notice kind="warn">
        <Say text={words[warning]} />
      </Notice>
    );
  if (running && remark !== null)
    return (
      <Notice kind="info">
        <Say text={words[remark]} />
      </Notice>
    );
  if (level !== 'ok' && state.phase === 'recording')
    return (
      <Notice kind="warn">
        <Say text={words[level]} />
      </Notice>
    );
  return null;
}
