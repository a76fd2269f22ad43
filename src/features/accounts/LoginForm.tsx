// Name and password; the message stands by the form and nothing typed is lost.
import { useAtomValue, useSetAtom } from 'jotai';
import { type FormEvent, useState } from 'react';
import { failureText, messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './accounts.module.css';
import { loginAtom, tryLoginAtom } from './atoms.ts';

export interface LoginFormProps {
  title: string;
  text: string;
}

export function LoginForm({ title, text }: LoginFormProps) {
  const state = useAtomValue(loginAtom);
  const tryLogin = useSetAtom(tryLoginAtom);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void tryLogin({ username: username.trim(), password });
  };
  return (
    <form className={styles.login} onSubmit={submit}>
      <h1>{title}</h1>
      <p className={styles.text}>{text}</p>
      <Field
        label={messages.moderation.username}
        value={username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <Field
        label={messages.moderation.password}
        type={shown ? 'text' : 'password'}
        value={password}
        autoComplete="current-password"
        required
        onChange={(event) => setPassword(event.currentTarget.value)}
        after={
          <Button kind="bare" onClick={() => setShown(!shown)}>
            {shown ? messages.moderation.hidePassword : messages.moderation.showPassword}
          </Button>
        }
      />
      {state.phase === 'failed' && <Notice kind="bad">{failureText(state.code)}</Notice>}
      <Button
        kind="primary"
        type="submit"
        wide
        busy={state.phase === 'sending'}
        disabled={username === '' || password === ''}
      >
        {messages.moderation.signIn}
      </Button>
    </form>
  );
}
