// The public configuration.
import { hasModerators } from '../accounts/queries.ts';
import { implement } from '../action.ts';
import { configurationCalls } from '../contract/configuration.ts';
import { autoApproveIsOn } from './autoApprove.ts';
import { presentConfig, presentRules } from './present.ts';

export const configurationActions = implement(configurationCalls, {
  getConfig: async (_body, { db, deps }) =>
    presentConfig(deps.env, {
      autoApprove: await autoApproveIsOn(db),
      hasModerators: await hasModerators(db),
    }),

  getRules: async (_body, { deps }) => presentRules(deps.env.rules),
});
