// What is looked at: nothing, the microphone, or a file. One sound at a time, also beside the rest of the app.
import { atom } from 'jotai/vanilla';
import type { VisibleSound } from '../../audio/visibleSound.ts';
import { unicornMessages } from '../../lib/messages/unicorn.ts';
import { claimSoundAtom, isRecordingAtom } from '../../state/sound.ts';
import { unicornPortsAtom } from './ports.ts';

export type UnicornStatus = 'ready' | 'recording' | 'playing';
export type UnicornAnimation = 'beam' | 'advanced';
export type UnicornFailure = 'microphone' | 'file';

interface Unicorn {
  status: UnicornStatus;
  failure: UnicornFailure | null;
  /** What play plays. */
  file: { name: string; blob: Blob } | null;
}

const stateAtom = atom<Unicorn>({ status: 'ready', failure: null, file: null });
const soundAtom = atom<VisibleSound | null>(null);
const giveBackAtom = atom<{ giveBack: () => void } | null>(null);

export const unicornAtom = atom((get) => get(stateAtom));
/** For a canvas; null while nothing sounds. */
export const visibleSoundAtom = atom((get) => (get(stateAtom).status === 'ready' ? null : get(soundAtom)));
export const animationAtom = atom<UnicornAnimation>('beam');

/** Ends what is looked at; what the microphone heard can be played then. */
export const stopUnicornAtom = atom(null, async (get, set) => {
  const sound = get(soundAtom);
  const wasRecording = get(stateAtom).status === 'recording';
  set(soundAtom, null);
  set(stateAtom, { ...get(stateAtom), status: 'ready' });
  get(giveBackAtom)?.giveBack();
  set(giveBackAtom, null);
  const blob = await sound?.close();
  if (wasRecording) set(isRecordingAtom, false);
  if (blob) set(stateAtom, { ...get(stateAtom), file: { name: unicornMessages.ownSound, blob } });
});

export const recordUnicornAtom = atom(null, async (get, set) => {
  if (get(stateAtom).status === 'recording') return set(stopUnicornAtom);
  await set(stopUnicornAtom);
  set(isRecordingAtom, true);
  try {
    set(soundAtom, await get(unicornPortsAtom).openVisibleVoice());
    set(stateAtom, { ...get(stateAtom), status: 'recording', failure: null });
  } catch (error) {
    console.warn('the microphone did not open', error);
    set(isRecordingAtom, false);
    set(stateAtom, { ...get(stateAtom), failure: 'microphone' });
  }
});

/** Plays the file, holds it, goes on. */
export const playUnicornAtom = atom(null, async (get, set) => {
  const { status, file } = get(stateAtom);
  const held = get(soundAtom);
  if (status === 'playing') {
    held?.hold(true);
    return set(stateAtom, { ...get(stateAtom), status: 'ready' });
  }
  if (status === 'recording') await set(stopUnicornAtom);
  else if (file === null) return;
  const chosen = get(stateAtom).file;
  if (chosen === null) return;
  const giveBack = set(claimSoundAtom, () => {
    get(soundAtom)?.hold(true);
    set(stateAtom, { ...get(stateAtom), status: 'ready' });
  });
  if (giveBack === null) return;
  set(giveBackAtom, { giveBack });
  try {
    if (held !== null && status === 'ready') held.hold(false);
    else {
      const ended = () => void set(stopUnicornAtom);
      set(soundAtom, await get(unicornPortsAtom).playVisibly(chosen.blob, ended));
    }
    set(stateAtom, { ...get(stateAtom), status: 'playing', failure: null });
  } catch (error) {
    console.warn('the file does not play', error);
    giveBack();
    set(stateAtom, { ...get(stateAtom), status: 'ready', failure: 'file' });
  }
});

export const chooseUnicornAtom = atom(null, async (get, set, chosen: File) => {
  await set(stopUnicornAtom);
  set(stateAtom, { ...get(stateAtom), failure: null, file: { name: chosen.name, blob: chosen } });
  await set(playUnicornAtom);
});
