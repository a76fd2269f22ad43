// The current password, hidden until shown.
import { useState } from 'react';
import { accountMessages } from '../../lib/messages/accounts.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';

const { newPassword: words } = accountMessages;

export interface PasswordFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function PasswordField({ label, value, onChange }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      label={label}
      type={shown ? 'text' : 'password'}
      name="password"
      value={value}
      autoComplete="current-password"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      onChange={(event) => onChange(event.currentTarget.value)}
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
