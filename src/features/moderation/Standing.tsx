// Status line: a decision that can still be undone, the last outcome, unsent decisions, a suggested break.
import { useAtomValue, useSetAtom } from 'jotai';
import { useContext, useState } from 'react';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { fill, messages } from '../../lib/messages.ts';
import { formatClock } from '../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import { OnlineContext } from '../../ui/online.ts';
import { decidedCountAtom, heldAtom, lastOutcomeAtom, unsentCountAtom } from './decisions.ts';
import { queueAtom, queueStatusAtom } from './list.ts';
import { undoLastAtom } from './opened.ts';
import styles from './Queue.module.css';

const BREAK_AFTER = 25;
const words = moderationMessages.moderation;

export function Standing() {
  const held = useAtomValue(heldAtom).findLast(({ isSending }) => !isSending);
  const outcome = useAtomValue(lastOutcomeAtom);
  const unsent = useAtomValue(unsentCountAtom);
  const status = useAtomValue(queueStatusAtom);
  const isEmpty = useAtomValue(queueAtom).length === 0;
  const decided = useAtomValue(decidedCountAtom);
  const undo = useSetAtom(undoLastAtom);
  const isOnline = useContext(OnlineContext);
  const [rested, setRested] = useState(0);
  const isTired = decided - rested >= BREAK_AFTER;
  return (
    <div className={styles.standing}>
      <div className={styles.outcome} data-outcome>
        <span role="status" className={styles.said}>
          {held ? (
            <>
              <span className={styles.leaving}>
                {fill(words.willBe[held.about.verdict.kind], { title: held.about.row.title })}
              </span>
              <span key={held.id} className={styles.fuse} />
              <button type="button" className={styles.undo} onClick={() => undo()}>
                {messages.shell.undo}
              </button>
            </>
          ) : unsent > 0 ? (
            <span className={styles.unsent}>{fill(words.notSent, { n: unsent })}</span>
          ) : (
            outcome && <span data-done>{fill(words.done[outcome.kind], { title: outcome.title })}</span>
          )}
        </span>
        {!held && unsent === 0 && status.status === 'ready' && (
          <span className={styles.quiet}>
            {fill(words.refreshed, { time: formatClock(new Date(status.at)) })}
          </span>
        )}
      </div>
      {(status.status === 'ready' || !isEmpty) && <OfflineNote text={moderationMessages.offline.decisions} />}
      {isOnline && status.status === 'failed' && !isEmpty && (
        <Notice kind="bad">
          <span lang="de">{moderationMessages.admin.serverFailed}</span>
        </Notice>
      )}
      {isTired && (
        <Notice
          kind="info"
          action={
            <Button kind="bare" onClick={() => setRested(decided)}>
              {words.breakGo}
            </Button>
          }
        >
          {fill(words.breakTitle, { n: decided })}
        </Notice>
      )}
    </div>
  );
}
