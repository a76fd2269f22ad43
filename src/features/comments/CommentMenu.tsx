// The rare actions on a comment, behind three dots: report, delete, mute or block its writer.
import { useSetAtom } from 'jotai/react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { CommentView } from '../../../api/contract/comments.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { reportLink } from '../../lib/links.ts';
import { commentMessages as words } from '../../lib/messages/comments.ts';
import { messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './CommentMenu.module.css';
import { removeCommentAtom } from './reactions.ts';

export interface CommentMenuProps {
  comment: CommentView;
  track: TrackView;
  isOwn: boolean;
  mayRemove: boolean;
  /** Renders the ways to mute or block the writer. */
  renderHide?: ((writer: CommentView['user'], onDone: () => void) => ReactNode) | undefined;
}

export function CommentMenu({ comment, track, isOwn, mayRemove, renderHide }: CommentMenuProps) {
  const [open, setOpen] = useState(false);
  const remove = useSetAtom(removeCommentAtom);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton
        label={words.menu}
        className={styles.dots}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="more" size={20} />
      </IconButton>
      {open && (
        <Sheet
          open
          onClose={close}
          title={words.menuTitle}
          actions={<Button onClick={close}>{messages.shell.close}</Button>}
        >
          <div className={styles.choices}>
            {!isOwn && (
              <Link
                {...reportLink(track, { type: 'comment', targetId: comment.id, at: null })}
                className={styles.choice}
              >
                <Icon name="flag" size={20} />
                {words.report}
              </Link>
            )}
            {mayRemove && (
              <button
                type="button"
                className={styles.choice}
                onClick={() => {
                  close();
                  void remove(comment);
                }}
              >
                <Icon name="trash" size={20} />
                {words.remove}
              </button>
            )}
            {!isOwn && renderHide?.(comment.user, close)}
          </div>
        </Sheet>
      )}
    </>
  );
}
