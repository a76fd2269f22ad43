// What the address of the admin area says: which tab, what is looked for, whom it concerns, how it is sorted.
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

export const TABS = ['uploads', 'users', 'comments', 'reports', 'queue', 'statistics'] as const;
/** Beside the six tabs: places an admin opens by a button. */
const PLACES = [...TABS, 'audit', 'tools'] as const;
export type Place = (typeof PLACES)[number];

/** What the search looks through; the others show all there is. */
export const isTable = (place: Place): boolean => !['queue', 'statistics', 'tools'].includes(place);

export interface View {
  place: Place;
  search: string;
  /** Account id. */
  user: string | null;
  sort: string | null;
  direction: 'asc' | 'desc';
}

function viewOf(params: URLSearchParams): View {
  return {
    place: PLACES.find((place) => place === params.get('tab')) ?? 'uploads',
    search: params.get('q') ?? '',
    user: params.get('user'),
    sort: params.get('sort'),
    direction: params.get('dir') === 'asc' ? 'asc' : 'desc',
  };
}

const NAMES: Record<keyof View, string> = {
  place: 'tab',
  search: 'q',
  user: 'user',
  sort: 'sort',
  direction: 'dir',
};

/** `go` puts a change into the address: a new entry for another place or person, the same one for the rest. */
export function useView(): { view: View; go: (change: Partial<View>) => void } {
  const [params, setParams] = useSearchParams();
  const go = useCallback(
    (change: Partial<View>) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          // Every table has columns of its own.
          const all =
            change.place === undefined ? change : { sort: null, direction: 'desc' as const, ...change };
          for (const [name, value] of Object.entries(all) as [keyof View, string | null][]) {
            const isUsual = value === null || value === '' || (name === 'direction' && value === 'desc');
            if (isUsual) next.delete(NAMES[name]);
            else next.set(NAMES[name], value);
          }
          return next;
        },
        { replace: change.place === undefined && change.user === undefined },
      ),
    [setParams],
  );
  return { view: viewOf(params), go };
}
