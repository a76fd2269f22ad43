// What a track is: title, by whom, what it is about, how often it was heard.
import { Link } from 'react-router-dom';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatCount } from '../../lib/format.ts';
import { fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { relativeTime } from '../../lib/time.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { PersonOrb } from '../../ui/PersonOrb.tsx';
import styles from './TrackDetails.module.css';
import { shownTags } from './tags.ts';

export function TrackDetails({ track }: { track: TrackView }) {
  const title = track.title === '' ? messages.card.untitled : track.title;
  const username = track.user.username === '' ? messages.card.unknownUser : track.user.username;
  const { tags, standIn } = shownTags(track);
  return (
    <div className={styles.details}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.by}>
        <Link to={paths.profile(username)} className={styles.user}>
          <PersonOrb userId={track.userId} size={24} />
          <span>{username}</span>
        </Link>
        <time dateTime={track.createdAt} className={styles.when}>
          {relativeTime(track.createdAt, Date.now())}
        </time>
      </p>
      <p className={track.description === '' ? styles.standIn : styles.description}>
        {track.description === '' ? messages.player.defaultDescription : track.description}
      </p>
      <ul className={styles.tags} aria-label={messages.player.tags}>
        {tags.map((tag, index) => (
          <li
            key={tag}
            className={`${styles.tag} ${index === 0 && track.gender !== null ? styles.gender : ''} ${standIn ? styles.standInTag : ''}`}
          >
            {tag}
          </li>
        ))}
      </ul>
      <ul className={styles.counts}>
        <Count icon="listen" count={track.plays} label={messages.card.plays} />
        <Count icon="heart" count={track.likes} label={messages.card.likes} />
        <Count icon="comment" count={track.commentsCount} label={messages.player.comments} />
      </ul>
    </div>
  );
}

interface CountProps {
  icon: IconName;
  count: number;
  label: { one: string; many: string };
}

function Count({ icon, count, label }: CountProps) {
  return (
    <li className={styles.count}>
      <Icon name={icon} size={18} />
      <span>{fill(count === 1 ? label.one : label.many, { count: formatCount(count) })}</span>
    </li>
  );
}
