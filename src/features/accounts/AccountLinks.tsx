// Settings and actions of the account in one list; each has its own icon.
import { Link } from 'react-router-dom';
import { accountMessages } from '../../lib/messages/accounts.ts';
import { AccountIcon, type AccountIconName } from '../../ui/AccountIcon.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './AccountLinks.module.css';

/** A visitor has no stored data; a guest has an account in this browser only; a named account has a password. */
export type AccountKind = 'visitor' | 'guest' | 'named';

export interface AccountEntry {
  to: string;
  label: string;
  /** One sentence under the label. */
  hint: string;
  icon: AccountIconName;
  /** The viewer. */
  who: readonly AccountKind[];
}

interface AccountLinksProps {
  entries: readonly AccountEntry[];
  kind: AccountKind;
  onSettings: () => void;
}

export function AccountLinks({ entries, kind, onSettings }: AccountLinksProps) {
  const { links, settings, settingsHint } = accountMessages.account;
  return (
    <nav aria-label={links}>
      <ul className={styles.links}>
        <li>
          <button type="button" className={styles.link} aria-haspopup="dialog" onClick={onSettings}>
            <Row icon="settings" label={settings} hint={settingsHint} />
          </button>
        </li>
        {entries
          .filter(({ who }) => who.includes(kind))
          .map(({ to, label, hint, icon }) => (
            <li key={to}>
              <Link to={to} className={styles.link}>
                <Row icon={icon} label={label} hint={hint} />
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

function Row({ icon, label, hint }: Pick<AccountEntry, 'icon' | 'label' | 'hint'>) {
  return (
    <>
      <AccountIcon name={icon} />
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        <span className={styles.hint}>{hint}</span>
      </span>
      <Icon name="forward" size={18} />
    </>
  );
}
