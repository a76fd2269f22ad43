// A row that somebody else has decided leaves the list, and with it what had the focus: the focus stays in the room.
import { useAtomValue } from 'jotai';
import { type FocusEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import { queueAtom } from './list.ts';
import { openIdAtom } from './opened.ts';

/** Answers the handler of `onFocus` for `root`. Moves the focus only when its place is gone and nothing else took it. */
export function useKeptFocus(root: RefObject<HTMLElement | null>): (event: FocusEvent) => void {
  const rows = useAtomValue(queueAtom);
  const openId = useAtomValue(openIdAtom);
  const last = useRef<Element | null>(null);
  // What is drawn changes with the rows and the open item.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are when to look, not what to look at
  useEffect(() => {
    if (last.current === null || last.current.isConnected || document.activeElement !== document.body) return;
    const at = (place: string) => root.current?.querySelector<HTMLElement>(place);
    (at('[data-item-title]') ?? at('[data-list]'))?.focus({ preventScroll: true });
  }, [rows, openId, root]);
  return useCallback(({ target }: FocusEvent) => {
    last.current = target;
  }, []);
}
