// Whether a table has room for its columns; on a phone each row is a card.
import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 900px)';

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
