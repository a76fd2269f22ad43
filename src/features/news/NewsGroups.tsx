// The rows grouped by period; only this week is open at first.
import { useSetAtom } from 'jotai/react';
import { useEffect, useState } from 'react';
import { newsMessages } from '../../lib/messages/news.ts';
import { fill } from '../../lib/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import { markReadAtom, removeAtom, type TabName } from './atoms.ts';
import type { Entry } from './entries.ts';
import styles from './News.module.css';
import { NewsRow } from './NewsRow.tsx';

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
