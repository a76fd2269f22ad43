// The sound check: an open microphone without a recording, and advice before the first word.
import { atom } from 'jotai/vanilla';
import { CaptureError } from '../../audio/captureErrors.ts';
import { claimSoundAtom, isRecordingAtom } from '../../state/sound.ts';
import { moveAtom, recorderAtom, soundCheckAtom } from './atoms.ts';
import { CLIPPED, QUIET_DB } from './levelLog.ts';
import { recorderPortsAtom } from './ports.ts';
import { microphoneChoiceAtom, naturalSoundAtom } from './settings.ts';

/** Closes the microphone, or drops one that is being asked for. */
const endAtom = atom<(() => void) | null>(null);
/** From the press to the end, also while the browser asks. */
export const isCheckingAtom = atom((get) => get(endAtom) !== null);

/** A no-op while a take runs; ends by itself when something plays. */
export const startSoundCheckAtom = atom(null, async (get, set) => {
  if (get(endAtom)) return;
  const giveBack = set(claimSoundAtom, () => set(stopSoundCheckAtom));
  if (giveBack === null) return;
  let microphone: MediaStream | null = null;
  const end = () => {
    giveBack();
    for (const track of microphone?.getTracks() ?? []) track.stop();
  };
  set(endAtom, () => end);
  if (get(recorderAtom).phase === 'failed') set(moveAtom, { phase: 'idle' });
  try {
    const { openMicrophone } = get(recorderPortsAtom);
    microphone = await openMicrophone(get(naturalSoundAtom), get(microphoneChoiceAtom));
    if (get(endAtom) !== end) return end();
    set(soundCheckAtom, microphone);
  } catch (error) {
    if (get(endAtom) !== end) return;
    set(stopSoundCheckAtom);
    if (get(isRecordingAtom)) return;
    const code = error instanceof CaptureError ? error.code : 'unknown_start';
    set(moveAtom, { phase: 'failed', code, isCheck: true });
  }
});

export const stopSoundCheckAtom = atom(null, (get, set) => {
  const end = get(endAtom);
  set(endAtom, null);
  set(soundCheckAtom, null);
  end?.();
});

export interface Reading {
  /** Magnitude, 0…1. */
  peak: number;
  /** dBFS. */
  rmsDb: number;
}

export type SoundAdvice = 'stayQuiet' | 'speak' | 'noisy' | 'quiet' | 'clipping' | 'raised' | 'good';

/** Readings before the first advice, one per 100 ms. */
const FIRST_READINGS = 15;
/** Advice about clipping looks back this far. */
const CLIP_READINGS = 20;
/** A room whose quietest tenth is louder than this is noisy, dBFS. */
const NOISY_DB = -50;
/** A voice this far above the noise makes up for it, dB. */
const CLEAR_DB = 25;
/** A voice exceeds the noise by `ABOVE_DB` (dB) and `FAINT_DB` (dBFS) in at least `VOICE_READINGS` readings. */
const ABOVE_DB = 12;
const FAINT_DB = -55;
const VOICE_READINGS = 5;

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NEGATIVE_INFINITY;

/** From the readings of the last seconds, oldest first. `isRaised`: the browser's automatic gain is on. */
export function adviceOf(readings: readonly Reading[], isRaised: boolean): SoundAdvice {
  if (readings.slice(-CLIP_READINGS).some(({ peak }) => peak >= CLIPPED))
    return isRaised ? 'raised' : 'clipping';
  if (readings.length < FIRST_READINGS) return 'stayQuiet';
  const levels = readings.map(({ rmsDb }) => rmsDb).sort((a, b) => a - b);
  const noise = percentile(levels, 0.1);
  const voiced = levels.filter((level) => level > Math.max(noise + ABOVE_DB, FAINT_DB));
  const voice = voiced.length < VOICE_READINGS ? null : percentile(voiced, 0.75);
  if (noise > NOISY_DB && (voice === null || voice - noise < CLEAR_DB)) return 'noisy';
  if (voice === null) return 'speak';
  return voice < QUIET_DB ? 'quiet' : 'good';
}
