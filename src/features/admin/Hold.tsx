// Says whether something is held as evidence, and lets an admin hold it.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { EvidenceCaseView } from '../../../api/contract/evidence.ts';
import { evidenceMessages } from '../../lib/messages/evidence.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { formatDate } from '../../lib/time.ts';
import { dataOf } from '../../state/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { holdEvidenceAtom } from './actions.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import styles from './dialogs.module.css';
import { caseOf } from './evidence.ts';

const { hold: words } = evidenceMessages;

export interface HoldProps extends Pick<EvidenceCaseView, 'subject' | 'subjectId'> {
  /** As the other dates of its page. */
  showDate?: (iso: string) => string;
}

export function Hold({ subject, subjectId, showDate = formatDate }: HoldProps) {
  const state = useAtomValue(caseOf({ subject, subjectId }));
  const hold = useSetAtom(holdEvidenceAtom);
  const [isAsked, setAsked] = useState(false);
  const found = dataOf(state)?.found ?? null;
  const mayEnd = found?.cause === 'report';
  return (
    <div className={styles.hold}>
      {found !== null && (
        <p role="status" className={styles.meta}>
          {fill(mayEnd ? words.reported : words.held, { date: showDate(found.until) })}
        </p>
      )}
      {state.status === 'failed' && found === null && (
        <p role="status" className={styles.meta}>
          {words.unknown}
        </p>
      )}
      {(found === null || mayEnd) && (
        <Button
          kind="quiet"
          needsServer
          icon={<Icon name="shield" size={18} />}
          disabled={state.status === 'loading'}
          onClick={() => setAsked(true)}
        >
          {words.action}
        </Button>
      )}
      {isAsked && (
        <ConfirmDialog
          title={words.title}
          confirm={words.confirm}
          kind="primary"
          asksLogReason
          onClose={() => setAsked(false)}
          onConfirm={async ({ reason }) => {
            const { code } = await hold({ subject, subjectId, reason });
            return code === null ? null : failureText(code);
          }}
        >
          <p>{words.text}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
