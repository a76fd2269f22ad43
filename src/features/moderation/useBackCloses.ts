// On phones the open item stands where the list stood: the browser's Back leads from it to the list. While one is open
// there, the history has an entry more, whichever item it is.
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { KEEPS_PLACE } from '../../lib/paths.ts';

/** As in `Queue.module.css`: list and item side by side. */
const SIDE_BY_SIDE = '(min-width: 900px)';
const STATE = { queueItem: true, ...KEEPS_PLACE } as const;
const isMark = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'queueItem' in state;

export function useBackCloses(isOpen: boolean, close: () => void): void {
  const { pathname, search, state } = useLocation();
  const arrival = useNavigationType();
  const navigate = useNavigate();
  const isMarked = isMark(state);
  const wasMarked = useRef(isMarked);
  /** The entry is on its way out because the item was closed: what opens meanwhile stays open. */
  const isLeaving = useRef(false);
  useEffect(() => {
    const hasLeft = wasMarked.current && !isMarked && arrival === 'POP';
    const isBack = hasLeft && !isLeaving.current;
    wasMarked.current = isMarked;
    if (hasLeft) isLeaving.current = false;
    if (isOpen && isBack) return close();
    if (isOpen && !isMarked && !matchMedia(SIDE_BY_SIDE).matches)
      void navigate({ pathname, search }, { state: STATE });
    if (!isOpen && isMarked && !isLeaving.current) {
      isLeaving.current = true;
      void navigate(-1);
    }
  }, [isOpen, isMarked, arrival, close, navigate, pathname, search]);
}
