// A new password, twice, with what it needs told before it is sent. Pasting and password managers are welcome.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useState } from 'react';
import { PASSWORD_MAX_LENGTH } from '../../../api/contract/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { commonPasswordsAtom, loadCommonPasswordsAtom } from './commonPasswords.ts';
import { type NewPasswordWords, PasswordRules } from './PasswordRules.tsx';

export interface NewPasswordProps {
  words: NewPasswordWords;
  password: string;
  confirmation: string;
  /** Whose password it is, for a password manager; null where a field of the form says so. */
  username: string | null;
  /** What the server had against this very password. */
  error?: string | null;
  onChange: (change: { password?: string; confirmPassword?: string }) => void;
}

export function NewPassword(props: NewPasswordProps) {
  const { words, password, confirmation, username, error = null, onChange } = props;
  const common = useAtomValue(commonPasswordsAtom);
  const load = useSetAtom(loadCommonPasswordsAtom);
  const [left, setLeft] = useState(false);
  useEffect(() => void load(), [load]);
  const differs = confirmation !== '' && confirmation !== password;
  const isLate = left || confirmation.length >= password.length;
  return (
    <>
      {username !== null && (
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={username}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
          hidden
        />
      )}
      <Secret
        words={words}
        label={words.label}
        name="new-password"
        value={password}
        error={error}
        onChange={(value) => onChange({ password: value })}
      />
      <PasswordRules words={words} password={password} common={common} />
      <Secret
        words={words}
        label={words.again}
        name="confirm-password"
        value={confirmation}
        error={differs && isLate ? words.differs : null}
        onChange={(value) => onChange({ confirmPassword: value })}
        onLeave={() => setLeft(true)}
      />
    </>
  );
}

interface SecretProps {
  words: NewPasswordWords;
  label: string;
  name: string;
  value: string;
  error: string | null;
  onChange: (value: string) => void;
  onLeave?: () => void;
}

function Secret({ words, label, name, value, error, onChange, onLeave }: SecretProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      label={label}
      type={shown ? 'text' : 'password'}
      name={name}
      value={value}
      placeholder={words.placeholder}
      maxLength={PASSWORD_MAX_LENGTH}
      autoComplete="new-password"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onLeave}
      after={
        <Button
          kind="bare"
          aria-label={`${label}: ${shown ? words.hide : words.show}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? words.hide : words.show}
        </Button>
      }
    />
  );
}
