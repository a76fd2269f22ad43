// /record/recorder: the recorder that starts automatically.
import { useSetAtom } from 'jotai';
import { AutoRecorder } from '../features/recorder/AutoRecorder.tsx';
import { messages } from '../lib/messages.ts';
import { requireAdultAtom } from '../state/adult.ts';
import styles from './RecordPage.module.css';
import { usePageTitle } from './usePageTitle.ts';
import { useTurn } from './useTurn.ts';

export function RecorderPage() {
  usePageTitle(messages.shell.record);
  const requireAdult = useSetAtom(requireAdultAtom);
  const turn = useTurn();
  return (
    <div className={styles.page}>
      <AutoRecorder allow={requireAdult} onTurn={turn} />
    </div>
  );
}
