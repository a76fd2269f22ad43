// One row: a cover, the event, its time, and a button to remove it. A new row has a dot that marks it as read.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { newsMessages } from '../../lib/messages/news.ts';
import { fill } from '../../lib/messages.ts';
import { formatMoment, relativeTime } from '../../lib/time.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { PersonOrb } from '../../ui/PersonOrb.tsx';
import { TrackCover } from '../../ui/TrackCover.tsx';
import { type Entry, sentenceOf } from './entries.ts';
import styles from './News.module.css';

const COVER_PX = 40;

export interface NewsRowProps {
  entry: Entry;
  /** Milliseconds since 1970. */
  now: number;
  /** The page was opened for the track of this row. */
  isMarked: boolean;
  onRead: () => void;
  onRemove: () => void;
}

export function NewsRow({ entry, now, isMarked, onRead, onRemove }: NewsRowProps) {
  const sentence = sentenceOf(entry);
  return (
    <li
      className={[styles.row, entry.isRead ? '' : styles.new, isMarked ? styles.marked : ''].join(' ')}
      data-entry={entry.id}
      data-new={entry.isRead ? undefined : entry.id}
      data-marked={isMarked || undefined}
    >
      {entry.isRead ? (
        <span className={styles.cover}>
          <Cover cover={entry.cover} />
        </span>
      ) : (
        <button
          type="button"
          className={styles.cover}
          aria-label={fill(newsMessages.mark, { what: sentence })}
          title={fill(newsMessages.mark, { what: sentence })}
          onClick={onRead}
        >
          <Cover cover={entry.cover} />
          <span className={styles.dot} />
        </button>
      )}
      <div className={styles.words}>
        <Lead to={entry.to}>
          {!entry.isRead && <span className="spoken">{newsMessages.isNew}: </span>}
          <span className={styles.sentence}>
            <Sentence entry={entry} />
          </span>
          {entry.quote && <q className={styles.quote}>{entry.quote}</q>}
          <time className={styles.time} dateTime={entry.createdAt} title={formatMoment(entry.createdAt)}>
            {relativeTime(entry.createdAt, now)}
          </time>
        </Lead>
        {entry.resubmit && (
          <Link to={entry.resubmit} className={styles.resubmit}>
            {newsMessages.resubmit}
          </Link>
        )}
      </div>
      <IconButton label={fill(newsMessages.remove, { what: sentence })} onClick={onRemove}>
        <Icon name="close" size={18} />
      </IconButton>
    </li>
  );
}

function Lead({ to, children }: { to: string | null; children: ReactNode }) {
  return to === null ? (
    <div className={styles.lead}>{children}</div>
  ) : (
    <Link to={to} className={styles.lead}>
      {children}
    </Link>
  );
}

function Sentence({ entry }: { entry: Entry }) {
  return entry.template.split(/(\{who\}|\{what\})/).map((part) => {
    if (part !== '{who}' && part !== '{what}') return part;
    return <b key={part}>{part === '{who}' ? entry.who : entry.what}</b>;
  });
}

function Cover({ cover }: { cover: Entry['cover'] }) {
  if (cover.kind === 'person') return <PersonOrb userId={cover.userId} size={COVER_PX} />;
  if (cover.kind === 'track') return <TrackCover cover={cover.cover} className={styles.trackCover} />;
  return (
    <span className={styles.noCover}>
      <Icon name={cover.icon} size={20} />
    </span>
  );
}
