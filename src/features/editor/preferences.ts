// Choices of the editor that this device remembers.
import { atom, type WritableAtom } from 'jotai/vanilla';
import { editorPortsAtom } from './ports.ts';

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** On until switched off; stored under `key`. */
function rememberedSwitch(key: string): WritableAtom<boolean, [boolean], void> {
  const changedAtom = atom<boolean | null>(null);
  return atom(
    (get) => get(changedAtom) ?? get(editorPortsAtom).settings.read(key, isBoolean, true),
    (get, set, on: boolean) => {
      set(changedAtom, on);
      get(editorPortsAtom).settings.write(key, on);
    },
  );
}

/** Dragged edges rest at pauses, neighbours and the playhead. */
export const snapAtom = rememberedSwitch('editorSnap');
/** Single keys act while the focus is in the editor (WCAG 2.1.4 asks that they can be switched off). */
export const keysAtom = rememberedSwitch('editorKeys');
