// Uploads that this device has not sent yet: part of what waits, but nobody can decide about them here.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { messages } from '../../lib/messages.ts';
import { lookForUploadsAtom } from '../../state/waitingUploads.ts';
import { localRowsAtom } from './localRows.ts';
import styles from './Queue.module.css';

export function LocalRows() {
  const rows = useAtomValue(localRowsAtom);
  const look = useSetAtom(lookForUploadsAtom);
  useEffect(() => void look(), [look]);
  if (rows.length === 0) return null;
  return (
    <ul className={styles.rows}>
      {rows.map(({ uploadId, title }) => (
        <li key={uploadId} className={styles.localRow} data-local={uploadId}>
          <span className={styles.rowTitle}>{title || messages.card.untitled}</span>
          <span className={styles.quiet}>{moderationMessages.moderation.onlyHere}</span>
        </li>
      ))}
    </ul>
  );
}
