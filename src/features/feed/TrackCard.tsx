// One recording in a list. The picture plays it, the title opens its page, the name opens the profile.
// While it is the current track a small player stands on the picture, in the room that was already there.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { memo, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatCount, formatDuration, speakDuration } from '../../lib/format.ts';
import { fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { countVisibleCardAtom, currentTrackAtom } from '../../state/player.ts';
import { closePlayerAtom, playTrackAtom } from '../../state/playerActions.ts';
import type { TracksAtom } from '../../state/tracks.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { PersonOrb } from '../../ui/PersonOrb.tsx';
import { TrackFace } from '../../ui/TrackFace.tsx';
import { CardPlayer } from './CardPlayer.tsx';
import styles from './TrackCard.module.css';

/** Share of the picture that must be on screen for the fixed player to step aside. */
const MOSTLY_VISIBLE = 0.5;

export interface TrackCardProps {
  track: TrackView;
  /** What next and previous walk through when it is played from here. */
  playlist: readonly string[];
  /** The list the playlist is the beginning of, when it may go on. */
  source?: TracksAtom;
  /** Heading level of the title: 3 under a section's heading, 2 under the page's. */
  level?: 2 | 3;
  /** Gives the card a button for its words. */
  onEdit?: ((track: TrackView) => void) | undefined;
  /** Gives the card a delete button. */
  onDelete?: ((track: TrackView) => void) | undefined;
}

export const TrackCard = memo(function TrackCard({
  track,
  playlist,
  source,
  level = 3,
  onEdit,
  onDelete,
}: TrackCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const isCurrent = useAtomValue(currentTrackAtom)?.id === track.id;
  const play = useSetAtom(playTrackAtom);
  const title = track.title === '' ? messages.card.untitled : track.title;
  const username = track.user.username === '' ? messages.card.unknownUser : track.user.username;
  return (
    <article className={`${styles.card} ${isCurrent ? styles.current : ''}`} data-track={track.id}>
      <div className={styles.picture}>
        <TrackFace face={track.face} />
        {isCurrent ? (
          <CurrentCard track={track} title={title} />
        ) : (
          <>
            <button
              type="button"
              className={styles.play}
              aria-label={fill(messages.card.play, { title })}
              onClick={() => void play(track.id, playlist, source)}
            >
              <span className={styles.playMark}>
                <Icon name="play" size={22} />
              </span>
            </button>
            <span className={styles.length}>
              <span aria-hidden="true">{formatDuration(track.duration)}</span>
              <span className={styles.spoken}>
                {fill(messages.card.length, { time: speakDuration(track.duration) })}
              </span>
            </span>
          </>
        )}
      </div>
      <Heading className={styles.title}>
        <Link to={paths.player(track.id)}>{title}</Link>
      </Heading>
      <Link to={paths.profile(track.userId)} className={styles.user}>
        <PersonOrb userId={track.userId} size={18} />
        <span className={styles.name}>{username}</span>
      </Link>
      <p className={styles.counts}>
        <Count icon="listen" count={track.plays} label={messages.card.plays} />
        <Count icon="heart" count={track.likes} label={messages.card.likes} />
      </p>
      {(onEdit ?? onDelete) !== undefined && (
        <div className={styles.own}>
          {onEdit !== undefined && (
            <IconButton label={fill(messages.card.editOne, { title })} onClick={() => onEdit(track)}>
              <Icon name="edit" size={20} />
            </IconButton>
          )}
          {onDelete !== undefined && (
            <IconButton label={fill(messages.card.deleteOne, { title })} onClick={() => onDelete(track)}>
              <Icon name="trash" size={20} />
            </IconButton>
          )}
        </div>
      )}
    </article>
  );
});

/** Tells the fixed player to step aside while this card can be seen; a press on the picture stops it. */
function CurrentCard({ track, title }: { track: TrackView; title: string }) {
  const ref = useRef<HTMLDivElement>(null);
  const countVisible = useSetAtom(countVisibleCardAtom);
  const close = useSetAtom(closePlayerAtom);
  useEffect(() => {
    const card = ref.current;
    if (card === null) return;
    let visible = false;
    const report = (now: boolean) => {
      if (now !== visible) countVisible(now ? 1 : -1);
      visible = now;
    };
    const observer = new IntersectionObserver(
      ([entry]) => report((entry?.intersectionRatio ?? 0) >= MOSTLY_VISIBLE),
      { threshold: [0, MOSTLY_VISIBLE] },
    );
    observer.observe(card);
    return () => {
      observer.disconnect();
      report(false);
    };
  }, [countVisible]);
  return (
    <div ref={ref} className={styles.live}>
      <button
        type="button"
        className={styles.play}
        aria-label={fill(messages.card.stop, { title })}
        onClick={close}
      />
      <CardPlayer track={track} />
    </div>
  );
}

interface CountProps {
  icon: 'listen' | 'heart';
  count: number;
  label: { one: string; many: string };
}

function Count({ icon, count, label }: CountProps) {
  return (
    <span className={styles.count}>
      <Icon name={icon} size={15} />
      <span aria-hidden="true">{formatCount(count)}</span>
      <span className={styles.spoken}>{fill(count === 1 ? label.one : label.many, { count })}</span>
    </span>
  );
}
