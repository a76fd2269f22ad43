// The decisions, always within reach: fixed to the lower edge. What a rejection or a hand-over still needs to know is
// asked in the same place.
import { useAtomValue, useSetAtom } from 'jotai';
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Asked } from './Asked.tsx';
import styles from './DecisionBar.module.css';
import { questionAtom } from './keys.ts';
import { decideOpenAtom, showAgainAtom } from './opened.ts';
import { confirmAtom, NEW_QUESTION } from './questions.ts';
import { isAdminAtom } from './record.ts';

const words = moderationMessages.moderation;

export function DecisionBar({ row, isLocked }: { row: PendingUploadView; isLocked: boolean }) {
  const decide = useSetAtom(decideOpenAtom);
  const question = useAtomValue(questionAtom);
  const ask = useSetAtom(questionAtom);
  const confirm = useSetAtom(confirmAtom);
  const showAgain = useSetAtom(showAgainAtom);
  const isAdmin = useAtomValue(isAdminAtom);
  return (
    <div className={styles.bar}>
      {question ? (
        <form
          className={styles.question}
          onSubmit={(event) => {
            event.preventDefault();
            confirm();
          }}
        >
          <Asked question={question} title={row.title} />
          <div className={styles.answers}>
            <Button onClick={() => ask(null)}>{messages.card.cancel}</Button>
            <Button
              kind={question.kind === 'reject' ? 'danger' : 'primary'}
              type="submit"
              disabled={isLocked}
            >
              {question.kind === 'reject' ? words.reject : words.escalate}
            </Button>
          </div>
        </form>
      ) : (
        <div className={styles.buttons}>
          {row.review?.isHidden ? (
            <Button kind="bare" onClick={() => void showAgain(row.uploadId)}>
              {words.showAgain}
            </Button>
          ) : (
            <Button kind="bare" disabled={isLocked} onClick={() => decide({ kind: 'hide' })}>
              {words.hide}
            </Button>
          )}
          {!isAdmin && (
            <Button kind="bare" disabled={isLocked} onClick={() => ask(NEW_QUESTION.escalate)}>
              {words.escalate}
            </Button>
          )}
          <Button disabled={isLocked} onClick={() => ask(NEW_QUESTION.reject)}>
            {words.reject}
          </Button>
          <Button
            className={styles.approve}
            icon={<Icon name="check" size={18} />}
            disabled={isLocked}
            onClick={() => decide({ kind: 'approve' })}
          >
            {words.approve}
          </Button>
        </div>
      )}
    </div>
  );
}
