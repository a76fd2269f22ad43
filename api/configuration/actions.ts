// The public configuration.
import { implement } from '../action.ts';
import { configurationCalls } from '../contract/configuration.ts';
import { autoApproveIsOn } from './autoApprove.ts';
import { presentConfig } from './present.ts';

export const configurationActions = implement(configurationCalls, {
  getConfig: async (_body, { db, deps }) => presentConfig(deps.env, await autoApproveIsOn(db)),
});
