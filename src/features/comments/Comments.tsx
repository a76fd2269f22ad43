// The comments of a track: the form, and the list below.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatCount } from '../../lib/format.ts';
import { commentMessages as words } from '../../lib/messages/comments.ts';
import { flushWritesAtom } from '../../state/outbox.ts';
import { Switch } from '../../ui/Switch.tsx';
import { readerAtom } from './atoms.ts';
import { CommentForm } from './CommentForm.tsx';
import { CommentList } from './CommentList.tsx';
import type { CommentRowProps } from './CommentRow.tsx';
import styles from './Comments.module.css';
import { openCommentsAtom } from './reactions.ts';

export interface CommentsProps {
  track: TrackView;
  /** The user pressed a moment in a comment. Must stay the same function, or every row renders again. */
  onMoment: (seconds: number) => void;
  /** In the menu of another user's comment. Must stay the same function as well. */
  renderHide?: CommentRowProps['renderHide'] | undefined;
}

export function Comments({ track, onMoment, renderHide }: CommentsProps) {
  const { id } = useAtomValue(readerAtom);
  const open = useSetAtom(openCommentsAtom);
  const flush = useSetAtom(flushWritesAtom);
  // Comments waiting from an earlier visit count from now on, and are sent if possible.
  useEffect(() => void flush(), [flush]);
  const isOwner = track.userId === id;
  const isOpen = track.allowComments || isOwner;
  return (
    <section className={styles.comments} aria-labelledby="comments">
      <h2 id="comments" className={styles.title}>
        {words.title}
        {track.commentsCount > 0 && (
          <span className={styles.count} data-comments-count>
            {formatCount(track.commentsCount)}
          </span>
        )}
      </h2>
      {isOwner && (
        <Switch
          label={words.open}
          checked={track.allowComments}
          onChange={(allowComments) => void open(track.id, allowComments)}
        />
      )}
      {isOpen && <CommentForm trackId={track.id} />}
      {!track.allowComments && <p className={styles.closed}>{isOwner ? words.closedByYou : words.closed}</p>}
      <CommentList track={track} onMoment={onMoment} renderHide={renderHide} />
    </section>
  );
}
