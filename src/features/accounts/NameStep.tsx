// Step 1: the name, and whether it is available.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { usernameIssue } from '../../../api/contract/credentials.ts';
import type { FieldIssue } from '../../../api/contract/errors.ts';
import { USERNAME_MAX_LENGTH } from '../../../api/contract/limits.ts';
import { registrationMessages } from '../../lib/messages/registration.ts';
import { fill } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { checkNameAtom, nameCheckAtom } from './nameCheck.ts';
import { changeRegistrationAtom, registrationFormAtom } from './registration.ts';
import { Step, type StepPageProps } from './Step.tsx';
import styles from './wizard.module.css';

const { name: words, issues } = registrationMessages;
const issueText = (issue: FieldIssue): string =>
  issue in issues ? issues[issue as keyof typeof issues] : issues.other;

export function NameStep({ onBack, onNext }: StepPageProps) {
  const { username } = useAtomValue(registrationFormAtom);
  const check = useAtomValue(nameCheckAtom);
  const change = useSetAtom(changeRegistrationAtom);
  const ask = useSetAtom(checkNameAtom);
  const [left, setLeft] = useState(false);
  const written = usernameIssue(username);
  const isAsked = check.status !== 'idle' && check.name === username;
  const refused = isAsked && check.status === 'refused' ? check.issue : null;
  // Checks a name left from an earlier visit; an existing answer stays.
  useEffect(() => {
    if (written === null && !isAsked) void ask(username);
  }, [written, isAsked, username, ask]);
  const isEarly = written === 'too_short' && !left;
  const issue = username === '' || isEarly ? null : (written ?? refused);
  const isPending = written === null && (!isAsked || check.status === 'checking');
  // If the user continues before the answer arrives, proceed with it, provided the name is unchanged.
  const [eager, setEager] = useState<string | null>(null);
  const isReady = eager === username && !isPending && refused === null;
  useEffect(() => {
    if (!isReady) return;
    setEager(null);
    onNext();
  }, [isReady, onNext]);
  return (
    <Step
      step={1}
      title={words.title}
      isBlocked={written !== null || isPending || refused !== null}
      onEager={() => isPending && setEager(username)}
      onBack={onBack}
      onProceed={onNext}
      aside={
        <Link to={paths.login()} className={buttonClass('bare')}>
          {words.toLogin}
        </Link>
      }
    >
      <Field
        label={words.label}
        name="username"
        value={username}
        hint={words.hint}
        error={issue && issueText(issue)}
        maxLength={USERNAME_MAX_LENGTH}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        required
        onChange={(event) => change({ username: event.currentTarget.value })}
        onBlur={() => setLeft(true)}
        after={<span className={styles.letters}>{fill(words.counter, { n: username.length })}</span>}
      />
      <p role="status" className={styles.status}>
        {isAsked && check.status === 'checking' && words.checking}
        {isAsked && check.status === 'unknown' && words.unknown}
        {isAsked && check.status === 'free' && (
          <span className={styles.free}>
            <Icon name="check" size={16} />
            {words.free}
          </span>
        )}
      </p>
    </Step>
  );
}
