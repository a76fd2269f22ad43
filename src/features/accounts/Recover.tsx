// Recovery without a password: the recovery code sets a new one, and a new code replaces it.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { GuestRows } from '../../../api/contract/accounts.ts';
import { accountMessages } from '../../lib/messages/accounts.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { failureText } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import styles from './accounts.module.css';
import {
  type CredentialState,
  credentialStateAtom,
  dropCredentialsAtom,
  recoverAtom,
  retypeAtom,
} from './credentials.ts';
import { GuestQuestion } from './GuestQuestion.tsx';
import { NewPassword } from './NewPassword.tsx';
import { RecoveryCode } from './RecoveryCode.tsx';
import { useNewPassword } from './useNewPassword.ts';

const { recover: words, code: codeWords, newPassword } = accountMessages;

export function Recover() {
  const state = useAtomValue(credentialStateAtom);
  const send = useSetAtom(recoverAtom);
  const drop = useSetAtom(dropCredentialsAtom);
  const retype = useSetAtom(retypeAtom);
  const [username, setUsername] = useState('');
  const [recoveryCode, setCode] = useState('');
  const next = useNewPassword(state);
  useEffect(() => () => drop(), [drop]);
  const isReady = username.trim() !== '' && recoveryCode.trim() !== '' && next.isReady;
  const recover = (guestRows?: GuestRows) => {
    const body = { username: username.trim(), recoveryCode: recoveryCode.trim(), newPassword: next.password };
    void send({ ...body, ...(guestRows ? { guestRows } : {}) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && (state.phase === 'open' || state.phase === 'failed')) recover();
  };
  if (state.phase === 'coded') return <Back username={state.username} code={state.recoveryCode} />;
  const type = (set: (value: string) => void) => (event: { currentTarget: { value: string } }) => {
    set(event.currentTarget.value);
    retype();
  };
  const sending = state.phase === 'sending' ? state.answer : null;
  return (
    <form className={styles.login} onSubmit={submit} noValidate>
      <h1>{words.title}</h1>
      <p className={styles.text}>{words.text}</p>
      <Field
        label={moderationMessages.moderation.username}
        name="name"
        value={username}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        onChange={type(setUsername)}
      />
      <Field
        label={words.code}
        name="code"
        value={recoveryCode}
        hint={words.codeHint}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        required
        onChange={type(setCode)}
      />
      <NewPassword
        words={newPassword}
        password={next.password}
        confirmation={next.confirmation}
        username={null}
        error={next.error}
        onChange={(change) => {
          next.change(change);
          retype();
        }}
      />
      <Failure state={state} />
      {state.phase === 'asking' || sending !== null ? (
        <GuestQuestion sending={sending} onAnswer={recover} />
      ) : (
        <SubmitButton busy={state.phase === 'sending'} disabled={!isReady}>
          {words.send}
        </SubmitButton>
      )}
      <p className={styles.text}>{words.noCode}</p>
    </form>
  );
}

function Failure({ state }: { state: CredentialState }) {
  if (state.phase === 'failed' && state.issue === null) {
    return (
      <Notice kind="bad">{state.code === 'wrong_credentials' ? words.wrong : failureText(state.code)}</Notice>
    );
  }
  if (state.phase === 'asking' && state.failure !== null) {
    return <Notice kind="bad">{failureText(state.failure)}</Notice>;
  }
  return null;
}

function Back({ username, code }: { username: string; code: string }) {
  return (
    <div className={styles.login}>
      <h1>{words.doneTitle}</h1>
      <p className={styles.text}>{words.doneText}</p>
      <RecoveryCode words={codeWords} username={username} code={code} />
      <Link to={paths.profile()} className={buttonClass('primary', true)}>
        {words.go}
      </Link>
    </div>
  );
}
