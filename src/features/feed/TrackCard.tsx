// One recording in a list. The picture plays it, the title opens its page, the name opens the profile, the heart likes.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatCount } from '../../lib/format.ts';
import { fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { currentTrackAtom } from '../../state/player.ts';
import { playTrackAtom } from '../../state/playerActions.ts';
import { refusedLikesAtom, toggleLikeAtom } from '../../state/reactions.ts';
import type { TracksAtom } from '../../state/tracks.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PersonOrb } from '../../ui/PersonOrb.tsx';
import { CardPicture } from './CardPicture.tsx';
import likeButtonStyles from './LikeButton.module.css';
import styles from './TrackCard.module.css';

function LikeButton({ track, title }: { track: TrackView; title: string }) {
  const toggle = useSetAtom(toggleLikeAtom);
  const isRefused = useAtomValue(refusedLikesAtom).has(track.id);
  const [pressed, setPressed] = useState(false);
  const { likes } = messages.card;
  const count = fill(track.likes === 1 ? likes.one : likes.many, { count: track.likes });
  return (
    <>
      <button
        type="button"
        className={`${likeButtonStyles.like} ${track.isLiked ? likeButtonStyles.on : ''} ${pressed ? likeButtonStyles.pressed : ''}`}
        aria-pressed={track.isLiked}
        aria-label={`${fill(messages.card.like, { title })}, ${count}`}
        onClick={() => {
          setPressed(true);
          void toggle(track.id);
        }}
      >
        <Icon name="heart" size={18} filled={track.isLiked} />
        <span className={likeButtonStyles.count}>{formatCount(track.likes)}</span>
      </button>
      {isRefused && (
        <span role="status" className={likeButtonStyles.refused}>
          {messages.card.likeRefused}
        </span>
      )}
    </>
  );
}

export interface TrackCardProps {
  track: TrackView;
  /** The playlist when played from here; a stable function. */
  playlist: () => readonly string[];
  /** The list that the playlist continues with. */
  source?: TracksAtom;
  /** Heading level of the title: 3 under a section's heading, 2 under the page's. */
  level?: 2 | 3;
  /** Also shows the description or the tags. For a large card. */
  isLead?: boolean;
  /** Renders a button next to the title; a stable function. */
  renderMenu?: ((track: TrackView) => ReactNode) | undefined;
}

export const TrackCard = memo(function TrackCard({
  track,
  playlist,
  source,
  level = 3,
  isLead = false,
  renderMenu,
}: TrackCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const isCurrent = useIsCurrent(track.id);
  const play = useSetAtom(playTrackAtom);
  const title = track.title === '' ? messages.card.untitled : track.title;
  const username = track.user.username === '' ? messages.card.unknownUser : track.user.username;
  return (
    <article className={styles.card} data-track={track.id}>
      <CardPicture
        track={track}
        title={title}
        isCurrent={isCurrent}
        onPlay={(from) => void play(track.id, playlist(), source, from)}
      />
      <div className={styles.words}>
        <div className={styles.line}>
          <Heading className={styles.title}>
            <Link to={paths.player(track.id)} className={styles.open}>
              <span className={styles.text}>{title}</span>
            </Link>
          </Heading>
          {renderMenu?.(track)}
        </div>
        {isLead && <p className={styles.about}>{track.description || track.tags.join(' · ')}</p>}
        <div className={styles.line}>
          <Link to={paths.profile(track.userId)} className={styles.user}>
            <PersonOrb userId={track.userId} size={18} />
            <span className={styles.text}>{username}</span>
          </Link>
          <LikeButton track={track} title={title} />
        </div>
      </div>
    </article>
  );
});

/** Re-renders only the two cards whose state changes. */
function useIsCurrent(id: string): boolean {
  return useAtomValue(useMemo(() => atom((get) => get(currentTrackAtom)?.id === id), [id]));
}
