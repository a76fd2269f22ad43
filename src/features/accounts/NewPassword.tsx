// A new password, twice, with its requirements shown before sending. Pasting and password managers are allowed.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useState } from 'react';
import { PASSWORD_KINDS_MIN, passwordIssue, passwordKinds } from '../../../api/contract/credentials.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../../api/contract/limits.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { commonPasswordsAtom, loadCommonPasswordsAtom } from './commonPasswords.ts';
import styles from './NewPassword.module.css';
import { passwordStrength } from './registrationRules.ts';

interface NewPasswordProps {
  words: NewPasswordWords;
  password: string;
  confirmation: string;
  /** The account name for a password manager; null where a field of the form has it. */
  username: string | null;
  /** The server's objection to this password. */
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

/** Requirements of a new password, and its strength so far. */
interface NewPasswordWords {
  label: string;
  again: string;
  placeholder: string;
  differs: string;
  rules: string;
  long: string;
  mixed: string;
  rare: string;
  met: string;
  open: string;
  strength: string;
  /** Texts for the four strengths, the weakest first. */
  words: readonly string[];
  show: string;
  hide: string;
}

interface PasswordRulesProps {
  words: NewPasswordWords;
  password: string;
  common: ReadonlySet<string>;
}

function PasswordRules({ words, password, common }: PasswordRulesProps) {
  const isCommon = common.has(password.toLowerCase());
  const isEnough = passwordIssue(password, common) === null;
  const strength = passwordStrength(password, common);
  const word = words.words[strength] ?? '';
  const rules = [
    { text: words.long, isMet: password.length >= PASSWORD_MIN_LENGTH, isBroken: false },
    { text: words.mixed, isMet: passwordKinds(password) >= PASSWORD_KINDS_MIN, isBroken: false },
    { text: words.rare, isMet: isEnough, isBroken: isCommon },
  ];
  return (
    <div className={styles.rules}>
      <ul aria-label={words.rules}>
        {rules.map(({ text, isMet, isBroken }) => (
          <li key={text} data-met={isMet} data-broken={isBroken}>
            <Icon name={isMet ? 'check' : isBroken ? 'warning' : 'minus'} size={16} />
            <span>
              {text}
              <span className="spoken">, {isMet ? words.met : words.open}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.strength} data-strength={strength} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      <p role="status" className={styles.word}>
        {password !== '' && fill(words.strength, { word })}
      </p>
    </div>
  );
}
