// Why an upload is rejected, which its maker will read; or what the admins should know.
import { useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { REASON_MAX_LENGTH } from '../../../api/contract/limits.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { fill } from '../../lib/messages.ts';
import { TextArea } from '../../ui/Field.tsx';
import styles from './DecisionBar.module.css';
import { type Question, questionAtom } from './keys.ts';
import { chooseReasonAtom, REJECTION_REASONS } from './questions.ts';

const words = moderationMessages.moderation;

export function Asked({ question, title }: { question: Question; title: string }) {
  const set = useSetAtom(questionAtom);
  const choose = useSetAtom(chooseReasonAtom);
  const root = useRef<HTMLDivElement>(null);
  // The question was asked by a press: the focus goes where it is answered.
  useEffect(() => {
    root.current?.querySelector<HTMLElement>('input:checked, textarea')?.focus({ preventScroll: true });
  }, []);
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
  return (
    <div ref={root} className={styles.asked}>
      <fieldset className={styles.reasons}>
        <legend className={styles.legend}>{fill(words.rejectTitle, { title })}</legend>
        {REJECTION_REASONS.map((each, index) => (
          <label key={each} className={styles.reason}>
            <input
              type="radio"
              name="reason"
              checked={question.reason === index && question.own.trim() === ''}
              onChange={() => choose(index)}
            />
            <kbd className={styles.digit}>{index + 1}</kbd>
            <span>{each}</span>
          </label>
        ))}
      </fieldset>
      <TextArea
        label={words.ownReason}
        rows={1}
        maxLength={REASON_MAX_LENGTH}
        value={question.own}
        count={{ length: question.own.length, max: REASON_MAX_LENGTH }}
        onChange={(event) => set({ ...question, own: event.currentTarget.value })}
      />
    </div>
  );
}
