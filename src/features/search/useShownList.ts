// What stands on the screen while the next search is on its way: the one before, so that nothing flickers.
import { useAtomValue } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { useRef } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import type { ListState } from '../../state/lists.ts';
import type { TracksAtom } from '../../state/tracks.ts';

export interface ShownList {
  list: TracksAtom;
  state: ListState<TrackView>;
  /** It is the search before: another one is on its way. */
  isBefore: boolean;
}

/** Asks nobody. */
const noList: TracksAtom = atom(
  (): ListState<TrackView> => ({ status: 'loading' }),
  async () => {},
);

/** `null`: nothing is looked for. */
export function useShownList(list: TracksAtom | null): ShownList | null {
  const wanted = useAtomValue(list ?? noList);
  const settled = useRef<TracksAtom | null>(null);
  if (list === null || wanted.status !== 'loading') settled.current = list;
  const before = useAtomValue(settled.current ?? noList);
  if (list === null) return null;
  const isBefore = settled.current !== null && settled.current !== list;
  return isBefore
    ? { list: settled.current ?? list, state: before, isBefore }
    : { list, state: wanted, isBefore };
}
