// The picture of a track, made from its sound; fills the square box it is put in. Decorative: the title
// beside it says what it is.
import { useCallback, useEffect, useRef } from 'react';
import { huesOf } from '../lib/hues.ts';
import { Canvas, type Draw } from './Canvas.tsx';
import { isFaceKept, paintFace } from './drawFace.ts';
import { paintSoon } from './paintSoon.ts';
import styles from './TrackFace.module.css';

export interface TrackFaceProps {
  /** `TrackView.face`: one recording has one, before it is published and after. */
  face: string;
  className?: string | undefined;
}

export function TrackFace({ face, className }: TrackFaceProps) {
  const takeBack = useRef(() => {});
  const draw = useCallback<Draw>(
    (context, width) => {
      takeBack.current();
      if (isFaceKept(context, face)) paintFace(context, width, face);
      else takeBack.current = paintSoon(() => paintFace(context, width, face));
    },
    [face],
  );
  useEffect(() => () => takeBack.current(), []);
  return (
    <Canvas
      draw={draw}
      aria-hidden="true"
      className={[styles.face, className].filter(Boolean).join(' ')}
      style={{ background: `oklch(26% 0.08 ${huesOf(face).first})` }}
    />
  );
}
