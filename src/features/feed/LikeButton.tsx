// A card's like button with its count. Shows a message when the server refused the like.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatCount } from '../../lib/format.ts';
import { fill, messages } from '../../lib/messages.ts';
import { refusedLikesAtom, toggleLikeAtom } from '../../state/reactions.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './LikeButton.module.css';

export function LikeButton({ track, title }: { track: TrackView; title: string }) {
  const toggle = useSetAtom(toggleLikeAtom);
  const isRefused = useAtomValue(refusedLikesAtom).has(track.id);
  const [pressed, setPressed] = useState(false);
  const { likes } = messages.card;
  const count = fill(track.likes === 1 ? likes.one : likes.many, { count: track.likes });
  return (
    <>
      <button
        type="button"
        className={`${styles.like} ${track.isLiked ? styles.on : ''} ${pressed ? styles.pressed : ''}`}
        aria-pressed={track.isLiked}
        aria-label={`${fill(messages.card.like, { title })}, ${count}`}
        onClick={() => {
          setPressed(true);
          void toggle(track.id);
        }}
      >
        <Icon name="heart" size={18} filled={track.isLiked} />
        <span className={styles.count}>{formatCount(track.likes)}</span>
      </button>
      {isRefused && (
        <span role="status" className={styles.refused}>
          {messages.card.likeRefused}
        </span>
      )}
    </>
  );
}
