// "Upload Successful!", and on to the track after three seconds unless the person does anything at all.
import { type ReactNode, useEffect, useState } from 'react';
import { studioMessages } from '../../lib/messages/studio.ts';
import { readSuccessNotice } from './outcome.ts';
import styles from './publish.module.css';

/** S1 §9. */
const REDIRECT_MS = 3000;

export interface SuccessNoticeProps {
  /** Navigation state, possibly missing. */
  state: unknown;
  onward: (trackId: string | null) => void;
  actions: (trackId: string | null) => ReactNode;
}

export function SuccessNotice({ state, onward, actions }: SuccessNoticeProps) {
  const { title, trackId } = readSuccessNotice(state);
  const [waiting, setWaiting] = useState(
    () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  );
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => onward(trackId), REDIRECT_MS);
    const stop = () => setWaiting(false);
    const events = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const event of events) window.addEventListener(event, stop, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const event of events) window.removeEventListener(event, stop);
    };
  }, [waiting, trackId, onward]);
  return (
    <section className={styles.notice}>
      <span className={styles.moon} aria-hidden="true" />
      <h1>{studioMessages.uploadResult.success}</h1>
      {title && <p className={styles.lead}>{title}</p>}
      <p className={styles.small} role="status">
        {waiting && studioMessages.studio.leavingSoon}
      </p>
      <div className={styles.ways}>{actions(trackId)}</div>
    </section>
  );
}
