// Toolbar above the queue: count, refresh, server test, auto-approval notice.
import { useAtomValue, useSetAtom } from 'jotai';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { shareMessages } from '../../lib/messages/share.ts';
import { fill } from '../../lib/messages.ts';
import { autoApproveAtom } from '../../state/autoApprove.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { queueAtom, queueStatusAtom, serverTestAtom, sortQueueAtom, testServerAtom } from './list.ts';
import styles from './Queue.module.css';

const words = moderationMessages.moderation;

export function QueueTools() {
  const waiting = useAtomValue(queueAtom).length;
  // Unknown until the first answer.
  const isKnown = useAtomValue(queueStatusAtom).status === 'ready' || waiting > 0;
  const mode = useAtomValue(autoApproveAtom);
  const sort = useSetAtom(sortQueueAtom);
  const test = useAtomValue(serverTestAtom);
  const testServer = useSetAtom(testServerAtom);
  return (
    <div className={styles.tools}>
      <div className={styles.toolRow}>
        <span className={waiting > 0 ? styles.count : styles.none} data-count={waiting}>
          {isKnown ? fill(words.waiting, { n: waiting }) : '…'}
        </span>
        <Button kind="bare" onClick={() => void sort()}>
          {words.refresh}
        </Button>
        <Button kind="bare" busy={test.status === 'asking'} onClick={() => void testServer()}>
          {words.serverTest}
        </Button>
      </div>
      {test.status === 'answered' && (
        <Notice kind="good">{fill(words.serverAnswers, { n: test.count })}</Notice>
      )}
      {test.status === 'failed' && (
        <Notice kind="bad">
          <span lang="de">{moderationMessages.admin.serverFailed}</span>
        </Notice>
      )}
      {mode.on && mode.status !== 'unknown' && (
        <Notice kind="good">{shareMessages.share.autoApproval}</Notice>
      )}
    </div>
  );
}
