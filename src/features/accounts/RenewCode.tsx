// A new recovery code, for a lost or missing one.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { MeView } from '../../../api/contract/accounts.ts';
import { accountMessages } from '../../lib/messages/accounts.ts';
import { failureText } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import styles from './accounts.module.css';
import { credentialStateAtom, dropCredentialsAtom, renewCodeAtom, retypeAtom } from './credentials.ts';
import { PasswordField } from './PasswordField.tsx';
import { RecoveryCode } from './RecoveryCode.tsx';

const { renew: words, code: codeWords } = accountMessages;

export function RenewCode({ me }: { me: MeView }) {
  const state = useAtomValue(credentialStateAtom);
  const send = useSetAtom(renewCodeAtom);
  const drop = useSetAtom(dropCredentialsAtom);
  const retype = useSetAtom(retypeAtom);
  const [password, setPassword] = useState('');
  useEffect(() => () => drop(), [drop]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '' && state.phase !== 'sending') void send(password);
  };
  if (state.phase === 'coded') {
    return (
      <div className={styles.login}>
        <h1>{words.doneTitle}</h1>
        <RecoveryCode words={codeWords} username={state.username} code={state.recoveryCode} />
        <Link to={paths.account()} className={buttonClass('primary', true)}>
          {words.go}
        </Link>
      </div>
    );
  }
  return (
    <form className={styles.login} onSubmit={submit} noValidate>
      <h1>{words.title}</h1>
      <p className={styles.text}>{me.hasRecoveryCode ? words.text : words.missing}</p>
      <PasswordField
        label={words.password}
        value={password}
        onChange={(value) => {
          setPassword(value);
          retype();
        }}
      />
      {state.phase === 'failed' && (
        <Notice kind="bad">
          {state.code === 'wrong_credentials' ? words.wrong : failureText(state.code)}
        </Notice>
      )}
      <SubmitButton busy={state.phase === 'sending'} disabled={password === ''}>
        {words.send}
      </SubmitButton>
    </form>
  );
}
