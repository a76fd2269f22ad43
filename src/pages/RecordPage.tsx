// /record: record something, or bring a file; unfinished takes wait below.
import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { OutboxList } from '../features/publish/OutboxList.tsx';
import { recorderAtom } from '../features/recorder/atoms.ts';
import { Drafts } from '../features/recorder/Drafts.tsx';
import { draftsAtom } from '../features/recorder/drafts.ts';
import { RecorderPanel } from '../features/recorder/RecorderPanel.tsx';
import { RecordOptions } from '../features/recorder/RecordOptions.tsx';
import { paths } from '../lib/paths.ts';
import { requireAdultAtom } from '../state/adult.ts';
import styles from './RecordPage.module.css';

export function RecordPage() {
  const navigate = useNavigate();
  const { phase } = useAtomValue(recorderAtom);
  const requireAdult = useSetAtom(requireAdultAtom);
  const toEditor = useCallback(() => void navigate(paths.editor()), [navigate]);
  // A take that was cut off comes before everything else.
  const cutOff = useAtomValue(draftsAtom).some((draft) => draft.interrupted);
  const resting = phase === 'idle' || phase === 'failed';
  return (
    <div className={styles.page}>
      <RecorderPanel allow={requireAdult} onFinished={toEditor} />
      {resting && (
        <>
          <div className={cutOff ? styles.early : undefined}>
            <Drafts onOpened={toEditor} />
          </div>
          <RecordOptions onPicked={() => void navigate(paths.upload())} />
          <OutboxList onMend={() => void navigate(paths.upload())} />
        </>
      )}
    </div>
  );
}
