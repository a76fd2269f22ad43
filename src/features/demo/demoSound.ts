// The sound of the demos: this site's sample, or a tone if it cannot be loaded.

import { useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { useEffect, useState } from 'react';
import { monoWav, pcm16 } from '../../lib/monoWav.ts';
import { demoPortsAtom } from './ports.ts';

const SAMPLE_PATH = '/okayletsgo.mp3';
const RATE = 44_100;
const TONE_HZ = 440;
const TONE_AMPLITUDE = 0.3;

/** Length of the replacement tone, seconds. */
export const TONE_SECONDS = { workflow: 10, record: 5 } as const;

export interface DemoSound {
  file: Blob;
  name: string;
  isTone: boolean;
}

/** 440 Hz, mono, 16 bit. */
function toneOf(seconds: number): DemoSound {
  const samples = Float32Array.from(
    { length: seconds * RATE },
    (_, n) => TONE_AMPLITUDE * Math.sin((2 * Math.PI * TONE_HZ * n) / RATE),
  );
  return { file: monoWav([pcm16(samples)], RATE), name: 'demo_tone.wav', isTone: true };
}

/** Rejects when the sample cannot be fetched or is not audio. */
const fetchSampleAtom = atom(null, async (get, _set, signal: AbortSignal): Promise<DemoSound> => {
  const file = await get(demoPortsAtom).fetchAudio(SAMPLE_PATH, signal);
  if (!file.type.startsWith('audio/')) throw new TypeError(`unexpected sample type ${file.type}`);
  return { file, name: SAMPLE_PATH.slice(1), isTone: false };
});

/** The sample, or a tone of `toneSeconds`. Rejects only when aborted. */
const sampleOrToneAtom = atom(
  null,
  async (_get, set, toneSeconds: number, signal: AbortSignal): Promise<DemoSound> => {
    try {
      return await set(fetchSampleAtom, signal);
    } catch (error) {
      signal.throwIfAborted();
      console.info('using the tone instead of the sample', error);
      return toneOf(toneSeconds);
    }
  },
);

type DemoSoundState = { status: 'loading' } | { status: 'ready'; sound: DemoSound } | { status: 'failed' };

/** `toneSeconds`: length of the replacement tone; null if the page needs the sample. */
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
        console.warn('could not load the sample', error);
        setState({ status: 'failed' });
      },
    );
    return () => leaving.abort();
  }, [toneSeconds, fetchSample, sampleOrTone]);
  return state;
}
