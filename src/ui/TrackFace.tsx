// The cover of a track, made from its sound; fills its square box. Decorative: the title is next to it.
import { useEffect, useRef } from 'react';
import { huesOf } from '../lib/hues.ts';
import { showFace } from './faceCanvases.ts';
import styles from './TrackFace.module.css';

export interface TrackFaceProps {
  /** `TrackView.face`: the same before and after publication. */
  face: string;
  className?: string | undefined;
}

export function TrackFace({ face, className }: TrackFaceProps) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const box = ref.current;
    if (box === null) return;
    let takeAway = () => {};
    const observer = new ResizeObserver(([entry]) => {
      const size = entry?.contentRect.width ?? 0;
      if (size === 0) return;
      takeAway();
      takeAway = showFace(box, size, face);
    });
    observer.observe(box);
    return () => {
      observer.disconnect();
      takeAway();
    };
  }, [face]);
  return (
    <span
      ref={ref}
      aria-hidden="true"
      className={[styles.face, className].filter(Boolean).join(' ')}
      style={{ background: `oklch(26% 0.08 ${huesOf(face).first})` }}
    />
  );
}
