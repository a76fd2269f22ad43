// Actions of the account: a plain list of links, each to its own page.
import { Link } from 'react-router-dom';
import { accountMessages } from '../../lib/messages/accounts.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import styles from './AccountLinks.module.css';

/** A visitor has no stored data; a guest has an account in this browser only; a named account has a password. */
export type AccountKind = 'visitor' | 'guest' | 'named';

export interface AccountEntry {
  to: string;
  label: string;
  /** One sentence under the label. */
  hint: string;
  icon: IconName;
  /** The viewer. */
  who: readonly AccountKind[];
}

export function AccountLinks({ entries, kind }: { entries: readonly AccountEntry[]; kind: AccountKind }) {
  return (
    <nav aria-label={accountMessages.account.links}>
      <ul className={styles.links}>
        {entries
          .filter(({ who }) => who.includes(kind))
          .map(({ to, label, hint, icon }) => (
            <li key={to}>
              <Link to={to} className={styles.link}>
                <Icon name={icon} size={22} />
                <span className={styles.words}>
                  <span className={styles.label}>{label}</span>
                  <span className={styles.hint}>{hint}</span>
                </span>
                <Icon name="forward" size={18} />
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
