// The meter of the open microphone for the level ring, and the two things a person should be told about it.
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { VoiceMeter } from '../../audio/voiceMeter.ts';
import { microphoneAtom } from './atoms.ts';
import { openMeterAtom } from './ports.ts';

/** Below this for `QUIET_MS` we say that we hear nothing (dBFS). */
const QUIET_DB = -60;
const QUIET_MS = 10_000;
const CHECK_MS = 500;

/** Opens a meter while the microphone is open; null without one or where the browser has none. */
export function useVoiceMeter(): { meter: VoiceMeter | null; quiet: boolean } {
  const microphone = useAtomValue(microphoneAtom);
  const openMeter = useAtomValue(openMeterAtom);
  const [meter, setMeter] = useState<VoiceMeter | null>(null);
  const [quiet, setQuiet] = useState(false);

  useEffect(() => {
    if (!microphone) return;
    let closed = false;
    let opened: VoiceMeter | null = null;
    let heardAt = performance.now();
    openMeter(microphone).then(
      (next) => {
        if (closed) return next.close();
        opened = next;
        heardAt = performance.now();
        setMeter(next);
      },
      // A take without a ring is still a take.
      (error: unknown) => console.warn('no level meter', error),
    );
    const check = setInterval(() => {
      if (!opened) return;
      if (opened.read().rmsDb > QUIET_DB) heardAt = performance.now();
      setQuiet(performance.now() - heardAt > QUIET_MS);
    }, CHECK_MS);
    return () => {
      closed = true;
      clearInterval(check);
      opened?.close();
      setMeter(null);
      setQuiet(false);
    };
  }, [microphone, openMeter]);

  return { meter, quiet };
}

export type { VoiceMeter };
