// Name and password; the error is next to the form and the input stays. Asks a guest what happens to their content.
import { useAtomValue, useSetAtom } from 'jotai';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { GuestRows } from '../../../api/contract/accounts.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { failureText } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import styles from './accounts.module.css';
import { GuestQuestion } from './GuestQuestion.tsx';
import { dropGuestQuestionAtom, loginAtom, tryLoginAtom } from './login.ts';

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
  const dropQuestion = useSetAtom(dropGuestQuestionAtom);
  const form = useRef<HTMLFormElement>(null);
  const send = (guestRows?: GuestRows) =>
    void tryLogin({ username: username.trim(), password, ...(guestRows ? { guestRows } : {}) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const sending = state.phase === 'sending' ? state.answer : null;
  const asks = state.phase === 'asking' || sending !== null;
  const failure = state.phase === 'failed' ? state.code : state.phase === 'asking' ? state.failure : null;
  const wasAsking = useRef(false);
  useEffect(() => {
    // The closed question had the focus.
    const field = form.current?.elements.namedItem('password');
    if (wasAsking.current && !asks && field instanceof HTMLElement) field.focus();
    wasAsking.current = asks;
  }, [asks]);
  // A user who comes back later finds an empty form and no question.
  useEffect(() => () => dropQuestion(), [dropQuestion]);
  const change = (set: (value: string) => void) => (event: { currentTarget: { value: string } }) => {
    set(event.currentTarget.value);
    dropQuestion();
  };
  return (
    <form ref={form} className={styles.login} onSubmit={submit}>
      <h1>{title}</h1>
      <p className={styles.text}>{text}</p>
      <Field
        label={moderationMessages.moderation.username}
        value={username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        onChange={change(setUsername)}
      />
      <Field
        label={moderationMessages.moderation.password}
        type={shown ? 'text' : 'password'}
        value={password}
        autoComplete="current-password"
        required
        name="password"
        onChange={change(setPassword)}
        after={
          <Button kind="bare" onClick={() => setShown(!shown)}>
            {shown ? moderationMessages.moderation.hidePassword : moderationMessages.moderation.showPassword}
          </Button>
        }
      />
      {failure !== null && <Notice kind="bad">{failureText(failure)}</Notice>}
      {asks ? (
        <GuestQuestion sending={sending} onAnswer={send} />
      ) : (
        <SubmitButton busy={state.phase === 'sending'} disabled={username === '' || password === ''}>
          {moderationMessages.moderation.signIn}
        </SubmitButton>
      )}
    </form>
  );
}
