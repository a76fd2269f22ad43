// Runs the visualizer's one animation-frame loop: only while something moves and the page can be seen.
// Position and spectrum are read here every frame and never pass through atoms.
import { useAtomValue } from 'jotai/react';
import { type RefObject, useEffect, useRef } from 'react';
import { openTap, type Tap } from '../../audio/tap.ts';
import { faceHeights, heightAt } from '../../lib/face.ts';
import { huesOf } from '../../lib/hues.ts';
import {
  durationSecondsAtom,
  elapsedSecondsAtom,
  playbackAtom,
  playerStateAtom,
} from '../../state/player.ts';
import { paint } from '../../ui/Canvas.tsx';
import { BANDS, bandLevels, peakHz, settle } from './bands.ts';
import { drawPlayer, type PlayerPicture } from './drawPlayer.ts';

/** The heard frequency is published for tests and tools at most this often. */
const PUBLISH_MS = 250;
/** RMS at which the halo is full; speech at −18 LUFS peaks around it. */
const FULL_RMS = 0.35;

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
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    const picture: PlayerPicture = {
      face: faceHeights(face),
      bands: new Float32Array(BANDS),
      loudness: 0,
      progress: 0,
      hues: huesOf(trackId),
    };
    const target = new Float32Array(BANDS);
    let tap: Tap | null = null;
    let bins = new Uint8Array(0);
    let opening = false;
    let closed = false;
    let frame = 0;
    let before = 0;
    let published = 0;

    const listen = async () => {
      const element = playback?.element ?? null;
      if (opening || tap !== null || element === null) return;
      opening = true;
      const opened = await openTap(element);
      opening = false;
      if (closed || document.hidden || !live.current.playing) opened?.close();
      else if (opened !== null) {
        tap = opened;
        bins = new Uint8Array(opened.binCount);
      }
    };

    const hear = (now: number): number => {
      if (tap === null) {
        // No way to listen: show the loudness the recording has at this place, in a plain shape.
        const level = heightAt(picture.face, picture.progress);
        for (let i = 0; i < BANDS; i++) target[i] = level * 0.7 * Math.cos((i / BANDS) * 1.4) ** 2;
        return level * 0.7;
      }
      const { rms } = tap.read(bins);
      bandLevels(bins, tap.sampleRate, target);
      if (now - published > PUBLISH_MS) {
        published = now;
        canvas.dataset.peakHz = peakHz(bins, tap.sampleRate).toFixed(0);
      }
      return Math.min(1, rms / FULL_RMS);
    };

    const draw = (now: number) => {
      frame = 0;
      const seconds = Math.min(0.1, before === 0 ? 0.016 : (now - before) / 1000);
      before = now;
      const { playing: on, elapsed: whole, duration: total } = live.current;
      const position = on && playback !== null ? playback.position() : whole;
      picture.progress = dragged.current ?? (total > 0 ? Math.min(1, position / total) : 0);
      let loudness = 0;
      if (on && !still.matches) loudness = hear(now);
      else target.fill(0);
      const moving = settle(picture.bands, target, seconds);
      picture.loudness += (loudness - picture.loudness) * (1 - Math.exp(-seconds / 0.12));
      const box = canvas.clientWidth;
      if (box > 0) paint(canvas, box, box, (context, size) => drawPlayer(context, size, picture));
      const settling = moving || picture.loudness > 0.01;
      if ((on && !still.matches) || settling) ask();
      else rest();
      canvas.dataset.running = String(frame !== 0);
    };
    /** Nothing moves: the audio graph goes too, it costs battery. */
    const rest = () => {
      before = 0;
      tap?.close();
      tap = null;
      delete canvas.dataset.peakHz;
    };
    const ask = () => {
      if (frame === 0 && !document.hidden) frame = requestAnimationFrame(draw);
    };
    const stop = () => {
      cancelAnimationFrame(frame);
      frame = 0;
      rest();
      canvas.dataset.running = 'false';
    };

    wake.current = () => {
      if (live.current.playing && !still.matches) void listen();
      ask();
    };
    const onVisibility = () => (document.hidden ? stop() : wake.current());
    const resize = new ResizeObserver(ask);
    resize.observe(canvas);
    document.addEventListener('visibilitychange', onVisibility);
    wake.current();
    return () => {
      closed = true;
      stop();
      resize.disconnect();
      document.removeEventListener('visibilitychange', onVisibility);
      wake.current = () => {};
    };
  }, [canvasRef, playback, trackId, face, dragged]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: these values are what asks for a new frame
  useEffect(() => wake.current(), [playing, elapsed, duration, current]);
  return () => wake.current();
}
