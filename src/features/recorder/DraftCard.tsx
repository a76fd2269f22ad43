// One take that is still on this device, and what can be done with it.
import { formatBytes, formatDuration } from '../../lib/format.ts';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { relativeTime } from '../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './drafts.module.css';
import type { Draft } from './drafts.ts';

export interface DraftCardProps {
  draft: Draft;
  onEdit: () => void;
  /** Records on where it ends. */
  onContinue: () => void;
  onKeep: () => void;
  onDelete: () => void;
}

const { drafts: words } = recorderMessages;

export function DraftCard({ draft, onEdit, onContinue, onKeep, onDelete }: DraftCardProps) {
  const remove = (
    <IconButton label={words.remove} onClick={onDelete}>
      <Icon name="trash" size={20} />
    </IconButton>
  );
  return (
    <li className={`${styles.card} ${draft.interrupted ? styles.cutOff : ''}`}>
      <div className={styles.words}>
        <span className={styles.name}>{nameOf(draft)}</span>
        <span className={styles.facts}>
          {relativeTime(new Date(draft.startedAt).toISOString(), Date.now())} · {formatBytes(draft.sizeBytes)}
          {draft.inMemory && ` · ${words.inMemory}`}
        </span>
        {(draft.interrupted || draft.endIsLost) && draft.seconds > 0 && (
          <span className={styles.facts}>
            {fill(draft.endIsLost ? words.endLost : words.cutOffText, {
              time: formatDuration(draft.seconds),
            })}
          </span>
        )}
        {draft.old && <span className={styles.facts}>{words.old}</span>}
      </div>
      <div className={styles.actions}>
        {draft.interrupted ? (
          <>
            <Button kind="primary" onClick={onContinue}>
              {words.goOn}
            </Button>
            <Button onClick={onKeep}>{words.keep}</Button>
            <Button kind="bare" onClick={onDelete}>
              {words.remove}
            </Button>
          </>
        ) : draft.old ? (
          <>
            <Button onClick={onKeep}>{words.keep}</Button>
            <Button kind="bare" onClick={onEdit}>
              {words.edit}
            </Button>
            {remove}
          </>
        ) : (
          <>
            <Button onClick={onEdit}>{words.edit}</Button>
            {!draft.inMemory && (
              <IconButton label={words.add} onClick={onContinue}>
                <Icon name="microphone" size={20} />
              </IconButton>
            )}
            {remove}
          </>
        )}
      </div>
    </li>
  );
}

function nameOf({ interrupted, seconds }: Draft): string {
  if (interrupted) return words.cutOff;
  return seconds === 0
    ? studioMessages.studio.draftPlain
    : fill(studioMessages.studio.draftLength, { time: formatDuration(seconds) });
}
