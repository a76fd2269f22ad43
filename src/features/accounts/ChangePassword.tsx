// Replaces the password; signs out all other devices.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { accountMessages } from '../../lib/messages/accounts.ts';
import { failureText } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import styles from './accounts.module.css';
import { changePasswordAtom, credentialStateAtom, dropCredentialsAtom, retypeAtom } from './credentials.ts';
import { NewPassword } from './NewPassword.tsx';
import { PasswordField } from './PasswordField.tsx';
import { useNewPassword } from './useNewPassword.ts';

const { change: words, newPassword } = accountMessages;

export function ChangePassword({ username }: { username: string }) {
  const state = useAtomValue(credentialStateAtom);
  const send = useSetAtom(changePasswordAtom);
  const drop = useSetAtom(dropCredentialsAtom);
  const retype = useSetAtom(retypeAtom);
  const [password, setPassword] = useState('');
  const next = useNewPassword(state);
  useEffect(() => () => drop(), [drop]);
  const isReady = password !== '' && next.isReady;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && state.phase !== 'sending') void send({ password, newPassword: next.password });
  };
  if (state.phase === 'changed') {
    return (
      <div className={styles.login}>
        <h1>{words.title}</h1>
        <Notice kind="good">{words.done}</Notice>
        <Link to={paths.account()} className={buttonClass('primary', true)}>
          {words.toAccount}
        </Link>
      </div>
    );
  }
  return (
    <form className={styles.login} onSubmit={submit} noValidate>
      <h1>{words.title}</h1>
      <p className={styles.text}>{words.text}</p>
      <PasswordField
        label={words.now}
        value={password}
        onChange={(value) => {
          setPassword(value);
          retype();
        }}
      />
      <NewPassword
        words={newPassword}
        password={next.password}
        confirmation={next.confirmation}
        username={username}
        error={next.error}
        onChange={(change) => {
          next.change(change);
          retype();
        }}
      />
      {state.phase === 'failed' && state.issue === null && (
        <Notice kind="bad">
          {state.code === 'wrong_credentials' ? words.wrong : failureText(state.code)}
        </Notice>
      )}
      <SubmitButton busy={state.phase === 'sending'} disabled={!isReady}>
        {words.send}
      </SubmitButton>
    </form>
  );
}
