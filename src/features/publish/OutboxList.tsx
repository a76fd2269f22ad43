// The uploads that wait on this device, each with its state, the reason if there is one, and its actions.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import { publishMessages } from '../../lib/messages/publish.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { isOnlineAtom } from '../../state/online.ts';
import { lookForUploadsAtom } from '../../state/waitingUploads.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { Say } from '../../ui/Say.tsx';
import { TrackCover } from '../../ui/TrackCover.tsx';
import { UndoBar } from '../../ui/UndoBar.tsx';
import { isUnreachable } from './failure.ts';
import styles from './outbox.module.css';
import { type OutboxItem, outboxAtom, sentShare } from './outbox.ts';
import {
  editUploadAtom,
  finishRemovalAtom,
  keepLongerAtom,
  pauseUploadAtom,
  removeUploadAtom,
  sendUploadNowAtom,
  undoRemovalAtom,
} from './outboxActions.ts';
import { publishSentence, stateText, waitsFor } from './sentences.ts';
import { useUploadLimit } from './uploadLimit.ts';

const words = publishMessages.outbox;

export interface OutboxListProps {
  /** Opens the form with this upload's file and texts. */
  onEdit: () => void;
}

export function OutboxList({ onEdit }: OutboxListProps) {
  const items = useAtomValue(outboxAtom);
  const refresh = useSetAtom(lookForUploadsAtom);
  const remove = useSetAtom(removeUploadAtom);
  const undo = useSetAtom(undoRemovalAtom);
  const finish = useSetAtom(finishRemovalAtom);
  const [removed, setRemoved] = useState<OutboxItem['upload'] | null>(null);
  const pending = useRef<string | null>(null);
  pending.current = removed?.uploadId ?? null;
  useEffect(() => void refresh(), [refresh]);
  // Closing the list ends the undo.
  useEffect(
    () => () => {
      if (pending.current) void finish(pending.current);
    },
    [finish],
  );
  if (items.length === 0 && !removed) return null;
  return (
    <section className={styles.list} aria-label={words.title} data-undo={removed !== null}>
      {items.map((item) => (
        <Item
          key={item.upload.uploadId}
          item={item}
          onEdit={onEdit}
          onRemove={() => {
            if (removed) void finish(removed.uploadId);
            void remove(item.upload.uploadId);
            setRemoved(item.upload);
          }}
        />
      ))}
      {removed && (
        <UndoBar
          key={removed.uploadId}
          text={fill(words.removed, { title: removed.title })}
          onUndo={() => {
            void undo(removed);
            setRemoved(null);
          }}
          onExpire={() => {
            void finish(removed.uploadId);
            setRemoved(null);
          }}
        />
      )}
    </section>
  );
}

interface ItemProps {
  item: OutboxItem;
  onEdit: () => void;
  onRemove: () => void;
}

function Item({ item, onEdit, onRemove }: ItemProps) {
  const { upload, state } = item;
  const isOnline = useAtomValue(isOnlineAtom);
  const send = useSetAtom(sendUploadNowAtom);
  const pause = useSetAtom(pauseUploadAtom);
  const keep = useSetAtom(keepLongerAtom);
  const edit = useSetAtom(editUploadAtom);
  const id = upload.uploadId;
  const startEditing = async () => {
    if (await edit(id)) onEdit();
  };
  // Already said above, or it only waits for the connection.
  const isPassing =
    state === 'waiting' && (waitsFor(upload.failure) !== null || isUnreachable(upload.failure));
  const limit = useUploadLimit();
  return (
    <article className={styles.item} aria-label={upload.title} data-state={state}>
      <div className={styles.head}>
        {state === 'sending' ? (
          <ProgressRing share={sentShare(item)} />
        ) : (
          upload.cover && <TrackCover cover={upload.cover} className={styles.cover} />
        )}
        <div className={styles.words}>
          <span className={styles.name}>{upload.title}</span>
          <span className={styles.quiet}>
            {fill(studioMessages.studio.fileFacts, {
              time: formatDuration(upload.duration),
              size: formatBytes(upload.sizeBytes),
            })}
          </span>
          <span className={styles.state} role="status">
            {stateText(item, isOnline)}
          </span>
        </div>
      </div>
      {upload.failure && state !== 'sending' && !isPassing && (
        <p className={styles.reason}>
          <Say {...publishSentence(upload.failure)} />
        </p>
      )}
      <div className={styles.actions}>
        {state === 'sending' ? (
          <Button onClick={() => void pause(id)}>{publishMessages.sending.pause}</Button>
        ) : (
          <>
            {(state === 'refused' || state === 'paused') && (
              <Button onClick={() => void startEditing()}>{words.fix}</Button>
            )}
            <Button disabled={!isOnline || limit !== null} onClick={() => void send(id)}>
              {state === 'paused' ? words.carryOn : words.sendNow}
            </Button>
            {state === 'asks' && <Button onClick={() => void keep(id)}>{words.keep}</Button>}
            <Button kind="bare" onClick={onRemove}>
              {words.remove}
            </Button>
          </>
        )}
      </div>
    </article>
  );
}
