// The answer of `getConfig`, made by the server's own presenter.
import { presentConfig } from '../../../api/configuration/present.ts';
import type { ConfigView } from '../../../api/contract/configuration.ts';

type Chosen = Parameters<typeof presentConfig>[0];

export const NO_OPERATOR = {
  name: null,
  address: null,
  email: null,
  phone: null,
  responsible: null,
  youthProtection: null,
  dsaAuthorities: null,
  dsaUsers: null,
};

/** The answer of an instance with default settings, except for `chosen`. */
export function configAnswer(
  chosen: Partial<Chosen> = {},
  { autoApprove = false, hasModerators = true } = {},
): ConfigView {
  const usual: Chosen = {
    appealDays: 30,
    demoMode: false,
    reviewPolicy: 'all',
    operator: NO_OPERATOR,
    sessionIdleDays: 30,
    sessionMaxDays: 180,
    evidenceDays: 90,
    uploadResumeSeconds: 86_400,
  };
  return presentConfig({ ...usual, ...chosen }, { autoApprove, hasModerators });
}
