// The keyboard shortcuts of the player.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { useEffect, useRef } from 'react';
import { shuffledAtom } from '../../state/listening/order.ts';
import { cycleRepeatAtom, durationSecondsAtom, volumeAtom } from '../../state/player.ts';
import { stepTrackAtom, toggleAtom } from '../../state/playerActions.ts';
import { seekAtom, skipAtom } from '../../state/playerRun.ts';
import { statePortsAtom } from '../../state/ports.ts';

const SHORT_SECONDS = 5;
const LONG_SECONDS = 15;

const isSwitch = (value: unknown): value is boolean => typeof value === 'boolean';
const chosenAtom = atom<boolean | null>(null);
/** Whether shortcuts are on; remembered on this device. */
export const playerKeysAtom = atom(
  (get) => get(chosenAtom) ?? get(statePortsAtom).settings.read('playerKeys', isSwitch, true),
  (get, set, on: boolean) => {
    set(chosenAtom, on);
    get(statePortsAtom).settings.write('playerKeys', on);
  },
);

/** The volume before muting. */
const loudAtom = atom(1);
/** Mutes, or restores the previous volume. */
export const muteAtom = atom(null, (get, set) => {
  const volume = get(volumeAtom);
  if (volume > 0) set(loudAtom, volume);
  set(volumeAtom, volume > 0 ? 0 : get(loudAtom));
});

/** `key` is a `KeyboardEvent.key`. Returns false when the key has no shortcut. */
const pressKeyAtom = atom(null, (get, set, key: string): boolean => {
  const does: Record<string, () => unknown> = {
    ' ': () => set(toggleAtom),
    ArrowLeft: () => set(skipAtom, -SHORT_SECONDS),
    ArrowRight: () => set(skipAtom, SHORT_SECONDS),
    j: () => set(skipAtom, -LONG_SECONDS),
    l: () => set(skipAtom, LONG_SECONDS),
    Home: () => set(seekAtom, 0),
    End: () => set(seekAtom, get(durationSecondsAtom)),
    n: () => set(stepTrackAtom, 1),
    p: () => set(stepTrackAtom, -1),
    m: () => set(muteAtom),
    r: () => set(cycleRepeatAtom),
    s: () => set(shuffledAtom, !get(shuffledAtom)),
  };
  const act = does[key.length === 1 ? key.toLowerCase() : key];
  if (act === undefined || !get(playerKeysAtom)) return false;
  void act();
  return true;
});

/** Shortcuts of the full player, at any focus on its page; fields, lists and buttons keep their own keys. */
const TYPING = 'input:not([type=range]), textarea, select, [contenteditable]';
/** Elements that the space key activates. */
const PRESSABLE = 'button, a, summary, [role=button], [role=tab], input';
/** Elements that use the arrow keys, Home and End. */
const MOVABLE = 'input, [role=slider], [role=tab], [role=radio]';

/** `onHelp`: called for "?". */
export function usePlayerKeys(onHelp: () => void): void {
  const press = useSetAtom(pressKeyAtom);
  const on = useAtomValue(playerKeysAtom);
  const help = useRef(onHelp);
  help.current = onHelp;
  useEffect(() => {
    if (!on) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const focus = target instanceof Element ? target : document.body;
      if (focus.closest(TYPING) || document.querySelector('dialog[open]')) return;
      if (key === ' ' && focus.closest(PRESSABLE)) return;
      if (/^(?:Arrow|Home|End)/.test(key) && focus.closest(MOVABLE)) return;
      if (key === '?') help.current();
      else if (!press(key)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [on, press]);
}
