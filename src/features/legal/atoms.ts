// What the server says of itself: limits, retention and who runs it.
import type { ConfigView } from '../../../api/contract/configuration.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { createQuery } from '../../state/queries.ts';

const configQuery = createQuery<ConfigView>({
  key: 'getConfig',
  tags: ['mode'],
  async load(get, _set, signal) {
    return (await get(statePortsAtom).read('getConfig', {}, { signal })).data;
  },
});

export const configAtom = configQuery.stateAtom;
export const refreshConfigAtom = configQuery.refreshAtom;
