// Joins the player's state with the visualizer's loop on a canvas. Position and spectrum are read there every frame and
// never pass through atoms.
import { useAtomValue } from 'jotai/react';
import { type RefObject, useEffect, useRef } from 'react';
import { deviceProfileAtom } from '../../state/device.ts';
import {
  durationSecondsAtom,
  elapsedSecondsAtom,
  playbackAtom,
  playerStateAtom,
} from '../../state/player.ts';
import { createVisualizerLoop } from './visualizerLoop.ts';

export interface VisualizerInput {
  trackId: string;
  /** `TrackView.face`. */
  face: string;
  /** Under the finger, 0…1; null while nobody is seeking. */
  dragged: RefObject<number | null>;
}

/** Paints into `canvasRef`; answers a function that asks for one more frame. */
export function useVisualizer(
  canvasRef: RefObject<HTMLCanvasElement | null>,
  { trackId, face, dragged }: VisualizerInput,
): () => void {
  const playback = useAtomValue(playbackAtom);
  const { framesPerSecond } = useAtomValue(deviceProfileAtom);
  const state = useAtomValue(playerStateAtom);
  const elapsed = useAtomValue(elapsedSecondsAtom);
  const duration = useAtomValue(durationSecondsAtom);
  const current = state.phase !== 'idle' && state.trackId === trackId;
  const playing = current && state.phase === 'playing';
  const wake = useRef(() => {});
  const live = useRef({ playing, elapsed: 0, duration: 0 });
  live.current = { playing, elapsed: current ? elapsed : 0, duration };

  useEffect(() => {
    const canvas = canvasRef.current;
    if (canvas === null) return;
    const place = () => {
      const { playing: on, elapsed: whole, duration: total } = live.current;
      const position = on && playback !== null ? playback.position() : whole;
      return total > 0 ? Math.min(1, position / total) : 0;
    };
    const loop = createVisualizerLoop(
      canvas,
      { face },
      {
        framesPerSecond,
        playing: () => live.current.playing,
        progress: () => dragged.current ?? place(),
        element: () => playback?.element ?? null,
      },
    );
    wake.current = loop.wake;
    return () => {
      loop.close();
      wake.current = () => {};
    };
  }, [canvasRef, playback, face, dragged, framesPerSecond]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: these values are what asks for a new frame
  useEffect(() => wake.current(), [playing, elapsed, duration, current]);
  return () => wake.current();
}
