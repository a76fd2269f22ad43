// The cover of a track, made from its sound; fills its square box. Decorative: the title is next to it.
import { useEffect, useRef } from 'react';
import { huesOf } from '../lib/hues.ts';
import { showCover } from './coverCanvases.ts';
import styles from './TrackCover.module.css';

export interface TrackCoverProps {
  /** `TrackView.cover`: the same before and after publication. */
  cover: string;
  className?: string | undefined;
  /** Set where this cover becomes the player's ring when the player opens. */
  trackId?: string;
}

export function TrackCover({ cover, className, trackId }: TrackCoverProps) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const box = ref.current;
    if (box === null) return;
    let takeAway = () => {};
    const observer = new ResizeObserver(([entry]) => {
      const size = entry?.contentRect.width ?? 0;
      if (size === 0) return;
      takeAway();
      takeAway = showCover(box, size, cover);
    });
    observer.observe(box);
    return () => {
      observer.disconnect();
      takeAway();
    };
  }, [cover]);
  return (
    <span
      ref={ref}
      aria-hidden="true"
      data-cover-of={trackId}
      className={[styles.cover, className].filter(Boolean).join(' ')}
      style={{ background: `oklch(26% 0.08 ${huesOf(cover).first})` }}
    />
  );
}
