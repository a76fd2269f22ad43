// The numbers on the cards, refreshed every 30 s and when the queue changes.
import { atom } from 'jotai/vanilla';
import type { OverviewView } from '../../../api/contract/overview.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { createQuery, dataOf } from '../../state/queries.ts';

/** As often as the queue. */
const REFRESH_MS = 30_000;

const overviewQuery = createQuery<OverviewView>({
  key: 'getOverview',
  tags: ['overview', 'queue'],
  everyMs: REFRESH_MS,
  load: async (get, _set, signal) => (await get(statePortsAtom).read('getOverview', {}, { signal })).data,
});

export interface Overview {
  counts: OverviewView | null;
  failed: boolean;
}

export const overviewAtom = atom((get): Overview => {
  const state = get(overviewQuery.stateAtom);
  return { counts: dataOf(state), failed: state.status === 'failed' };
});
