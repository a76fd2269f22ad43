// Recorder settings, stored on this device.
import { atom } from 'jotai/vanilla';
import { recorderPortsAtom } from './ports.ts';

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isString = (value: unknown): value is string => typeof value === 'string';

function remembered<T>(key: string, accept: (value: unknown) => value is T, fallback: T) {
  const changed = atom<{ value: T } | null>(null);
  return atom(
    (get) => (get(changed) ?? { value: get(recorderPortsAtom).settings.read(key, accept, fallback) }).value,
    (get, set, value: T) => {
      set(changed, { value });
      get(recorderPortsAtom).settings.write(key, value);
    },
  );
}

/** "Natural sound": turns off the browser's audio processing. */
export const naturalSoundAtom = remembered('naturalSound', isBoolean, false);
/** Three seconds between the tap and the first sample. */
export const countdownAtom = remembered('recordCountdown', isBoolean, false);
/** The hint before the first recording was shown. */
export const hintSeenAtom = remembered('recordHintSeen', isBoolean, false);
/** Id of the chosen microphone; empty: the system's choice. */
export const microphoneChoiceAtom = remembered('microphone', isString, '');
