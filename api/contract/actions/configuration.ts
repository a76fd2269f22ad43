// Public limits and modes.
import { get } from '../call.ts';
import { configView } from '../views/configuration.ts';

export const configurationCalls = {
  getConfig: get({ access: 'public', data: configView }),
};
