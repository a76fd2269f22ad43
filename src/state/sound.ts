// One sound at a time in all tabs of this browser: starting one claims the sound, and the previous one pauses and keeps its
// place. While a microphone records, in any tab, nothing plays.
import { atom } from 'jotai/vanilla';
import type { SoundTabs, TabWord } from '../audio/soundTabs.ts';

interface Holder {
  silence: () => void;
  /** Milliseconds since 1970: between tabs the newest press wins. */
  at: number;
}

const holderAtom = atom<Holder | null>(null);
const recordingAtom = atom(false);
const tabsAtom = atom<SoundTabs | null>(null);

/** Pauses the sound of this tab; it keeps its place. */
export const silenceAtom = atom(null, (get, set) => {
  const holder = get(holderAtom);
  set(holderAtom, null);
  holder?.silence();
});

/**
 * Call before a sound starts: `const giveBack = set(claimSoundAtom, stop); if (!giveBack) return;`. What sounded before is
 * silenced; `silence` is called when something else starts, and must keep the place. Call what it answers when the sound
 * has ended; again is harmless. Null while the microphone records: start nothing.
 */
export const claimSoundAtom = atom(null, (get, set, silence: () => void): (() => void) | null => {
  if (get(recordingAtom)) return null;
  const mine: Holder = { silence, at: Date.now() };
  set(silenceAtom);
  set(holderAtom, mine);
  get(tabsAtom)?.send({ name: 'sound', at: mine.at });
  return () => {
    if (get(holderAtom) === mine) set(holderAtom, null);
  };
});

/** True while the microphone records; set by the recorder. Setting it silences what sounds in every tab. */
export const isRecordingAtom = atom(
  (get) => get(recordingAtom),
  (get, set, recording: boolean) => {
    if (get(recordingAtom) === recording) return;
    set(recordingAtom, recording);
    if (!recording) return;
    set(silenceAtom);
    get(tabsAtom)?.send({ name: 'recording' });
  },
);

const handleTabAtom = atom(null, (get, set, word: TabWord) => {
  if (word.name === 'recording') set(silenceAtom);
  else if (get(recordingAtom)) get(tabsAtom)?.send({ name: 'recording' });
  else if (word.at >= (get(holderAtom)?.at ?? 0)) set(silenceAtom);
});

/** Joins the other tabs; answers the leaving. */
export const joinTabsAtom = atom(null, (_get, set, tabs: SoundTabs | null) => {
  set(tabsAtom, tabs);
  const stop = tabs?.listen((word) => set(handleTabAtom, word));
  return () => {
    set(tabsAtom, null);
    stop?.();
    tabs?.close();
  };
});
