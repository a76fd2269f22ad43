// Plays the file as listeners will hear it: the copy that the server publishes, decoded by the browser, as loud as the player
// makes it.
import { atom } from 'jotai/vanilla';
import { dspAtom } from '../../state/dsp.ts';
import { evenedVolume, turnedDownDb, volumeAtom } from '../../state/player.ts';
import { claimSoundAtom } from '../../state/sound.ts';
import { type Outgoing, prepareOutgoingAtom } from './outgoing.ts';
import { publishPortsAtom } from './ports.ts';

export type Preview =
  | { phase: 'idle' }
  /** Waits for the copy, whose progress `cleaningAtom` has. */
  | { phase: 'copying' }
  /** `share`: 0 … 1. */
  | { phase: 'measuring'; share: number }
  /** The browser starts the sound only after another press. */
  | { phase: 'ready' }
  | { phase: 'playing' }
  | { phase: 'failed' };

interface Published {
  /** The file that the server publishes. */
  sound: Blob;
  /** Only the preview needs `sound`. */
  isOwn: boolean;
  /** As the server measures it; null for silence. */
  lufs: number | null;
}

const stateAtom = atom<Preview>({ phase: 'idle' });
export const previewAtom = atom((get) => get(stateAtom));
const publishedAtom = atom<Published | null>(null);
/** How many dB quieter most listeners hear the file; null until it is measured. */
export const quieterDbAtom = atom((get) => {
  const published = get(publishedAtom);
  return published && turnedDownDb(published.lufs);
});

const runAtom = atom<{ stop: () => void } | null>(null);

/** Stops the sound, or the work for it. */
export const stopPreviewAtom = atom(null, (get, set) => {
  const run = get(runAtom);
  if (!run) return;
  set(runAtom, null);
  run.stop();
  set(stateAtom, { phase: 'idle' });
});

/** When the form shows another file, or none. */
export const leavePreviewAtom = atom(null, (get, set) => {
  set(stopPreviewAtom);
  set(stateAtom, { phase: 'idle' });
  const published = get(publishedAtom);
  set(publishedAtom, null);
  if (published?.isOwn) void get(dspAtom).discard(published.sound);
});

/** Starts the preview of this file; stops the one that runs. */
export const togglePreviewAtom = atom(null, async (get, set, original: Blob): Promise<void> => {
  if (get(runAtom)) return set(stopPreviewAtom);
  const giveBack = set(claimSoundAtom, () => set(stopPreviewAtom));
  if (giveBack === null) return;
  const abort = new AbortController();
  abort.signal.addEventListener('abort', giveBack);
  const run = { stop: () => abort.abort() };
  set(runAtom, run);
  const end = (state: Preview) => {
    if (get(runAtom) !== run) return;
    set(stopPreviewAtom);
    set(stateAtom, state);
  };
  try {
    const published = get(publishedAtom) ?? (await set(prepareAtom, original, abort.signal));
    const playback = get(publishPortsAtom).createPlayback();
    const unlisten = playback.listen((event) => {
      if (event.type === 'ended' || event.type === 'paused') end({ phase: 'idle' });
      if (event.type === 'error') end({ phase: 'failed' });
    });
    abort.signal.addEventListener('abort', () => {
      unlisten();
      playback.unload();
    });
    playback.load(published.sound);
    playback.setVolume(evenedVolume(get(volumeAtom), published.lufs));
    set(stateAtom, { phase: 'playing' });
    await playback.play();
  } catch (error) {
    if (abort.signal.aborted) return;
    const needsPress = error instanceof Error && error.name === 'NotAllowedError';
    if (!needsPress) console.warn('the preview failed', error);
    end({ phase: needsPress ? 'ready' : 'failed' });
  }
});

/** The copy, and its loudness as the server measures it. Throws when stopped, or when the file has no copy. */
const prepareAtom = atom(null, async (get, set, original: Blob, signal: AbortSignal): Promise<Published> => {
  const dsp = get(dspAtom);
  set(stateAtom, { phase: 'copying' });
  const outgoing = await set(prepareOutgoingAtom, original);
  signal.throwIfAborted();
  const report = (share: number) => {
    if (!signal.aborted) set(stateAtom, { phase: 'measuring', share });
  };
  report(0);
  const { lufs } = await dsp.analyse(outgoing.file, ['lufs'], ({ fraction }) => report(fraction), { signal });
  const sound = await set(servedAtom, outgoing, signal);
  const published = { sound, isOwn: !outgoing.isClean, lufs };
  set(publishedAtom, published);
  return published;
});

/** The server copies a file that arrives as it was, with the same engine. */
const servedAtom = atom(null, async (get, _set, { file, isClean }: Outgoing, signal: AbortSignal) =>
  isClean ? file : (await get(dspAtom).clean(file, undefined, { signal })).file,
);
