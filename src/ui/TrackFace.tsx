// The picture of a track, made from its sound; fills the square box it is put in. Decorative: the title
// beside it says what it is.
import { useCallback } from 'react';
import { huesOf } from '../lib/hues.ts';
import { Canvas, type Draw } from './Canvas.tsx';
import { paintFace } from './drawFace.ts';
import styles from './TrackFace.module.css';

export interface TrackFaceProps {
  id: string;
  /** `TrackView.face`. */
  face: string;
  className?: string | undefined;
}

export function TrackFace({ id, face, className }: TrackFaceProps) {
  const draw = useCallback<Draw>((context, width) => paintFace(context, width, id, face), [id, face]);
  return (
    <Canvas
      draw={draw}
      aria-hidden="true"
      className={[styles.face, className].filter(Boolean).join(' ')}
      style={{ background: `oklch(26% 0.08 ${huesOf(id).first})` }}
    />
  );
}
