// The record button inside the level ring. It never moves.

import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import type { VoiceMeter } from '../../audio/voiceMeter.ts';
import { paint } from '../../ui/Canvas.tsx';
import { tick } from '../../ui/tick.ts';
import { isRunning, type RecorderState, recorderAtom, soundCheckAtom } from './atoms.ts';
import { CLIPPED, levelOf } from './levelLog.ts';
import styles from './recorder.module.css';

export interface RecordStageProps {
  meter: VoiceMeter | null;
  startLabel: string;
  stopLabel: string;
  onPress: () => void;
}

/** The ring keeps the end of the take, also while the next page opens. */
const ENDED = new Set<RecorderState['phase']>(['finishing', 'finished', 'saved']);

export function RecordStage({ meter, startLabel, stopLabel, onPress }: RecordStageProps) {
  const state = useAtomValue(recorderAtom);
  const running = isRunning(state);
  const waiting = state.phase === 'requesting' || state.phase === 'finishing' || state.phase === 'saved';
  // Reduced motion: the words of the check are enough.
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const isChecking = useAtomValue(soundCheckAtom) !== null && !isStill;
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current !== running) tick();
    wasRunning.current = running;
  }, [running]);
  const look = state.phase === 'recording' ? styles.running : running ? styles.resting : '';
  return (
    <div className={styles.stage}>
      <LevelRing
        meter={meter}
        live={state.phase === 'recording' || state.phase === 'countdown' || isChecking}
        fresh={!running && !ENDED.has(state.phase)}
        isStill={isStill}
      />
      <button
        type="button"
        className={`${styles.button} ${look}`}
        aria-label={running ? stopLabel : startLabel}
        aria-disabled={waiting}
        onClick={waiting ? undefined : onPress}
      >
        {state.phase === 'countdown' ? (
          <span className={styles.count}>{state.left}</span>
        ) : (
          <span className={styles.mark} />
        )}
      </button>
    </div>
  );
}

/** The drawing's own units; the style sheet says how large it is. */
const SIZE = 232;
const BARS = 96;
/** Inner radius of the bars; the button fits inside. */
const INNER = 66;
const LONGEST = 44;
/** Time between two bars. */
const STEP_MS = 60;
/** With reduced motion the ring is drawn after this many. */
const STILL_STEPS = 16;

interface LevelRingProps {
  meter: VoiceMeter | null;
  /** While false the ring is still and faded. */
  live: boolean;
  /** True while there is no take: empties the ring. */
  fresh: boolean;
  /** Reduced motion: shows a new picture once a second. */
  isStill: boolean;
}

/** The last few seconds of the voice as a circle of bars. One timer reads the meter, without atoms. */
function LevelRing({ meter, live, fresh, isStill }: LevelRingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const history = useRef(new Float32Array(BARS));
  const clipped = useRef(new Uint8Array(BARS));
  const head = useRef(0);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const colours = getComputedStyle(element);
    const from = colours.getPropertyValue('--accent-from');
    const to = colours.getPropertyValue('--accent-to');
    const warn = colours.getPropertyValue('--warn');
    const rest = colours.getPropertyValue('--edge');

    const draw = (context: CanvasRenderingContext2D, width: number) => {
      context.scale(width / SIZE, width / SIZE);
      const gradient = context.createLinearGradient(0, 0, SIZE, SIZE);
      gradient.addColorStop(0, from);
      gradient.addColorStop(1, to);
      context.lineCap = 'round';
      context.lineWidth = 2.5;
      context.translate(SIZE / 2, SIZE / 2);
      for (let bar = 0; bar < BARS; bar++) {
        const index = (head.current + bar) % BARS;
        const level = history.current[index] ?? 0;
        const isHeard = level > 0.02;
        context.strokeStyle = clipped.current[index] ? warn : isHeard ? gradient : rest;
        context.globalAlpha = !isHeard ? 1 : live ? 0.25 + 0.75 * (bar / BARS) : 0.4;
        const angle = (bar / BARS) * Math.PI * 2 - Math.PI / 2;
        const length = 2 + level * LONGEST;
        context.beginPath();
        context.moveTo(Math.cos(angle) * INNER, Math.sin(angle) * INNER);
        context.lineTo(Math.cos(angle) * (INNER + length), Math.sin(angle) * (INNER + length));
        context.stroke();
      }
      context.globalAlpha = 1;
    };

    const step = (from: VoiceMeter) => {
      const { peak, rmsDb } = from.read();
      history.current[head.current] = levelOf(rmsDb);
      clipped.current[head.current] = peak >= CLIPPED ? 1 : 0;
      head.current = (head.current + 1) % BARS;
      if (!isStill || head.current % STILL_STEPS === 0)
        paint(element, element.clientWidth, element.clientWidth, draw);
    };
    if (fresh) {
      history.current.fill(0);
      clipped.current.fill(0);
      head.current = 0;
    }
    paint(element, element.clientWidth, element.clientWidth, draw);
    if (!live || !meter) return;
    const timer = setInterval(() => step(meter), STEP_MS);
    return () => clearInterval(timer);
  }, [meter, live, fresh, isStill]);

  return <canvas ref={canvas} className={styles.ring} />;
}
