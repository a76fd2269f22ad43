// A bar for every subject and day. One tab stop: the arrow keys move from day to day and a screen reader gets each
// day as a sentence; a pointer does the same by hovering or tapping.
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { DayCounts } from '../../../api/contract/statistics.ts';
import type { StatisticsSubject } from '../../../api/contract/statisticsSubjects.ts';
import { statisticsMessages } from '../../lib/messages/statistics.ts';
import { barHeight, dayText, numberText, peakOf, shortDayText, spokenDay } from './series.ts';
import styles from './statistics.module.css';

interface ChartProps {
  days: readonly DayCounts[];
  /** At least one. */
  shown: readonly StatisticsSubject[];
}

const WEEK = 7;

export function Chart({ days, shown }: ChartProps) {
  const last = days.length - 1;
  const [chosen, setChosen] = useState<number | null>(null);
  const index = Math.min(chosen ?? last, last);
  const scroller = useRef<HTMLDivElement>(null);
  const day = days[index];

  // Scrolls to the newest days.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new period scrolls to its end
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box) box.scrollLeft = box.scrollWidth;
    setChosen(null);
  }, [days.length]);

  const choose = (next: number) => {
    const to = Math.max(0, Math.min(last, next));
    setChosen(to);
    const box = scroller.current;
    if (!box) return;
    const width = box.scrollWidth / days.length;
    if (to * width < box.scrollLeft) box.scrollLeft = to * width;
    if ((to + 1) * width > box.scrollLeft + box.clientWidth)
      box.scrollLeft = (to + 1) * width - box.clientWidth;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: index - 1,
      ArrowDown: index - 1,
      ArrowRight: index + 1,
      ArrowUp: index + 1,
      PageDown: index - WEEK,
      PageUp: index + WEEK,
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(next);
  };
  const point = (event: PointerEvent) => {
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-day]')?.dataset.day;
    if (at !== undefined) setChosen(Number(at));
  };
  if (!day) return null;
  return (
    <>
      <p className={styles.readout} aria-hidden="true">
        <strong>
          {index === last ? `${statisticsMessages.today}, ${dayText(day.date)}` : dayText(day.date)}
        </strong>
        {shown.map((subject) => (
          <span key={subject} data-subject={subject} className={styles.reading}>
            <span className={styles.swatch} />
            {statisticsMessages.subjects[subject]} <b>{numberText(day[subject])}</b>
          </span>
        ))}
      </p>
      <div className={styles.plot}>
        <span className={styles.peak} aria-hidden="true">
          {numberText(peakOf(days, shown))}
        </span>
        <div
          ref={scroller}
          className={styles.scroller}
          role="slider"
          tabIndex={0}
          aria-label={statisticsMessages.day}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={index}
          aria-valuetext={spokenDay(day, shown)}
          onKeyDown={onKeyDown}
          onPointerOver={point}
          onPointerDown={point}
        >
          <div
            className={styles.field}
            style={{ '--days': days.length, '--shown': shown.length, '--at': index } as CSSProperties}
          >
            <span className={styles.cursor} aria-hidden="true" />
            <Bars days={days} shown={shown} />
          </div>
        </div>
      </div>
      <p className={styles.keys}>{statisticsMessages.keys}</p>
    </>
  );
}

/** The bars of all days. They change with the numbers and the selection, not with the highlighted day. */
interface BarsProps {
  days: readonly DayCounts[];
  shown: readonly StatisticsSubject[];
}

/** Days between two dates below the bars, so that they do not touch. */
const labelEvery = (count: number): number => (count <= 7 ? 1 : count <= 30 ? 5 : 7);

const Bars = memo(function Bars({ days, shown }: BarsProps) {
  const peak = peakOf(days, shown);
  const every = labelEvery(days.length);
  return (
    <div className={styles.bars} aria-hidden="true">
      {days.map((day, index) => (
        <div key={day.date} className={styles.day} data-day={index}>
          {shown.map((subject) => (
            <span
              key={subject}
              className={styles.bar}
              data-subject={subject}
              data-value={day[subject]}
              data-nothing={day[subject] === 0 || undefined}
              style={{ height: `${barHeight(day[subject], peak)}px` }}
            />
          ))}
          {(days.length - 1 - index) % every === 0 && (
            <span className={styles.date}>{shortDayText(day.date)}</span>
          )}
        </div>
      ))}
    </div>
  );
});
