// The public configuration.

import type { ConfigView } from '../contract/configuration.ts';
import { IDEMPOTENCY_KEY_MS } from '../contract/idempotency.ts';
import {
  AUDIO_FLAG_SECONDS,
  AUDIO_MAX_BYTES,
  AUDIO_MAX_SECONDS,
  AUDIO_MIN_SECONDS,
  OPEN_REPORTS_MAX,
  REFUSED_AT_TIMES_HARD,
  UPLOAD_LIMITS,
} from '../contract/limits.ts';
import { POW_BITS, POW_CLASSES, POW_LIFETIME_SECONDS } from '../contract/pow.ts';
import { RETENTION } from '../contract/retention.ts';
import type { RuleList, RulesView } from '../contract/rules.ts';
import type { Env } from '../env.ts';

const HOUR_MS = 3600 * 1000;

/** What an installation sets by itself. */
type Chosen = Pick<
  Env,
  | 'appealDays'
  | 'demoMode'
  | 'reviewPolicy'
  | 'operator'
  | 'sessionIdleDays'
  | 'sessionMaxDays'
  | 'evidenceDays'
  | 'uploadResumeSeconds'
>;

const proofOfWork: ConfigView['proofOfWork'] = {
  bits: POW_BITS,
  lifetimeSeconds: POW_LIFETIME_SECONDS,
  classes: POW_CLASSES.map(({ difficulty, aboveBytes, puzzles }) => ({ difficulty, aboveBytes, puzzles })),
};

/** Field by field: nothing else of the environment leaves. */
export const presentConfig = (
  env: Chosen,
  { autoApprove, hasModerators }: { autoApprove: boolean; hasModerators: boolean },
): ConfigView => ({
  maxUploadBytes: AUDIO_MAX_BYTES,
  minSeconds: AUDIO_MIN_SECONDS,
  maxSeconds: AUDIO_FLAG_SECONDS,
  refusedAboveSeconds: AUDIO_MAX_SECONDS,
  autoApprove,
  hasModerators,
  demoMode: env.demoMode,
  reviewPolicy: env.reviewPolicy,
  uploadLimits: UPLOAD_LIMITS,
  refusedAtTimesHard: REFUSED_AT_TIMES_HARD,
  openReportsMax: OPEN_REPORTS_MAX,
  proofOfWork,
  retention: {
    ...RETENTION,
    appealDays: env.appealDays,
    repeatsHours: IDEMPOTENCY_KEY_MS / HOUR_MS,
    unfinishedUploadsSeconds: env.uploadResumeSeconds,
    sessionIdleDays: env.sessionIdleDays,
    sessionMaxDays: env.sessionMaxDays,
    evidenceDays: env.evidenceDays,
  },
  operator: env.operator,
});

export const presentRules = ({ language, rules }: RuleList): RulesView => ({
  language,
  rules: rules.map(({ id, title, text, category }) => ({ id, title, text, category })),
});
