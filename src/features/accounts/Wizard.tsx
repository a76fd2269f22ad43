// The registration wizard: four questions, then a welcome. Each step is a history entry, so that the phone's Back
// goes one step back.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { usernameIssue } from '../../../api/contract/credentials.ts';
import type { FieldIssue } from '../../../api/contract/errors.ts';
import { USERNAME_MAX_LENGTH } from '../../../api/contract/limits.ts';
import { registrationMessages } from '../../lib/messages/registration.ts';
import { fill } from '../../lib/messages.ts';
import { FROM_TOP, paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { AgeStep } from './AgeStep.tsx';
import { commonPasswordsAtom, loadCommonPasswordsAtom } from './commonPasswords.ts';
import { NewPassword } from './NewPassword.tsx';
import { checkNameAtom, nameCheckAtom } from './nameCheck.ts';
import { RecoveryCode } from './RecoveryCode.tsx';
import {
  beginRegistrationAtom,
  changeRegistrationAtom,
  leaveRegistrationAtom,
  passwordRefusalAtom,
  registrationAtom,
  registrationFormAtom,
} from './registration.ts';
import { emailIssue, isStepMet, reachableStep, STEPS } from './registrationRules.ts';
import { Step, type StepPageProps, StepProgress } from './Step.tsx';
import styles from './wizard.module.css';

const {
  name: nameTexts,
  done: texts,
  code: codeTexts,
  email: emailTexts,
  password: passwordTexts,
  issues,
} = registrationMessages;
const issueText = (issue: FieldIssue): string =>
  issue in issues ? issues[issue as keyof typeof issues] : issues.other;

function NameStep({ onBack, onNext }: StepPageProps) {
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
      title={nameTexts.title}
      isBlocked={written !== null || isPending || refused !== null}
      onEager={() => isPending && setEager(username)}
      onBack={onBack}
      onProceed={onNext}
      aside={
        <Link to={paths.login()} className={buttonClass('bare')}>
          {nameTexts.toLogin}
        </Link>
      }
    >
      <Field
        label={nameTexts.label}
        name="username"
        value={username}
        hint={nameTexts.hint}
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
        after={<span className={styles.letters}>{fill(nameTexts.counter, { n: username.length })}</span>}
      />
      <p role="status" className={styles.status}>
        {isAsked && check.status === 'checking' && nameTexts.checking}
        {isAsked && check.status === 'unknown' && nameTexts.unknown}
        {isAsked && check.status === 'free' && (
          <span className={styles.free}>
            <Icon name="check" size={16} />
            {nameTexts.free}
          </span>
        )}
      </p>
    </Step>
  );
}

const STEP_PAGES = [NameStep, PasswordStep, EmailStep, AgeStep];

const askedStep = (state: unknown): number => {
  const { step } = Object(state) as { step?: unknown };
  return typeof step === 'number' ? step : 1;
};

export function Wizard() {
  const state = useAtomValue(registrationAtom);
  const form = useAtomValue(registrationFormAtom);
  const common = useAtomValue(commonPasswordsAtom);
  const loadCommon = useSetAtom(loadCommonPasswordsAtom);
  const begin = useSetAtom(beginRegistrationAtom);
  const leave = useSetAtom(leaveRegistrationAtom);
  const navigate = useNavigate();
  const asked = askedStep(useLocation().state);
  const isDone = state.phase === 'done';
  const step = reachableStep(asked, form, common);
  useEffect(() => void loadCommon(), [loadCommon]);
  useEffect(() => {
    begin();
    return () => leave();
  }, [begin, leave]);
  useEffect(() => {
    if (!isDone && step !== asked)
      navigate(paths.register(), { replace: true, state: { ...FROM_TOP, step } });
  }, [isDone, step, asked, navigate]);
  const go = (next: number) => navigate(paths.register(), { state: { ...FROM_TOP, step: next } });
  const StepPage = STEP_PAGES[step - 1] ?? NameStep;
  return (
    <div lang="de" className={styles.wizard}>
      {isDone ? (
        <Welcome username={state.me.username} code={state.recoveryCode} />
      ) : (
        <StepPage
          onBack={() => (step === 1 ? navigate(paths.home()) : navigate(-1))}
          onNext={() => go(step + 1)}
          onGo={go}
        />
      )}
    </div>
  );
}

/** Step 5: confirms the registration and shows the recovery code. */
function Welcome({ username, code }: { username: string; code: string }) {
  const navigate = useNavigate();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.step}>
      <StepProgress step={STEPS} />
      <h1 ref={title} tabIndex={-1}>
        {texts.welcome}
      </h1>
      <p className={styles.quiet}>{fill(texts.text, { name: username })}</p>
      <RecoveryCode words={codeTexts} username={username} code={code} />
      <Button kind="primary" wide onClick={() => navigate(paths.home(), { replace: true })}>
        {texts.toApp}
      </Button>
    </div>
  );
}

/** Step 2: the password, twice. */
function PasswordStep({ onBack, onNext }: StepPageProps) {
  const form = useAtomValue(registrationFormAtom);
  const common = useAtomValue(commonPasswordsAtom);
  const refusal = useAtomValue(passwordRefusalAtom);
  const change = useSetAtom(changeRegistrationAtom);
  const isCommon = refusal === 'too_common' || common.has(form.password.toLowerCase());
  return (
    <Step
      step={2}
      title={passwordTexts.title}
      isBlocked={!isStepMet(2, form, common) || refusal !== null}
      onBack={onBack}
      onProceed={onNext}
    >
      <NewPassword
        words={passwordTexts}
        password={form.password}
        confirmation={form.confirmPassword}
        username={form.username}
        error={isCommon ? issues.too_common : refusal && issues.other}
        onChange={change}
      />
    </Step>
  );
}

/** Step 3: an optional email address. */
function EmailStep({ onBack, onNext }: StepPageProps) {
  const { email } = useAtomValue(registrationFormAtom);
  const change = useSetAtom(changeRegistrationAtom);
  const [left, setLeft] = useState(false);
  const isWrong = emailIssue(email) !== null;
  const skip = () => {
    change({ email: '' });
    onNext();
  };
  return (
    <Step
      step={3}
      title={emailTexts.title}
      isBlocked={isWrong}
      onBack={onBack}
      onProceed={onNext}
      aside={
        <Button kind="bare" onClick={skip}>
          {emailTexts.skip}
        </Button>
      }
    >
      <Field
        label={emailTexts.label}
        type="email"
        name="email"
        value={email}
        hint={emailTexts.hint}
        error={isWrong && left ? issues.wrong_format : null}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        onChange={(event) => change({ email: event.currentTarget.value })}
        onBlur={() => setLeft(true)}
      />
    </Step>
  );
}
