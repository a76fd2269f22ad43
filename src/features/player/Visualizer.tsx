// The circle in the middle of the player: play button and live bars, inside the ring that seeks.
import { useAtomValue, useSetAtom, useStore } from 'jotai/react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { coverHeights } from '../../lib/cover.ts';
import { formatDuration, speakDuration } from '../../lib/format.ts';
import { huesOf } from '../../lib/hues.ts';
import { fill, messages } from '../../lib/messages.ts';
import { deviceProfileAtom } from '../../state/device.ts';
import {
  durationSecondsAtom,
  elapsedSecondsAtom,
  playbackAtom,
  playerStateAtom,
} from '../../state/player.ts';
import { toggleAtom } from '../../state/playerActions.ts';
import { seekAtom, skipAtom } from '../../state/playerRun.ts';
import { Icon } from '../../ui/Icon.tsx';
import { playerPortsAtom } from './ports.ts';
import { type RingMoment, RingMoments } from './RingMoments.tsx';
import { placeOf } from './ringPicture.ts';
import { createSpectrumEar } from './spectrumEar.ts';
import styles from './Visualizer.module.css';
import { createVisualizerLoop } from './visualizerLoop.ts';

const STEP_SECONDS = 5;
const PAGE_SECONDS = 15;

interface SeekRingProps {
  /** Position under the finger, 0…1; null while the user is not seeking. Written here, read in every frame. */
  dragged: RefObject<number | null>;
  /** `dragged` has changed. */
  onDrag: () => void;
}

function SeekRing({ dragged, onDrag }: SeekRingProps) {
  const [dragging, setDragging] = useState<number | null>(null);
  const elapsed = useAtomValue(elapsedSecondsAtom);
  const duration = useAtomValue(durationSecondsAtom);
  const seek = useSetAtom(seekAtom);
  const skip = useSetAtom(skipAtom);
  const shown = dragging === null ? elapsed : dragging * duration;

  const drag = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = placeOf(event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2);
    // Crossing the gap at the top must not move the position to the other end.
    const from = dragged.current;
    const next = from !== null && Math.abs(place - from) > 0.5 ? Math.round(from) : place;
    dragged.current = next;
    setDragging(next);
    onDrag();
  };
  const drop = (commit: boolean) => {
    const place = dragged.current;
    dragged.current = null;
    setDragging(null);
    if (commit && place !== null) seek(place * duration);
    onDrag();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, () => void> = {
      ArrowRight: () => skip(STEP_SECONDS),
      ArrowUp: () => skip(STEP_SECONDS),
      ArrowLeft: () => skip(-STEP_SECONDS),
      ArrowDown: () => skip(-STEP_SECONDS),
      PageUp: () => skip(PAGE_SECONDS),
      PageDown: () => skip(-PAGE_SECONDS),
      Home: () => seek(0),
      End: () => seek(duration),
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    step();
  };

  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        className={styles.ring}
        aria-label={messages.player.position}
        aria-valuemin={0}
        aria-valuemax={Math.floor(duration)}
        aria-valuenow={Math.floor(shown)}
        aria-valuetext={fill(messages.player.positionValue, {
          elapsed: speakDuration(shown),
          total: speakDuration(duration),
        })}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          drag(event);
        }}
        onPointerMove={(event) => {
          if (dragged.current !== null) drag(event);
        }}
        onPointerUp={() => drop(true)}
        onPointerCancel={() => drop(false)}
      />
      {/* Inside the ring touch scrolls the page instead of seeking. */}
      <span className={styles.hole} aria-hidden="true" />
      {dragging !== null && <output className={styles.bubble}>{formatDuration(shown)}</output>}
    </>
  );
}

// Connects the player's state with the visualizer's loop on a canvas. The loop reads position and spectrum every
// frame; they never pass through atoms.

/**
 * Frames a second: with a live signal, with the stored envelope (15 values a second, shown at cinema rate), on weak
 * devices.
 */
const LIVE_FRAMES = 60;
const STORED_FRAMES = 24;
const SPARED_FRAMES = 15;

interface VisualizerInput {
  track: TrackView;
  /** Position under the finger, 0…1; null while the user is not seeking. */
  dragged: RefObject<number | null>;
}

