// The name of somebody in a table: a press shows only what concerns them.
import { adminMessages } from '../../lib/messages/admin.ts';
import { fill } from '../../lib/messages.ts';
import styles from './admin.module.css';

export interface PersonButtonProps {
  id: string;
  username: string;
  onPerson: (id: string) => void;
}

export function PersonButton({ id, username, onPerson }: PersonButtonProps) {
  return (
    <button
      type="button"
      className={styles.name}
      title={fill(adminMessages.table.all, { name: username })}
      onClick={() => onPerson(id)}
    >
      {username}
    </button>
  );
}
