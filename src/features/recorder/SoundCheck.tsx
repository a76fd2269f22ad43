// Says in words what the sound of an open microphone needs before a take.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import type { VoiceMeter } from '../../audio/voiceMeter.ts';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { soundCheckAtom } from './atoms.ts';
import styles from './recorder.module.css';
import { naturalSoundAtom } from './settings.ts';
import { adviceOf, type Reading, type SoundAdvice, stopSoundCheckAtom } from './soundCheck.ts';

const READ_MS = 100;
/** The words change at most once a second. */
const READINGS_PER_ADVICE = 10;
const KEPT_READINGS = 60;
/** No microphone stays open unnoticed. */
const LONGEST_MS = 60_000;

const { check: words, record } = recorderMessages;
const SENTENCE: Record<SoundAdvice, string> = {
  ...words.advice,
  clipping: record.clipping,
  raised: record.raised,
};

export function SoundCheck({ meter }: { meter: VoiceMeter | null }) {
  const natural = useAtomValue(naturalSoundAtom);
  const stop = useSetAtom(stopSoundCheckAtom);
  const isOpen = useAtomValue(soundCheckAtom) !== null;
  const [advice, setAdvice] = useState<SoundAdvice>('stayQuiet');

  useEffect(() => {
    if (!meter) return;
    const readings: Reading[] = [];
    let count = 0;
    const timer = setInterval(() => {
      // A suspended audio graph hears nothing; that is not silence.
      if (!meter.hears) return;
      const { peak, rmsDb } = meter.read();
      readings.push({ peak, rmsDb });
      if (readings.length > KEPT_READINGS) readings.shift();
      count += 1;
      if (count % READINGS_PER_ADVICE === 0)
        setAdvice(adviceOf(readings, meter.hasAutomaticGain ?? !natural));
    }, READ_MS);
    return () => clearInterval(timer);
  }, [meter, natural]);

  useEffect(() => {
    const timer = setTimeout(stop, LONGEST_MS);
    const hide = () => document.visibilityState === 'hidden' && stop();
    document.addEventListener('visibilitychange', hide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [stop]);

  return (
    <p role="status" className={styles.check}>
      {isOpen ? SENTENCE[advice] : studioMessages.studio.askingForMicrophone}
    </p>
  );
}
