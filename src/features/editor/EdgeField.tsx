// One edge of an area: a number field, steps of 0.1 and 1 s, and "here".
import { useSetAtom, useStore } from 'jotai';
import { useEffect, useState } from 'react';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { readTime } from '../../lib/readTime.ts';
import type { Area } from './areas.ts';
import { areasAtom, setEdgeAtom } from './atoms.ts';
import styles from './editor.module.css';
import { setEdgeHereAtom } from './listen.ts';
import { clockOfLong } from './times.ts';

export interface EdgeFieldProps {
  area: Area;
  edge: 'start' | 'end';
}

export function EdgeField({ area, edge }: EdgeFieldProps) {
  const store = useStore();
  const set = useSetAtom(setEdgeAtom);
  const setHere = useSetAtom(setEdgeHereAtom);
  const value = area[edge];
  const [draft, setDraft] = useState(value.toFixed(2));
  useEffect(() => setDraft(value.toFixed(2)), [value]);
  const name = edge === 'start' ? studioMessages.studio.start : studioMessages.studio.end;
  const commit = () => {
    const seconds = readTime(draft);
    // An unchanged field keeps its hidden decimals.
    if (Number.isFinite(seconds) && draft !== value.toFixed(2)) set(area.id, edge, seconds);
    setDraft(value.toFixed(2));
  };
  /** Reads the current value, because presses can be faster than rendering. */
  const nudgeBy = (by: number) => {
    const now = store.get(areasAtom).find(({ id }) => id === area.id);
    if (now) set(area.id, edge, now[edge] + by);
  };
  const nudge = (by: number) => (
    <button
      type="button"
      className={styles.nudge}
      aria-label={fill(by < 0 ? studioMessages.studio.less : studioMessages.studio.moreLater, {
        edge: name,
        n: Math.abs(by),
      })}
      onClick={() => nudgeBy(by)}
    >
      {by > 0 ? '+' : '−'}
      {Math.abs(by)}
    </button>
  );
  return (
    <div className={styles.edge}>
      <label className={styles.edgeLabel}>
        <span>{name}</span>
        <input
          className={styles.edgeInput}
          inputMode="decimal"
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
          }}
        />
      </label>
      <span className={styles.edgeClock}>{clockOfLong(value)}</span>
      <div className={styles.nudges}>
        {nudge(-1)}
        {nudge(-0.1)}
        {nudge(0.1)}
        {nudge(1)}
        <button
          type="button"
          className={styles.nudge}
          aria-label={fill(studioMessages.studio.hereLabel, { edge: name })}
          onClick={() => setHere(area.id, edge)}
        >
          {studioMessages.studio.here}
        </button>
      </div>
    </div>
  );
}
