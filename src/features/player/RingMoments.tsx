// The moments that comments name, as ticks on the seek ring. When the sound reaches one, its line rises for three
// seconds. Hidden from screen readers: the comments with their moments follow in the page.
import { useAtomValue } from 'jotai/react';
import { memo, useEffect, useRef, useState } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { elapsedSecondsAtom, playerStateAtom } from '../../state/player.ts';
import { PersonOrb } from '../../ui/PersonOrb.tsx';
import styles from './RingMoments.module.css';
import { angleOf } from './ringPicture.ts';

export interface RingMoment {
  /** Whole seconds from the start. */
  seconds: number;
  userId: string;
  text: string;
}

const LINE_MS = 3000;
/** Largest step of the position that still is playback, seconds; a larger one is a seek. */
const STEP_SECONDS = 3;
/** Of the drawing's box. */
const SIZE = 1000;
/** Ticks stand outside the ring's longest stroke, as fractions of the side. */
const TICK_FROM = 0.493;
const TICK_TO = 0.518;
/** Ticks closer than this fraction of the recording are one. */
const APART = 1 / 160;

/** The newest comment's moment where the sound is, or that it has just passed. */
function reachedMoment(moments: readonly RingMoment[], before: number, now: number): RingMoment | null {
  const from = now - before > STEP_SECONDS ? now - 1 : Math.min(before, now - 1);
  return moments.reduce<RingMoment | null>(
    (best, each) =>
      each.seconds > from && each.seconds <= now && each.seconds > (best?.seconds ?? -1) ? each : best,
    null,
  );
}

interface RingMomentsProps {
  track: TrackView;
  /** The newest comment's first. */
  moments: readonly RingMoment[];
}

export function RingMoments({ track, moments }: RingMomentsProps) {
  const reached = useReached(track.id, moments);
  if (moments.length === 0) return null;
  return (
    <>
      <Ticks moments={moments} duration={track.duration} />
      {reached !== null && (
        <p key={reached.count} className={styles.line} aria-hidden="true" data-risen>
          <PersonOrb userId={reached.moment.userId} size={20} />
          <span className={styles.text}>{reached.moment.text}</span>
        </p>
      )}
    </>
  );
}

/** `count` differs for each moment reached. */
function useReached(trackId: string, moments: readonly RingMoment[]) {
  const state = useAtomValue(playerStateAtom);
  const elapsed = useAtomValue(elapsedSecondsAtom);
  const isPlaying = state.phase === 'playing' && state.trackId === trackId;
  const [reached, setReached] = useState<{ moment: RingMoment; count: number } | null>(null);
  const known = useRef(moments);
  known.current = moments;
  const before = useRef(elapsed);
  useEffect(() => {
    const from = before.current;
    before.current = elapsed;
    if (!isPlaying) return;
    const moment = reachedMoment(known.current, from, elapsed);
    if (moment !== null) setReached((last) => ({ moment, count: (last?.count ?? 0) + 1 }));
  }, [elapsed, isPlaying]);
  useEffect(() => {
    if (reached === null) return;
    const timer = setTimeout(() => setReached(null), LINE_MS);
    return () => clearTimeout(timer);
  }, [reached]);
  return reached;
}

const Ticks = memo(function Ticks({
  moments,
  duration,
}: {
  moments: readonly RingMoment[];
  duration: number;
}) {
  const places = [...new Set(moments.map(({ seconds }) => Math.round(seconds / duration / APART)))];
  const path = places
    .map((place) => {
      const angle = angleOf(Math.min(1, place * APART));
      const at = (radius: number) =>
        [Math.cos(angle), Math.sin(angle)].map((part) => (SIZE * (0.5 + radius * part)).toFixed(1)).join(' ');
      return `M${at(TICK_FROM)}L${at(TICK_TO)}`;
    })
    .join('');
  return (
    <svg
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      className={styles.ticks}
      aria-hidden="true"
      data-moments={places.length}
    >
      <path d={path} />
    </svg>
  );
});
