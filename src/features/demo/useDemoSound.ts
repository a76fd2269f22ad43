// A demo's sound, fetched when its page opens.
import { useSetAtom } from 'jotai/react';
import { useEffect, useState } from 'react';
import { type DemoSound, fetchSampleAtom, sampleOrToneAtom } from './sample.ts';

export type DemoSoundState =
  | { status: 'loading' }
  | { status: 'ready'; sound: DemoSound }
  | { status: 'failed' };

/** `toneSeconds`: what stands in for the sample; null where nothing can, and the page says so. */
export function useDemoSound(toneSeconds: number | null): DemoSoundState {
  const [state, setState] = useState<DemoSoundState>({ status: 'loading' });
  const fetchSample = useSetAtom(fetchSampleAtom);
  const sampleOrTone = useSetAtom(sampleOrToneAtom);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    (toneSeconds === null ? fetchSample(signal) : sampleOrTone(toneSeconds, signal)).then(
      (sound) => !signal.aborted && setState({ status: 'ready', sound }),
      (error: unknown) => {
        if (signal.aborted) return;
        console.warn('the sample did not come', error);
        setState({ status: 'failed' });
      },
    );
    return () => leaving.abort();
  }, [toneSeconds, fetchSample, sampleOrTone]);
  return state;
}
