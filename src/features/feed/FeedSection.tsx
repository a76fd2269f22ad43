// One row of the feed: horizontal scrolling with snap on phones, a grid from 900 px.
import { Link } from 'react-router-dom';
import { fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { Section } from './atoms.ts';
import styles from './FeedSection.module.css';
import { TrackCard } from './TrackCard.tsx';
import { usePlaylist } from './usePlaylist.ts';

/** `isLead`: its first recording is large on wide screens. */
export function FeedSection({ section, isLead = false }: { section: Section; isLead?: boolean }) {
  const title = messages.category.titles[section.id].row;
  const headingId = `section-${section.id}`;
  const playlist = usePlaylist(section.tracks);
  return (
    <section aria-labelledby={headingId} className={`${styles.section} ${isLead ? styles.lead : ''}`}>
      <div className={styles.head}>
        <h2 id={headingId} className={styles.title}>
          {title}
        </h2>
        <Link
          to={paths.category(section.id)}
          className={styles.more}
          aria-label={fill(messages.feed.more, { section: title })}
        >
          <Icon name="forward" size={20} />
        </Link>
      </div>
      <ul className={styles.row}>
        {section.tracks.map((track) => (
          <li key={track.id} className={styles.item}>
            <TrackCard track={track} playlist={playlist} />
          </li>
        ))}
      </ul>
    </section>
  );
}
