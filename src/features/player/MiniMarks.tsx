// Like and bookmark on the fixed player.
import { useSetAtom } from 'jotai/react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatCount } from '../../lib/format.ts';
import { playerMessages as words } from '../../lib/messages/player.ts';
import { fill, messages } from '../../lib/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './MiniBar.module.css';
import { toggleMarkAtom } from './marks.ts';

export function MiniMarks({ track }: { track: TrackView }) {
  const toggle = useSetAtom(toggleMarkAtom);
  const { likes } = messages.card;
  const count = fill(track.likes === 1 ? likes.one : likes.many, { count: track.likes });
  return (
    <>
      <IconButton
        label={`${words.like}, ${count}`}
        active={track.isLiked}
        className={styles.like}
        onClick={() => void toggle('like', track.id)}
      >
        <Icon name="heart" size={20} filled={track.isLiked} />
        <span className={styles.likes} aria-hidden="true">
          {formatCount(track.likes)}
        </span>
      </IconButton>
      <IconButton
        label={words.bookmark}
        active={track.isBookmarked}
        onClick={() => void toggle('bookmark', track.id)}
      >
        <Icon name="bookmark" size={20} filled={track.isBookmarked} />
      </IconButton>
    </>
  );
}
