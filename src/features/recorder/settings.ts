// Recorder settings, stored on this device.
import { atom } from 'jotai/vanilla';
import { recorderPortsAtom } from './ports.ts';

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

function storedSwitch(key: string) {
  const changed = atom<boolean | null>(null);
  return atom(
    (get) => get(changed) ?? get(recorderPortsAtom).settings.read(key, isBoolean, false),
    (get, set, value: boolean) => {
      set(changed, value);
      get(recorderPortsAtom).settings.write(key, value);
    },
  );
}

/** "Natural sound": turns off the browser's audio processing. */
export const naturalSoundAtom = storedSwitch('naturalSound');
/** Three seconds between the tap and the first sample. */
export const countdownAtom = storedSwitch('recordCountdown');
/** The hint before the first recording was shown. */
export const hintSeenAtom = storedSwitch('recordHintSeen');
