// One file that was picked earlier, and what can be done with it.
import { formatBytes } from '../../lib/format.ts';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { relativeTime } from '../../lib/time.ts';
import type { PickedFile } from '../../storage/pickedFiles.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './drafts.module.css';

export interface PickedCardProps {
  file: PickedFile;
  onOpen: () => void;
  onDelete: () => void;
}

const { drafts: words } = recorderMessages;

export function PickedCard({ file, onOpen, onDelete }: PickedCardProps) {
  const { name, storedAt, sizeBytes, isEdited } = file;
  return (
    <li className={`${styles.card} ${styles.file}`}>
      <div className={styles.words}>
        <span className={`${styles.name} ${styles.fileName}`}>{name}</span>
        <span className={styles.facts}>
          {relativeTime(new Date(storedAt).toISOString(), Date.now())} · {formatBytes(sizeBytes)}
          {isEdited && ` · ${words.edited}`}
        </span>
      </div>
      <div className={styles.actions}>
        <Button onClick={onOpen}>{isEdited ? words.edit : words.goOn}</Button>
        <IconButton label={words.removeFile} onClick={onDelete}>
          <Icon name="trash" size={20} />
        </IconButton>
      </div>
    </li>
  );
}
