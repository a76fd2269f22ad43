// The decision buttons, fixed to the lower edge, and the form for a rejection or an escalation.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { REASON_MAX_LENGTH } from '../../../api/contract/limits.ts';
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import { formatDuration } from '../../lib/format.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { fill, messages } from '../../lib/messages.ts';
import { rulesAtom } from '../../state/rules.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, TextArea } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { RuleChoice } from '../../ui/RuleChoice.tsx';
import { useBarRoom } from '../../ui/useBarRoom.ts';
import styles from './DecisionBar.module.css';
import { decideOpenAtom, showAgainAtom } from './opened.ts';
import {
  askEscalationAtom,
  askRejectionAtom,
  confirmAtom,
  hasMoment,
  momentOf,
  type Question,
  questionAtom,
} from './questions.ts';
import { isAdminAtom } from './record.ts';

const words = moderationMessages.moderation;
/** `h:mm:ss` and some to spare. */
const MOMENT_MAX_LENGTH = 12;

export function DecisionBar({ row, isLocked }: { row: PendingUploadView; isLocked: boolean }) {
  const decide = useSetAtom(decideOpenAtom);
  const question = useAtomValue(questionAtom);
  const setQuestion = useSetAtom(questionAtom);
  const askRejection = useSetAtom(askRejectionAtom);
  const askEscalation = useSetAtom(askEscalationAtom);
  const confirm = useSetAtom(confirmAtom);
  const showAgain = useSetAtom(showAgainAtom);
  const isAdmin = useAtomValue(isAdminAtom);
  const bar = useBarRoom();
  return (
    <div ref={bar} className={styles.bar}>
      {question ? (
        <form
          className={styles.question}
          onSubmit={(event) => {
            event.preventDefault();
            confirm();
          }}
        >
          <Asked question={question} row={row} />
          <div className={styles.answers}>
            <Button onClick={() => setQuestion(null)}>{messages.card.cancel}</Button>
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
            <Button kind="bare" disabled={isLocked} onClick={() => askEscalation()}>
              {words.escalate}
            </Button>
          )}
          <Button disabled={isLocked} onClick={() => askRejection()}>
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

/** The rule, the moment and the reason of a rejection, which the uploader will read; or a message to the admins. */
function Asked({ question, row }: { question: Question; row: PendingUploadView }) {
  const set = useSetAtom(questionAtom);
  const rules = useAtomValue(rulesAtom);
  const hasRules = rules !== null;
  const root = useRef<HTMLDivElement>(null);
  // A press opened the question: focus its field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rules may arrive after the question
  useEffect(() => {
    root.current?.querySelector<HTMLElement>('input:checked, textarea')?.focus({ preventScroll: true });
  }, [hasRules]);
  if (question.kind === 'escalate') {
    return (
      <div ref={root} className={styles.asked}>
        <p className={styles.legend}>{words.escalateTitle}</p>
        <TextArea
          label={words.note}
          rows={2}
          maxLength={REASON_MAX_LENGTH}
          value={question.note}
          count={{ length: question.note.length, max: REASON_MAX_LENGTH }}
          onChange={(event) => set({ kind: 'escalate', note: event.currentTarget.value })}
        />
      </div>
    );
  }
  const isOutside = Number.isNaN(momentOf(question.from, row.duration));
  return (
    <div ref={root} className={styles.asked}>
      {rules === null ? (
        <p className={styles.legend}>{words.rulesLoading}</p>
      ) : (
        <RuleChoice
          rules={rules}
          legend={fill(words.rejectTitle, { title: row.title })}
          value={question.ruleId}
          onChoose={(ruleId) => set({ ...question, ruleId })}
        />
      )}
      <div className={styles.facts}>
        {hasMoment(row) && (
          <Field
            label={words.from}
            value={question.from}
            maxLength={MOMENT_MAX_LENGTH}
            autoComplete="off"
            error={isOutside ? fill(words.fromOutside, { time: formatDuration(row.duration) }) : null}
            onChange={(event) => set({ ...question, from: event.currentTarget.value })}
          />
        )}
        <TextArea
          label={words.ownReason}
          rows={1}
          maxLength={REASON_MAX_LENGTH}
          value={question.own}
          count={{ length: question.own.length, max: REASON_MAX_LENGTH }}
          onChange={(event) => set({ ...question, own: event.currentTarget.value })}
        />
      </div>
    </div>
  );
}