/** Draws on the canvases; the ring has its own. Returns a function that requests one more frame. */
function useVisualizer(
  canvasRef: RefObject<HTMLCanvasElement | null>,
  ringRef: RefObject<HTMLCanvasElement | null>,
  { track, dragged }: VisualizerInput,
): () => void {
  const playback = useAtomValue(playbackAtom);
  const ports = useAtomValue(playerPortsAtom);
  const isWeak = useAtomValue(deviceProfileAtom).framesPerSecond < LIVE_FRAMES;
  const state = useAtomValue(playerStateAtom);
  const duration = useAtomValue(durationSecondsAtom);
  const current = state.phase !== 'idle' && state.trackId === track.id;
  const playing = current && state.phase === 'playing';
  const wake = useRef(() => {});
  const store = useStore();
  const live = useRef({ playing, current, duration });
  live.current = { playing, current, duration };
  const { cover, lufs, envelope, duration: length } = track;

  useEffect(() => {
    const [canvas, ring] = [canvasRef.current, ringRef.current];
    if (canvas === null || ring === null) return;
    const seconds = () => {
      const { playing: on, current: isOurs } = live.current;
      if (on && playback !== null) return playback.position();
      return isOurs ? store.get(elapsedSecondsAtom) : 0;
    };
    const place = () => {
      const { duration: total } = live.current;
      return total > 0 ? Math.min(1, seconds() / total) : 0;
    };
    const isLive = !isWeak && ports.listensWell();
    let frames = isWeak ? SPARED_FRAMES : isLive ? LIVE_FRAMES : STORED_FRAMES;
    void ports.savesPower().then((saves) => {
      if (saves) frames = SPARED_FRAMES;
    });
    const heights = coverHeights(cover);
    const loop = createVisualizerLoop(
      { canvas, ring, isOffThread: !isLive },
      { cover: heights, colours: cover },
      createSpectrumEar({ cover: heights, duration: length, lufs, envelope }, isLive, ports),
      {
        framesPerSecond: () => frames,
        playing: () => live.current.playing,
        seconds,
        progress: () => dragged.current ?? place(),
        element: () => playback?.element ?? null,
      },
    );
    wake.current = loop.wake;
    return () => {
      loop.close();
      wake.current = () => {};
    };
  }, [canvasRef, ringRef, store, playback, ports, cover, lufs, envelope, length, dragged, isWeak]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: these values trigger a new frame
  useEffect(() => wake.current(), [playing, duration, current]);
  // Every second: a frame, and no new elements.
  useEffect(() => store.sub(elapsedSecondsAtom, () => wake.current()), [store]);
  return () => wake.current();
}

interface VisualizerProps {
  track: TrackView;
  /** As in `RingMoments`. */
  moments: readonly RingMoment[];
}

export function Visualizer({ track, moments }: VisualizerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const ring = useRef<HTMLCanvasElement>(null);
  const dragged = useRef<number | null>(null);
  const { phase } = useAtomValue(playerStateAtom);
  const toggle = useSetAtom(toggleAtom);
  const redraw = useVisualizer(canvas, ring, { track, dragged });
  const running = phase === 'playing' || phase === 'loading';
  const title = track.title === '' ? messages.card.untitled : track.title;
  const hues = huesOf(track.cover);

  return (
    <div
      className={styles.circle}
      data-phase={phase}
      style={{ '--one': hues.first, '--two': hues.second } as CSSProperties}
    >
      <span className={styles.room} aria-hidden="true" />
      <span className={styles.breath} aria-hidden="true" />
      <canvas ref={ring} className={styles.canvas} data-cover-of={track.id} />
      <canvas ref={canvas} className={`${styles.canvas} ${styles.moving}`} data-visualizer />
      {phase === 'loading' && <span className={styles.buffering} aria-hidden="true" />}
      <SeekRing dragged={dragged} onDrag={redraw} />
      <RingMoments track={track} moments={moments} />
      <button
        type="button"
        className={styles.play}
        aria-label={fill(running ? messages.card.pause : messages.card.play, { title })}
        onClick={() => void toggle()}
      >
        <Icon name={running ? 'pause' : 'play'} size={34} />
      </button>
    </div>
  );
}
