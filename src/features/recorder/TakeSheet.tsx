// After the stop on `/record`: listen, then edit, publish, record again or keep for later. The take is already stored;
// the editor opens by itself unless touched, and closing the sheet keeps the take.
import { useAtomValue, useSetAtom } from 'jotai';
import { formatDuration } from '../../lib/format.ts';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Say } from '../../ui/Say.tsx';
import { SaveRing, useAutoSave } from './AutoSave.tsx';
import { finishedTakeAtom, problemAtom, recorderAtom } from './atoms.ts';
import { levelLogAtom } from './levelLog.ts';
import { isPreviewingAtom, togglePreviewAtom } from './preview.ts';
import { englishText } from './recorderText.ts';
import { keepForLaterAtom, recordAgainAtom, saveTakeAtom } from './save.ts';
import { TakeProblem } from './TakeProblem.tsx';
import { TakeThumb } from './TakeThumb.tsx';
import styles from './take.module.css';

const { take: words } = recorderMessages;

export function TakeSheet() {
  const { phase } = useAtomValue(recorderAtom);
  const take = useAtomValue(finishedTakeAtom);
  const problem = useAtomValue(problemAtom);
  const verdict = useAtomValue(levelLogAtom).verdict();
  const listening = useAtomValue(isPreviewingAtom);
  const listen = useSetAtom(togglePreviewAtom);
  const save = useSetAtom(saveTakeAtom);
  const keep = useSetAtom(keepForLaterAtom);
  const again = useSetAtom(recordAgainAtom);
  const open = phase === 'finished' && take !== null;
  // After a problem, or when the take is only in memory, nothing happens by itself.
  const counting = useAutoSave(open && problem === null && take.takeId !== null, () => void save());
  return (
    <Sheet open={open} onClose={() => void keep()} title={words.title}>
      {take && (
        <div className={styles.take}>
          <div className={styles.sound}>
            <IconButton
              kind="glass"
              size={48}
              label={listening ? words.stop : words.play}
              onClick={() => void listen()}
            >
              <Icon name={listening ? 'stop' : 'play'} />
            </IconButton>
            <TakeThumb />
          </div>
          <p className={styles.facts}>
            <strong>{formatDuration(take.seconds)}</strong>
            {verdict && ` · ${words.loudness[verdict]}`}
          </p>
          <TakeProblem words={englishText} onRetry={() => void save()} />
          <div className={styles.ways}>
            <SaveRing running={counting}>
              <Button kind="primary" wide onClick={() => void save()}>
                {words.edit}
              </Button>
            </SaveRing>
            <Button wide onClick={() => void save('upload')}>
              {words.publish}
            </Button>
          </div>
          <div className={styles.pair}>
            <Button kind="bare" onClick={() => void again()}>
              {words.again}
            </Button>
            <Button kind="bare" onClick={() => void keep()}>
              {words.later}
            </Button>
          </div>
          <span className="spoken" role="status">
            {counting && <Say text={words.editSoon} />}
          </span>
        </div>
      )}
    </Sheet>
  );
}
