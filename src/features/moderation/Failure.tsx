// Why a decision failed.
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { failureText } from '../../lib/messages.ts';
import { Say } from '../../ui/Say.tsx';
import type { FailureReason } from './decisions.ts';
import styles from './QueueRow.module.css';

const { admin, moderation } = moderationMessages;
const TEXTS: Readonly<Record<FailureReason, string>> = {
  approve: admin.approveFailed,
  reject: moderation.rejectFailed,
  escalate: moderation.decideFailed,
  hide: moderation.decideFailed,
  missing: admin.uploadMissing,
  changed: failureText('version_changed'),
  claimed: moderation.nowClaimed,
  own: moderation.ownCase,
};

export function Failure({ reason }: { reason: FailureReason }) {
  return (
    <p className={styles.failed} role="alert" data-failure={reason}>
      <Say text={TEXTS[reason]} />
    </p>
  );
}
