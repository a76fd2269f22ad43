// Asks what happens to a guest's content, once the password is verified. Neither answer is the default: one ties
// recordings to a name, the other leaves them behind.
import { useEffect, useId, useRef } from 'react';
import type { GuestRows } from '../../../api/contract/accounts.ts';
import { accountMessages } from '../../lib/messages/accounts.ts';
import { Button } from '../../ui/Button.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import styles from './accounts.module.css';

export interface GuestQuestionProps {
  /** The answer being sent. */
  sending: GuestRows | null;
  onAnswer: (answer: GuestRows) => void;
}

const ANSWERS: readonly [GuestRows, string][] = [
  ['keep', accountMessages.accounts.guestKeep],
  ['leave', accountMessages.accounts.guestLeave],
];

export function GuestQuestion({ sending, onAnswer }: GuestQuestionProps) {
  const question = useRef<HTMLHeadingElement>(null);
  const id = useId();
  // Focuses the question, not an answer: a second press of Enter must not decide.
  useEffect(() => question.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out in the form's grid
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-text`} className={styles.question}>
      <h2 id={id} ref={question} tabIndex={-1}>
        {accountMessages.accounts.guestQuestion}
      </h2>
      <p id={`${id}-text`} className={styles.text}>
        {accountMessages.accounts.guestQuestionText}
      </p>
      <OfflineNote />
      {ANSWERS.map(([answer, label]) => (
        <Button
          key={answer}
          wide
          needsServer
          busy={sending === answer}
          disabled={sending !== null && sending !== answer}
          onClick={() => onAnswer(answer)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
