// What the recorder remembers on this device.
import { atom } from 'jotai/vanilla';
import { recorderPortsAtom } from './ports.ts';

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

function rememberedSwitch(key: string) {
  const changed = atom<boolean | null>(null);
  return atom(
    (get) => get(changed) ?? get(recorderPortsAtom).settings.read(key, isBoolean, false),
    (get, set, value: boolean) => {
      set(changed, value);
      get(recorderPortsAtom).settings.write(key, value);
    },
  );
}

/** "Natural sound": the browser's processing off. */
export const naturalSoundAtom = rememberedSwitch('naturalSound');
/** Three seconds between the tap and the first sample. */
export const countdownAtom = rememberedSwitch('recordCountdown');
/** The sentence before the first recording was read. */
export const hintSeenAtom = rememberedSwitch('recordHintSeen');
