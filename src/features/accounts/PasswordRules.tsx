// What a new password needs, and how strong it is so far.
import { PASSWORD_KINDS_MIN, passwordIssue, passwordKinds } from '../../../api/contract/credentials.ts';
import { PASSWORD_MIN_LENGTH } from '../../../api/contract/limits.ts';
import { fill } from '../../lib/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './NewPassword.module.css';
import { passwordStrength } from './registrationRules.ts';

export interface NewPasswordWords {
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
  /** Words for the four strengths, the weakest first. */
  words: readonly string[];
  show: string;
  hide: string;
}

export interface PasswordRulesProps {
  words: NewPasswordWords;
  password: string;
  common: ReadonlySet<string>;
}

export function PasswordRules({ words, password, common }: PasswordRulesProps) {
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
              <span className={styles.unseen}>, {isMet ? words.met : words.open}</span>
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
