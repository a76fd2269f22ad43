// Progress and end of the simulated upload: ten percent every fifth of a second.
import { useEffect, useState } from 'react';
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { fill } from '../../lib/messages.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import styles from './demo.module.css';

export function UploadProgress({ name, percent }: { name: string; percent: number }) {
  return (
    <div className={styles.progressBox}>
      <p className={styles.file}>{fill(words.uploading, { name })}</p>
      <ProgressRing share={percent / 100} size={72} label={words.upload} />
      {percent === 100 && (
        <Notice kind="good">
          <span lang="de">{words.uploadDone}</span>
        </Notice>
      )}
    </div>
  );
}

const STEP_PERCENT = 10;
const STEP_MS = 200;

/** `percent`: null before the start, 100 when done. Setting 0 starts, null resets. */
export function useUploadSimulation(): [
  percent: number | null,
  setPercent: (percent: number | null) => void,
] {
  const [percent, setPercent] = useState<number | null>(null);
  const runs = percent !== null && percent < 100;
  useEffect(() => {
    if (!runs) return;
    const clock = setInterval(
      () => setPercent((before) => (before === null ? null : Math.min(100, before + STEP_PERCENT))),
      STEP_MS,
    );
    return () => clearInterval(clock);
  }, [runs]);
  return [percent, setPercent];
}
