// The commented recording, as a card that links to its player.
import { Link } from 'react-router-dom';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatCount, formatDuration } from '../../lib/format.ts';
import { playerMessages } from '../../lib/messages/player.ts';
import { fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { TrackCover } from '../../ui/TrackCover.tsx';
import styles from './CommentedTrack.module.css';

export function CommentedTrack({ track }: { track: TrackView }) {
  const title = track.title === '' ? messages.card.untitled : track.title;
  const { one, many } = playerMessages.comments;
  const count = track.commentsCount;
  return (
    <Link to={paths.player(track.id)} className={styles.card} data-track={track.id}>
      <span className={styles.cover}>
        <TrackCover cover={track.cover} trackId={track.id} />
      </span>
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.by}>
          {track.user.username || messages.card.unknownUser} · {formatDuration(track.duration)}
        </p>
        <p className={styles.by}>{fill(count === 1 ? one : many, { count: formatCount(count) })}</p>
      </div>
    </Link>
  );
}
