// A problem with the finished take, and a download that always works.
import { useAtomValue, useSetAtom } from 'jotai';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Say } from '../../ui/Say.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { finishedTakeAtom, problemAtom, type RecorderFailure } from './atoms.ts';
import type { RecorderText } from './recorderText.ts';
import { copyOfTakeAtom } from './save.ts';
import styles from './take.module.css';

/** Problems that a retry may fix. */
const RETRYABLE = new Set<RecorderFailure>(['save_failed', 'prepare_failed']);

export interface TakeProblemProps {
  words: RecorderText;
  onRetry: () => void;
}

export function TakeProblem({ words, onRetry }: TakeProblemProps) {
  const problem = useAtomValue(problemAtom);
  const onlyMemory = useAtomValue(finishedTakeAtom)?.takeId === null;
  const copy = useSetAtom(copyOfTakeAtom);
  if (problem === null && !onlyMemory) return null;
  const download = async () => {
    const made = await copy();
    if (made) saveFile(made.file, made.name);
  };
  return (
    <div className={styles.problem}>
      <Notice
        kind={problem ? 'bad' : 'warn'}
        action={
          problem !== null && RETRYABLE.has(problem.code) ? (
            <Button onClick={onRetry}>
              <Say text={recorderMessages.recorder.retry} />
            </Button>
          ) : undefined
        }
      >
        {problem ? (
          <Say text={words.failure(problem.code)} values={{ reason: problem.reason ?? '' }} />
        ) : (
          <Say text={words.onlyMemory} />
        )}
      </Notice>
      <Button wide onClick={() => void download()}>
        <Say text={words.saveCopy} />
      </Button>
    </div>
  );
}
