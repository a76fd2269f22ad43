// /record/recorder: the recorder that starts automatically.
import { useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { AutoRecorder } from '../features/recorder/AutoRecorder.tsx';
import { messages } from '../lib/messages.ts';
import { paths } from '../lib/paths.ts';
import { requireAdultAtom } from '../state/adult.ts';
import styles from './RecordPage.module.css';
import { usePageTitle } from './usePageTitle.ts';

export function RecorderPage() {
  usePageTitle(messages.shell.record);
  const navigate = useNavigate();
  const requireAdult = useSetAtom(requireAdultAtom);
  const turn = useCallback(
    (next: 'editor' | 'upload') => void navigate(next === 'editor' ? paths.editor() : paths.upload()),
    [navigate],
  );
  return (
    <div className={styles.page}>
      <AutoRecorder allow={requireAdult} onTurn={turn} />
    </div>
  );
}
