// Heart and bookmark on the fixed player.
import { useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatCount } from '../../lib/format.ts';
import { fill, messages } from '../../lib/messages.ts';
import { toggleLikeAtom } from '../../state/likes.ts';
import { sendWriteAtom } from '../../state/outbox.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './MiniBar.module.css';

const toggleBookmarkAtom = atom(null, (_get, set, { id, isBookmarked }: TrackView) =>
  isBookmarked
    ? set(sendWriteAtom, 'removeBookmark', { bookmarkId: id })
    : set(sendWriteAtom, 'addBookmark', { bookmark: { trackId: id } }),
);

export function MiniMarks({ track }: { track: TrackView }) {
  const like = useSetAtom(toggleLikeAtom);
  const bookmark = useSetAtom(toggleBookmarkAtom);
  const { likes } = messages.card;
  const count = fill(track.likes === 1 ? likes.one : likes.many, { count: track.likes });
  return (
    <>
      <IconButton
        label={`${messages.player.like}, ${count}`}
        active={track.isLiked}
        className={styles.like}
        onClick={() => void like(track.id)}
      >
        <Icon name="heart" size={20} filled={track.isLiked} />
        <span className={styles.likes} aria-hidden="true">
          {formatCount(track.likes)}
        </span>
      </IconButton>
      <IconButton
        label={messages.player.bookmark}
        active={track.isBookmarked}
        onClick={() => void bookmark(track)}
      >
        <Icon name="bookmark" size={20} filled={track.isBookmarked} />
      </IconButton>
    </>
  );
}
