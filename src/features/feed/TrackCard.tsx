// One recording in a list. The picture plays it, the title opens its page, the name opens the profile, the heart likes.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { memo, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { currentTrackAtom } from '../../state/player.ts';
import { playTrackAtom } from '../../state/playerActions.ts';
import type { TracksAtom } from '../../state/tracks.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { PersonOrb } from '../../ui/PersonOrb.tsx';
import { CardPicture } from './CardPicture.tsx';
import { LikeButton } from './LikeButton.tsx';
import styles from './TrackCard.module.css';

export interface TrackCardProps {
  track: TrackView;
  /** The playlist when played from here; a stable function. */
  playlist: () => readonly string[];
  /** The list that the playlist continues with. */
  source?: TracksAtom;
  /** Heading level of the title: 3 under a section's heading, 2 under the page's. */
  level?: 2 | 3;
  /** Gives the card a delete button. */
  onDelete?: ((track: TrackView) => void) | undefined;
  /** Adds an edit button in a line of its own. */
  onEdit?: ((track: TrackView) => void) | undefined;
}

export const TrackCard = memo(function TrackCard({
  track,
  playlist,
  source,
  level = 3,
  onDelete,
  onEdit,
}: TrackCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const isCurrent = useIsCurrent(track.id);
  const play = useSetAtom(playTrackAtom);
  const title = track.title === '' ? messages.card.untitled : track.title;
  const username = track.user.username === '' ? messages.card.unknownUser : track.user.username;
  const remove = onDelete !== undefined && (
    <IconButton label={fill(messages.card.deleteOne, { title })} onClick={() => onDelete(track)}>
      <Icon name="trash" size={18} />
    </IconButton>
  );
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
          {onEdit === undefined && remove}
        </div>
        <div className={styles.line}>
          <Link to={paths.profile(track.userId)} className={styles.user}>
            <PersonOrb userId={track.userId} size={18} />
            <span className={styles.text}>{username}</span>
          </Link>
          <LikeButton track={track} title={title} />
        </div>
      </div>
      {onEdit !== undefined && (
        <div className={`${styles.line} ${styles.own}`}>
          <IconButton label={fill(messages.card.editOne, { title })} onClick={() => onEdit(track)}>
            <Icon name="edit" size={18} />
          </IconButton>
          {remove}
        </div>
      )}
    </article>
  );
});

/** Re-renders only the two cards whose state changes. */
function useIsCurrent(id: string): boolean {
  return useAtomValue(useMemo(() => atom((get) => get(currentTrackAtom)?.id === id), [id]));
}
