// Keeps the keyboard focus inside a part of the page whose content changes.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { afterPicture } from '../lib/afterPicture.ts';

/** When a render removes the focused element within `ref`, focuses the element that `next` returns. */
export function useKeptFocus(
  ref: RefObject<HTMLElement | null>,
  next: (root: HTMLElement) => HTMLElement | null,
): void {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    const root = ref.current;
    if (root === null) return;
    const take = ({ target }: FocusEvent) => {
      focused.current = target as Element;
    };
    // Some browsers fire `focusout` before the focused element is removed.
    const leave = ({ target }: FocusEvent) => {
      setTimeout(() => {
        if (focused.current === target && focused.current?.isConnected) focused.current = null;
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
    if (root === null || focused.current === null || focused.current.isConnected) return;
    focused.current = null;
    // Focusing forces layout, so wait until the next frame is painted.
    afterPicture(() => {
      // Skip if something else has the focus.
      if (document.activeElement === document.body) next(root)?.focus({ preventScroll: true });
    });
  });
}
