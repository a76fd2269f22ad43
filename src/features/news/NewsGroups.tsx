// The rows grouped by period; only this week is open at first.
import { useSetAtom } from 'jotai/react';
import { useEffect, useState } from 'react';
import { newsMessages } from '../../lib/messages/news.ts';
import { fill } from '../../lib/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import { markReadAtom, removeAtom, type TabName } from './atoms.ts';
import type { Entry } from './entries.ts';
import { type GroupName, groupOf, groupRows } from './groups.ts';
import styles from './News.module.css';
import { NewsRow } from './NewsRow.tsx';

/** Relative times are updated this often. */
const TICK_MS = 30_000;

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export interface NewsGroupsProps {
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
