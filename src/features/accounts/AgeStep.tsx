// Step 4: the age question, then everything is sent. A failure is shown here, with a link to the field to change.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { Link } from 'react-router-dom';
import { registrationMessages } from '../../lib/messages/registration.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import {
  changeRegistrationAtom,
  type RegistrationState,
  registerAtom,
  registrationAtom,
  registrationFormAtom,
} from './registration.ts';
import { Step, type StepPageProps } from './Step.tsx';
import styles from './wizard.module.css';

const { age: words, failed, issues, reasons } = registrationMessages;

/** Step and label of the link to a field. */
const WAYS: Readonly<Record<string, [number, string]>> = {
  username: [1, words.changeName],
  password: [2, words.changePassword],
  email: [3, words.changeEmail],
};

export function AgeStep({ onBack, onGo }: StepPageProps) {
  const { isOver18 } = useAtomValue(registrationFormAtom);
  const state = useAtomValue(registrationAtom);
  const change = useSetAtom(changeRegistrationAtom);
  const register = useSetAtom(registerAtom);
  return (
    <Step
      step={4}
      title={words.title}
      isBlocked={!isOver18}
      busy={state.phase === 'sending'}
      needsServer
      proceed={words.submit}
      onBack={onBack}
      onProceed={() => void register()}
    >
      <label className={styles.agree}>
        <input
          type="checkbox"
          name="adult"
          checked={isOver18}
          onChange={(event) => change({ isOver18: event.currentTarget.checked })}
        />
        <span>{words.adult}</span>
      </label>
      <p className={styles.quiet}>{words.kept}</p>
      <p className={styles.legal}>
        <span>{words.legal}</span>
        <Link to={paths.terms()} target="_blank">
          {words.terms}
        </Link>
        <Link to={paths.privacy()} target="_blank">
          {words.privacy}
        </Link>
      </p>
      {state.phase === 'failed' && <Failure state={state} onGo={onGo} />}
    </Step>
  );
}

interface FailureProps {
  state: Extract<RegistrationState, { phase: 'failed' }>;
  onGo: (step: number) => void;
}

function Failure({ state: { code, at }, onGo }: FailureProps) {
  const way = at && WAYS[at.field];
  const reason = at
    ? at.issue in issues && issues[at.issue as keyof typeof issues]
    : code in reasons && reasons[code as keyof typeof reasons];
  return (
    <Notice kind="bad" action={way && <Button onClick={() => onGo(way[0])}>{way[1]}</Button>}>
      <p>{failed}</p>
      {reason && <p>{reason}</p>}
    </Notice>
  );
}
