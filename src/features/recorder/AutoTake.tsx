// After the stop on `/record/recorder`: listen, discard and record again, or save. Saves itself unless touched.
import { useAtomValue, useSetAtom } from 'jotai';
import { formatTimer } from '../../lib/format.ts';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { languageOf } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Say } from '../../ui/Say.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { SaveRing, useAutoSave } from './AutoSave.tsx';
import { finishedTakeAtom, problemAtom, recorderAtom } from './atoms.ts';
import { isPreviewingAtom, stopPreviewAtom, togglePreviewAtom } from './preview.ts';
import { germanText } from './recorderText.ts';
import { saveTakeAtom } from './save.ts';
import { TakeProblem } from './TakeProblem.tsx';
import { TakeThumb } from './TakeThumb.tsx';
import styles from './take.module.css';

const words = recorderMessages.recorderPage;

/** `onAgain` discards the take and starts the next. */
export function AutoTake({ onAgain }: { onAgain: () => void }) {
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
  const label = listening ? words.stopListening : words.listen;
  const again = () => {
    stopListening();
    onAgain();
  };
  return (
    <div className={styles.take}>
      <div className={styles.sound}>
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
      <p className={styles.length}>{formatTimer(take.seconds)}</p>
      <TakeProblem words={germanText} onRetry={() => void save()} />
      <div className={styles.pair}>
        <Button onClick={again}>
          <Say text={words.discard} />
        </Button>
        <SaveRing running={counting}>
          <Button kind="primary" wide onClick={() => void save()}>
            <Say text={words.save} />
          </Button>
        </SaveRing>
      </div>
      <span className="spoken" role="status">
        {counting && <Say text={words.saveSoon} />}
      </span>
    </div>
  );
}
