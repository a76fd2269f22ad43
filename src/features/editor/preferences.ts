// Editor settings, stored on this device.
import { atom, type WritableAtom } from 'jotai/vanilla';
import { editorPortsAtom } from './ports.ts';

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** On by default; stored under `key`. */
function storedSwitch(key: string): WritableAtom<boolean, [boolean], void> {
  const changedAtom = atom<boolean | null>(null);
  return atom(
    (get) => get(changedAtom) ?? get(editorPortsAtom).settings.read(key, isBoolean, true),
    (get, set, on: boolean) => {
      set(changedAtom, on);
      get(editorPortsAtom).settings.write(key, on);
    },
  );
}

/** Dragged edges snap to pauses, neighbours and the playhead. */
export const snapAtom = storedSwitch('editorSnap');
/** Single-key shortcuts while the focus is in the editor (WCAG 2.1.4 requires a switch). */
export const keysAtom = storedSwitch('editorKeys');
