// The visualised sound: none, the microphone or a file; only one sound at a time in the whole app.
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
  /** The file that play plays. */
  file: { name: string; blob: Blob } | null;
}

const stateAtom = atom<Unicorn>({ status: 'ready', failure: null, file: null });
const soundAtom = atom<VisibleSound | null>(null);
const releaseAtom = atom<{ giveBack: () => void } | null>(null);

export const unicornAtom = atom((get) => get(stateAtom));
/** For the canvas; null in silence. */
export const visibleSoundAtom = atom((get) => (get(stateAtom).status === 'ready' ? null : get(soundAtom)));
export const animationAtom = atom<UnicornAnimation>('beam');

/** Stops the sound; a recording can be played afterwards. */
export const stopUnicornAtom = atom(null, async (get, set) => {
  const sound = get(soundAtom);
  const wasRecording = get(stateAtom).status === 'recording';
  set(soundAtom, null);
  set(stateAtom, { ...get(stateAtom), status: 'ready' });
  get(releaseAtom)?.giveBack();
  set(releaseAtom, null);
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
    console.warn('could not open the microphone', error);
    set(isRecordingAtom, false);
    set(stateAtom, { ...get(stateAtom), failure: 'microphone' });
  }
});

/** Plays, pauses or resumes the file. */
export const playUnicornAtom = atom(null, async (get, set) => {
  const { status, file } = get(stateAtom);
  const sound = get(soundAtom);
  if (status === 'playing') {
    sound?.hold(true);
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
  set(releaseAtom, { giveBack });
  try {
    if (sound !== null && status === 'ready') sound.hold(false);
    else {
      const ended = () => void set(stopUnicornAtom);
      set(soundAtom, await get(unicornPortsAtom).playVisibly(chosen.blob, ended));
    }
    set(stateAtom, { ...get(stateAtom), status: 'playing', failure: null });
  } catch (error) {
    console.warn('could not play the file', error);
    giveBack();
    set(stateAtom, { ...get(stateAtom), status: 'ready', failure: 'file' });
  }
});

export const chooseUnicornAtom = atom(null, async (get, set, chosen: File) => {
  await set(stopUnicornAtom);
  set(stateAtom, { ...get(stateAtom), failure: null, file: { name: chosen.name, blob: chosen } });
  await set(playUnicornAtom);
});
