// Shortcuts of the full player, wherever the focus is on its page; fields, lists and buttons keep their own keys.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef } from 'react';
import { playerKeysAtom, pressKeyAtom } from './keys.ts';

const TYPING = 'input:not([type=range]), textarea, select, [contenteditable]';
/** Elements that the space key activates. */
const PRESSABLE = 'button, a, summary, [role=button], [role=tab], input';
/** Elements that use the arrow keys, Home and End. */
const MOVABLE = 'input, [role=slider], [role=tab], [role=radio]';

/** `onHelp`: "?" was pressed. */
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
