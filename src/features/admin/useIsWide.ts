// Whether the screen has room for columns, or for a list with the opened item next to it.
import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 900px)';

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
