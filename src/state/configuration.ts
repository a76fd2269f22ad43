// Limits, modes and the operator of this server.
import type { ConfigView } from '../../api/contract/configuration.ts';
import { statePortsAtom } from './ports.ts';
import { createQuery } from './queries.ts';

const configQuery = createQuery<ConfigView>({
  key: 'getConfig',
  tags: ['mode'],
  async load(get, _set, signal) {
    return (await get(statePortsAtom).read('getConfig', {}, { signal })).data;
  },
});

export const configAtom = configQuery.stateAtom;
export const refreshConfigAtom = configQuery.refreshAtom;
