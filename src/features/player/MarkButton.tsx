// Like or bookmark: a toggle whose icon beats once when it is pressed.
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatCount } from '../../lib/format.ts';
import { playerMessages as words } from '../../lib/messages/player.ts';
import { fill, messages } from '../../lib/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import { type Mark, toggleMarkAtom } from './marks.ts';
import styles from './TrackActions.module.css';

export function MarkButton({ mark, track }: { mark: Mark; track: TrackView }) {
  const toggle = useSetAtom(toggleMarkAtom);
  const [beats, setBeats] = useState(0);
  const isLike = mark === 'like';
  const isOn = isLike ? track.isLiked : track.isBookmarked;
  const { one, many } = messages.card.likes;
  const count = fill(track.likes === 1 ? one : many, { count: formatCount(track.likes) });
  const press = () => {
    setBeats((before) => before + 1);
    void toggle(mark, track.id);
  };
  return (
    <button
      type="button"
      className={`${styles.action} ${isOn ? styles.on : ''}`}
      aria-pressed={isOn}
      aria-label={isLike ? `${words.like}, ${count}` : words.bookmark}
      title={words[mark]}
      onClick={press}
      data-mark={mark}
    >
      {/* A new element restarts the animation, however quickly the button is pressed again. */}
      <span key={beats} className={beats > 0 ? styles.beat : undefined}>
        <Icon name={isLike ? 'heart' : 'bookmark'} size={24} filled={isOn} />
      </span>
      {isLike && (
        <span aria-hidden="true" className={styles.number}>
          {formatCount(track.likes)}
        </span>
      )}
    </button>
  );
}
