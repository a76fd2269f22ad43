// The list on the screen: the previous results stay until the next results arrive, so that nothing flickers.
import { useAtomValue } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { useRef } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import type { ListState } from '../../state/lists.ts';
import type { TracksAtom } from '../../state/tracks.ts';

export interface ShownList {
  list: TracksAtom;
  state: ListState<TrackView>;
  /** These are the previous results; the next ones are loading. */
  isBefore: boolean;
}

/** Placeholder for no list: always loading, without requests. */
const noList: TracksAtom = atom(
  (): ListState<TrackView> => ({ status: 'loading' }),
  async () => {},
);

/** `null`: there is no search. */
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
