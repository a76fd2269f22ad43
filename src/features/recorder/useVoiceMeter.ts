// The level meter of the open microphone: feeds the ring and the level log, and detects silence and clipping.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import type { VoiceMeter } from '../../audio/voiceMeter.ts';
import { isRunning, microphoneAtom, recorderAtom } from './atoms.ts';
import { CLIPPED, levelLogAtom, SILENT_DB } from './levelLog.ts';
import { openMeterAtom } from './ports.ts';
import { holdRecordingAtom } from './recording.ts';
import { naturalSoundAtom } from './settings.ts';

/** A voice that is missing for this long counts as silence. */
const QUIET_MS = 10_000;
/** The warning stays this long after the last clip. */
const CLIPPED_MS = 2000;
const CHECK_MS = 100;

/** `raised`: clipping while the browser's automatic gain is on. */
export type VoiceLevel = 'ok' | 'quiet' | 'clipping' | 'raised';

/** Opens a meter while the microphone is open; null without one. */
export function useVoiceMeter(): { meter: VoiceMeter | null; level: VoiceLevel } {
  const microphone = useAtomValue(microphoneAtom);
  const recording = useAtomValue(recorderAtom).phase === 'recording';
  const openMeter = useAtomValue(openMeterAtom);
  const log = useAtomValue(levelLogAtom);
  const natural = useAtomValue(naturalSoundAtom);
  const [meter, setMeter] = useState<VoiceMeter | null>(null);
  const [level, setLevel] = useState<VoiceLevel>('ok');

  useEffect(() => {
    if (!microphone) return;
    let closed = false;
    let opened: VoiceMeter | null = null;
    openMeter(microphone).then(
      (next) => {
        if (closed) return next.close();
        opened = next;
        setMeter(next);
      },
      // Recording works without a meter.
      (error: unknown) => console.warn('no level meter', error),
    );
    return () => {
      closed = true;
      opened?.close();
      setMeter(null);
    };
  }, [microphone, openMeter]);

  const running = isRunning(useAtomValue(recorderAtom));
  const hold = useSetAtom(holdRecordingAtom);
  useEffect(() => {
    if (!meter || !running) return;
    let wasHeld = false;
    const check = setInterval(() => {
      if (meter.isHeld !== wasHeld) hold(meter.isHeld);
      wasHeld = meter.isHeld;
    }, CHECK_MS);
    return () => clearInterval(check);
  }, [meter, running, hold]);

  useEffect(() => {
    if (!meter || !recording) return;
    const isRaised = meter.hasAutomaticGain ?? !natural;
    let lastVoiceAt = performance.now();
    let clippedAt = Number.NEGATIVE_INFINITY;
    const check = setInterval(() => {
      const now = performance.now();
      // A suspended audio graph hears nothing; that is not silence.
      if (!meter.hears) {
        lastVoiceAt = now;
        return;
      }
      const { peak, rmsDb } = meter.read();
      log.append(peak, rmsDb, isRaised);
      if (rmsDb > SILENT_DB) lastVoiceAt = now;
      if (peak >= CLIPPED) clippedAt = now;
      const isClipping = now - clippedAt < CLIPPED_MS;
      if (isClipping) setLevel(isRaised ? 'raised' : 'clipping');
      else setLevel(now - lastVoiceAt > QUIET_MS ? 'quiet' : 'ok');
    }, CHECK_MS);
    return () => {
      clearInterval(check);
      setLevel('ok');
    };
  }, [meter, recording, log, natural]);

  return { meter, level };
}
