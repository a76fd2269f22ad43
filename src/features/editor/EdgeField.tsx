// One edge of an area: a number, steps of 0.1 and 1 s, and "here".
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import type { Area } from './areas.ts';
import { playheadAtom, setEdgeAtom } from './atoms.ts';
import styles from './editor.module.css';

export interface EdgeFieldProps {
  area: Area;
  edge: 'start' | 'end';
}

export function EdgeField({ area, edge }: EdgeFieldProps) {
  const set = useSetAtom(setEdgeAtom);
  const playhead = useAtomValue(playheadAtom);
  const value = area[edge];
  const [draft, setDraft] = useState(value.toFixed(2));
  useEffect(() => setDraft(value.toFixed(2)), [value]);
  const name = edge === 'start' ? studioMessages.studio.start : studioMessages.studio.end;
  const commit = () => {
    const seconds = Number.parseFloat(draft.replace(',', '.'));
    if (Number.isFinite(seconds)) set(area.id, edge, seconds);
    setDraft(value.toFixed(2));
  };
  const nudge = (by: number) => (
    <button
      type="button"
      className={styles.nudge}
      aria-label={fill(by < 0 ? studioMessages.studio.less : studioMessages.studio.moreLater, {
        edge: name,
        n: Math.abs(by),
      })}
      onClick={() => set(area.id, edge, value + by)}
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
      <div className={styles.nudges}>
        {nudge(-1)}
        {nudge(-0.1)}
        {nudge(0.1)}
        {nudge(1)}
        <button
          type="button"
          className={styles.nudge}
          aria-label={fill(studioMessages.studio.hereLabel, { edge: name })}
          onClick={() => set(area.id, edge, playhead)}
        >
          {studioMessages.studio.here}
        </button>
      </div>
    </div>
  );
}
