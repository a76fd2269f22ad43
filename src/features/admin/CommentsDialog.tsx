// The comments of one recording, newest first; each can be deleted here.
import { useAtom } from 'jotai/react';
import { useState } from 'react';
import type { CommentTableRow, TrackTableRow } from '../../../api/contract/overview.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { failureText, fill, messages } from '../../lib/messages.ts';
import { formatDate } from '../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import { CommentDeletion } from './CommentDeletion.tsx';
import styles from './dialogs.module.css';
import { commentTable } from './tables.ts';

const { uploads, comments: words } = adminMessages;

export interface CommentsDialogProps {
  track: Pick<TrackTableRow, 'id' | 'title'>;
  onClose: () => void;
  onRemoved: () => void;
}

export function CommentsDialog({ track, onClose, onRemoved }: CommentsDialogProps) {
  const [state, command] = useAtom(commentTable({ track: track.id }));
  const [doomed, setDoomed] = useState<CommentTableRow | null>(null);
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={fill(uploads.showComments, { title: track.title })}
        actions={<Button onClick={onClose}>{messages.shell.close}</Button>}
      >
        {state.status === 'loading' && <RingSkeleton height="60px" shape="block" />}
        {state.status === 'failed' && <Notice kind="bad">{failureText(state.code)}</Notice>}
        {state.status === 'ready' && state.rows.length === 0 && <p>{uploads.noComments}</p>}
        {state.status === 'ready' && (
          <ul>
            {state.rows.map((row) => (
              <li key={row.id} className={styles.comment}>
                <div>
                  <p className={styles.said}>{row.content}</p>
                  <p className={styles.meta}>
                    {row.user.username} · <time dateTime={row.createdAt}>{formatDate(row.createdAt)}</time>
                  </p>
                </div>
                <IconButton
                  label={fill(words.remove, { name: row.user.username })}
                  onClick={() => setDoomed(row)}
                >
                  <Icon name="trash" size={20} />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        {state.status === 'ready' && state.more !== 'end' && (
          <Button wide busy={state.more === 'loading'} onClick={() => void command('more')}>
            {adminMessages.table.more}
          </Button>
        )}
      </Dialog>
      {doomed !== null && (
        <CommentDeletion
          comment={doomed}
          onClose={() => setDoomed(null)}
          onRemoved={() => {
            void command({ id: doomed.id, row: null });
            onRemoved();
          }}
        />
      )}
    </>
  );
}
