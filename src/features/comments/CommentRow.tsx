// A comment. Timestamps in its text are buttons that seek there; links stay plain text.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { CommentView } from '../../../api/contract/comments.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatCount } from '../../lib/format.ts';
import { reportLink } from '../../lib/links.ts';
import { commentMessages as words } from '../../lib/messages/comments.ts';
import { fill, languageOf, messages } from '../../lib/messages.ts';
import { findMoments } from '../../lib/moments.ts';
import { paths } from '../../lib/paths.ts';
import { relativeTime } from '../../lib/time.ts';
import { ActionChoice, ActionMenu, choiceClass } from '../../ui/ActionMenu.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PersonOrb } from '../../ui/PersonOrb.tsx';
import { readerAtom } from './atoms.ts';
import styles from './CommentRow.module.css';
import { likeCommentAtom, removeCommentAtom } from './reactions.ts';

interface CommentMenuProps {
  comment: CommentView;
  track: TrackView;
  isOwn: boolean;
  mayRemove: boolean;
  /** Renders the ways to mute or block the writer. */
  renderHide?: ((writer: CommentView['user']) => ReactNode) | undefined;
}

function CommentMenu({ comment, track, isOwn, mayRemove, renderHide }: CommentMenuProps) {
  const remove = useSetAtom(removeCommentAtom);
  return (
    <ActionMenu label={words.menu} title={words.menuTitle}>
      {!isOwn && (
        <Link
          {...reportLink(track, { type: 'comment', targetId: comment.id, at: null })}
          className={choiceClass}
        >
          <Icon name="flag" size={20} />
          {words.report}
        </Link>
      )}
      {mayRemove && (
        <ActionChoice icon="trash" onClick={() => void remove(comment)}>
          {words.remove}
        </ActionChoice>
      )}
      {!isOwn && renderHide?.(comment.user)}
    </ActionMenu>
  );
}

export interface CommentRowProps {
  comment: CommentView;
  track: TrackView;
  onMoment: (seconds: number) => void;
  renderHide?: CommentMenuProps['renderHide'];
}

export const CommentRow = memo(function CommentRow({
  comment,
  track,
  onMoment,
  renderHide,
}: CommentRowProps) {
  const reader = useAtomValue(readerAtom);
  const { user } = comment;
  const isOwn = user.id === reader.id;
  const name = isOwn ? words.you : user.username || messages.card.unknownUser;
  return (
    <>
      <Link to={isOwn ? paths.profile() : paths.profile(user.id)} className={styles.author}>
        <PersonOrb userId={user.id} size={28} />
        <span className={styles.name} lang={languageOf(name)}>
          {name}
        </span>
      </Link>
      <time dateTime={comment.createdAt} className={styles.when}>
        {relativeTime(comment.createdAt, Date.now())}
      </time>
      <Words text={comment.content} endSeconds={track.duration} onMoment={onMoment} />
      <div className={styles.actions}>
        <LikeButton comment={comment} />
        <CommentMenu
          comment={comment}
          track={track}
          isOwn={isOwn}
          mayRemove={isOwn || track.userId === reader.id || reader.moderates}
          renderHide={renderHide}
        />
      </div>
    </>
  );
});

interface WordsProps {
  text: string;
  endSeconds: number;
  onMoment: (seconds: number) => void;
}

function Words({ text, endSeconds, onMoment }: WordsProps) {
  let at = 0;
  return (
    <p className={styles.words}>
      {findMoments(text, endSeconds).map(({ text: part, seconds }) => {
        const key = at;
        at += part.length;
        if (seconds === null) return part;
        return (
          <button
            key={key}
            type="button"
            className={styles.moment}
            aria-label={fill(words.goTo, { time: part })}
            onClick={() => onMoment(seconds)}
          >
            {part}
          </button>
        );
      })}
    </p>
  );
}

function LikeButton({ comment }: { comment: CommentView }) {
  const like = useSetAtom(likeCommentAtom);
  const { likes, isLiked } = comment;
  const { one, many } = words.likes;
  return (
    <button
      type="button"
      className={`${styles.like} ${isLiked ? styles.liked : ''}`}
      aria-pressed={isLiked}
      aria-label={`${words.like}, ${fill(likes === 1 ? one : many, { count: likes })}`}
      title={words.like}
      onClick={() => void like(comment)}
    >
      <Icon name="heart" size={18} filled={isLiked} />
      <span aria-hidden="true">{likes > 0 ? formatCount(likes) : ''}</span>
    </button>
  );
}
