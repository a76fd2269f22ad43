// A comment that is on this phone and not on the server yet.
import { useAtomValue } from 'jotai/react';
import { commentMessages as words } from '../../lib/messages/comments.ts';
import { isOnlineAtom } from '../../state/online.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PersonOrb } from '../../ui/PersonOrb.tsx';
import { Say } from '../../ui/Say.tsx';
import { readerAtom, type Unsent } from './atoms.ts';
import styles from './CommentRow.module.css';

export function UnsentRow({ unsent }: { unsent: Unsent }) {
  const { id } = useAtomValue(readerAtom);
  const online = useAtomValue(isOnlineAtom);
  return (
    <li className={styles.row} data-unsent={unsent.id}>
      <span className={styles.author}>
        <PersonOrb userId={id ?? unsent.id} size={28} />
        <span className={styles.name}>
          <Say text={words.you} />
        </span>
      </span>
      <p className={styles.words}>{unsent.content}</p>
      <p className={styles.waiting} role="status">
        <Icon name="clock" size={18} />
        {online ? words.waiting : words.kept}
      </p>
    </li>
  );
}
