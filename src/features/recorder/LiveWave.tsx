// The last minute of the running take as a strip, with its marks. Drawn from the recorded levels, one bar at a time.
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { Canvas, type Draw } from '../../ui/Canvas.tsx';
import { recorderAtom, sessionAtom, takeMarksAtom } from './atoms.ts';
import { levelLogAtom } from './levelLog.ts';
import styles from './recorder.module.css';

const SHOWN_SECONDS = 60;
/** 0.5 s each. */
const BARS = 120;
const READINGS_PER_BAR = 5;
const STEP_MS = 500;
/** With reduced motion. */
const STILL_STEP_MS = 5000;
const MARK_PX = 2;

export function LiveWave() {
  const log = useAtomValue(levelLogAtom);
  const marks = useAtomValue(takeMarksAtom);
  const session = useAtomValue(sessionAtom);
  const isRecording = useAtomValue(recorderAtom).phase === 'recording';
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (!isRecording) return;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setInterval(() => setStep((count) => count + 1), isStill ? STILL_STEP_MS : STEP_MS);
    return () => clearInterval(timer);
  }, [isRecording]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `step` stands for what the log has heard
  const draw = useCallback<Draw>(
    (context, width, height) => {
      const style = getComputedStyle(context.canvas);
      const pitch = width / BARS;
      context.fillStyle = style.getPropertyValue('--accent-to');
      log.recent(BARS, READINGS_PER_BAR).forEach((level, bar) => {
        const tall = Math.max(1, level * height);
        context.fillRect(bar * pitch, (height - tall) / 2, pitch * 0.6, tall);
      });
      context.fillStyle = style.getPropertyValue('--text');
      const now = (session?.follows?.seconds ?? 0) + (session?.capture.elapsedSeconds() ?? 0);
      for (const at of marks)
        context.fillRect(width * (1 - (now - at) / SHOWN_SECONDS) - MARK_PX, 0, MARK_PX, height);
    },
    [log, marks, session, step],
  );
  return <Canvas draw={draw} aria-hidden="true" className={styles.live} />;
}
