// A part of a page whose content changes under the hands: whoever stood in it by keyboard still stands in it afterwards.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { afterPicture } from '../lib/afterPicture.ts';

/**
 * When what had the focus within `ref` is taken away by a render of the component that calls this, the focus goes to
 * what `next` finds there.
 */
export function useKeptFocus(
  ref: RefObject<HTMLElement | null>,
  next: (root: HTMLElement) => HTMLElement | null,
): void {
  const held = useRef<Element | null>(null);
  useEffect(() => {
    const root = ref.current;
    if (root === null) return;
    const take = ({ target }: FocusEvent) => {
      held.current = target as Element;
    };
    // Browsers that tell of the focus of what is removed do so before it is gone.
    const leave = ({ target }: FocusEvent) => {
      setTimeout(() => {
        if (held.current === target && held.current?.isConnected) held.current = null;
      });
    };
    root.addEventListener('focusin', take);
    root.addEventListener('focusout', leave);
    return () => {
      root.removeEventListener('focusin', take);
      root.removeEventListener('focusout', leave);
    };
  }, [ref]);
  useLayoutEffect(() => {
    const root = ref.current;
    if (root === null || held.current === null || held.current.isConnected) return;
    held.current = null;
    // Focus makes the browser lay the page out at once: what was pressed is seen before.
    afterPicture(() => {
      // Somebody else has it already.
      if (document.activeElement === document.body) next(root)?.focus({ preventScroll: true });
    });
  });
}
