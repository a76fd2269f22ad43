// Makes the recordings of this device available to the page by their ids; renders nothing.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { knowLocalTracksAtom } from './localTracks.ts';
import { outboxAtom } from './outbox.ts';

export function LocalTracks() {
  const items = useAtomValue(outboxAtom);
  const know = useSetAtom(knowLocalTracksAtom);
  useEffect(() => {
    if (items.length > 0) know();
  }, [items, know]);
  return null;
}
