// Head of the queue: how many wait, the mode, a fresh look.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { autoApproveAtom, setAutoApproveAtom } from '../../state/autoApprove.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { loadQueueAtom, queueAtom } from './atoms.ts';
import styles from './moderation.module.css';
import { stopPreviewAtom } from './preview.ts';
import { Queue } from './Queue.tsx';

export function ModeratorRoom() {
  const waiting = useAtomValue(queueAtom).length;
  const mode = useAtomValue(autoApproveAtom);
  const setMode = useSetAtom(setAutoApproveAtom);
  const load = useSetAtom(loadQueueAtom);
  const stopPreview = useSetAtom(stopPreviewAtom);
  useEffect(() => () => stopPreview(), [stopPreview]);
  return (
    <>
      <header className={styles.head}>
        <h2 lang="de" className={styles.title}>
          {moderationMessages.admin.queue}
          <span className={waiting > 0 ? styles.count : styles.none}>{waiting}</span>
        </h2>
        <div className={styles.headActions}>
          <Button kind="bare" onClick={() => void load()}>
            {moderationMessages.moderation.refresh}
          </Button>
        </div>
      </header>
      <div className={styles.mode}>
        <Switch
          label={moderationMessages.moderation.autoApprove}
          hint={moderationMessages.moderation.autoApproveHint}
          checked={mode.on}
          disabled={mode.status === 'unknown' || mode.status === 'changing'}
          onChange={(on) => void setMode(on)}
        />
        {mode.status === 'failed' && (
          <Notice kind="bad">{moderationMessages.moderation.autoApproveFailed}</Notice>
        )}
      </div>
      <Queue />
    </>
  );
}
