// The rows grouped by period; only this week is open at first.
import { useSetAtom } from 'jotai/react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { newsMessages } from '../../lib/messages/news.ts';
import { fill } from '../../lib/messages.ts';
import { formatMoment, relativeTime } from '../../lib/time.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { PersonOrb } from '../../ui/PersonOrb.tsx';
import { TrackCover } from '../../ui/TrackCover.tsx';
import { markReadAtom, removeAtom, type TabName } from './atoms.ts';
import { type Entry, sentenceOf } from './entries.ts';
import styles from './News.module.css';

const COVER_PX = 40;

interface NewsRowProps {
  entry: Entry;
  /** Milliseconds since 1970. */
  now: number;
  /** The page was opened for the track of this row. */
  isMarked: boolean;
  onRead: () => void;
  onRemove: () => void;
}

function NewsRow({ entry, now, isMarked, onRead, onRemove }: NewsRowProps) {
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

/** Periods of the News page, first match wins. Weeks begin on Monday, in local time. */
const GROUPS = ['thisWeek', 'lastWeek', 'weeks', 'months', 'older'] as const;
type GroupName = (typeof GROUPS)[number];

const WEEKS_BACK = 5;
const MONTHS_BACK = 6;

/** Monday 0:00 of the week of `now`, and of earlier ones. Counts days, not hours: a week may have 167 or 169. */
const mondayOf = (now: Date, weeksBack: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - ((now.getDay() + 6) % 7) - 7 * weeksBack);

function monthsBefore(now: Date, months: number): Date {
  const last = new Date(now.getFullYear(), now.getMonth() - months + 1, 0).getDate();
  const day = Math.min(now.getDate(), last);
  return new Date(now.getFullYear(), now.getMonth() - months, day, now.getHours(), now.getMinutes());
}

/** The period of an ISO time. A time in the future counts as this week. */
export function groupOf(createdAt: string, now: Date): GroupName {
  const at = new Date(createdAt);
  if (at >= mondayOf(now, 0)) return 'thisWeek';
  if (at >= mondayOf(now, 1)) return 'lastWeek';
  if (at >= mondayOf(now, WEEKS_BACK)) return 'weeks';
  return at >= monthsBefore(now, MONTHS_BACK) ? 'months' : 'older';
}

/** In the order of `GROUPS`: this week always, the others only when they have rows. */
export function groupRows<Row extends { createdAt: string }>(
  rows: readonly Row[],
  now: Date,
): { name: GroupName; rows: Row[] }[] {
  const groups = GROUPS.map((name) => ({ name, rows: [] as Row[] }));
  for (const row of rows) groups[GROUPS.indexOf(groupOf(row.createdAt, now))]?.rows.push(row);
  return groups.filter(({ name, rows: own }) => name === 'thisWeek' || own.length > 0);
}

/** Relative times are updated at this interval. */
const TICK_MS = 30_000;

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface NewsGroupsProps {
  tab: TabName;
  entries: readonly Entry[];
  /** The track the page was opened for. */
  trackId: string | null;
}

export function NewsGroups({ tab, entries, trackId }: NewsGroupsProps) {
  const now = useNow();
  const [toggled, setToggled] = useState<ReadonlyMap<GroupName, boolean>>(new Map());
  const markRead = useSetAtom(markReadAtom);
  const remove = useSetAtom(removeAtom);
  const marked = trackId === null ? undefined : entries.find((entry) => entry.trackId === trackId);
  const markedGroup = marked && groupOf(marked.createdAt, new Date(now));
  const hasMarked = marked !== undefined;
  useEffect(() => {
    if (hasMarked) document.querySelector('[data-marked]')?.scrollIntoView({ block: 'center' });
  }, [hasMarked]);
  return groupRows(entries, new Date(now)).map(({ name, rows }) => {
    const isOpen = toggled.get(name) ?? (name === 'thisWeek' || name === markedGroup);
    const id = `news-${tab}-${name}`;
    return (
      <section key={name} className={styles.group}>
        <h2 className={styles.groupTitle}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setToggled((before) => new Map(before).set(name, !isOpen))}
          >
            <span>{newsMessages.groups[name]}</span>
            <span className={styles.count}>
              {fill(rows.length === 1 ? newsMessages.count.one : newsMessages.count.many, {
                count: rows.length,
              })}
            </span>
            <Icon name={isOpen ? 'up' : 'down'} size={18} />
          </button>
        </h2>
        <div id={id} hidden={!isOpen}>
          {isOpen && rows.length === 0 && <p className={styles.nothing}>{newsMessages.empty}</p>}
          {isOpen && rows.length > 0 && (
            <ul className={styles.rows}>
              {rows.map((entry) => (
                <NewsRow
                  key={entry.id}
                  entry={entry}
                  now={now}
                  isMarked={trackId !== null && entry.trackId === trackId}
                  onRead={() => void markRead([entry.id])}
                  onRemove={() => remove(tab, entry.id)}
                />
              ))}
            </ul>
          )}
        </div>
      </section>
    );
  });
}
