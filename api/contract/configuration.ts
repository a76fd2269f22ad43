// Public limits, modes and the operator. `/sicherheit`, the imprint, the contact page and the forms render from them.
import * as z from 'zod/mini';
import { get } from './call.ts';
import { type Period, RETENTION } from './retention.ts';
import { rulesView } from './rules.ts';

const tier = z.strictObject({
  per30Minutes: z.number(),
  perDay: z.number(),
  audioMinutesPerDay: z.number(),
  identicalFiles: z.number(),
});

const orNull = z.nullable(z.string());

/** Who runs this installation; null if unset. Semicolons separate the lines of the address. */
const operatorView = z.strictObject({
  name: orNull,
  address: orNull,
  email: orNull,
  phone: orNull,
  /** The person responsible for content. */
  responsible: orNull,
  /** The youth-protection officer. */
  youthProtection: orNull,
  /** Contact points of the Digital Services Act (articles 11 and 12), with their languages. */
  dsaAuthorities: orNull,
  dsaUsers: orNull,
});
export type OperatorView = z.output<typeof operatorView>;

/** Each period of `RETENTION`, in days. */
const periods = Object.fromEntries(Object.keys(RETENTION).map((period) => [period, z.number()])) as Record<
  Period,
  ReturnType<typeof z.number>
>;

/** Retention periods, in days unless the name says otherwise. */
const retentionView = z.strictObject({
  ...periods,
  /** How long the owner can appeal a removal or rejection; the recording is then erased. */
  appealDays: z.number(),
  repeatsHours: z.number(),
  /** An unfinished upload, after its last byte. */
  unfinishedUploadsSeconds: z.number(),
  /** Idle days after which a session ends. It always ends after `sessionMaxDays`. */
  sessionIdleDays: z.number(),
  sessionMaxDays: z.number(),
  /** Sealed evidence, after the last event of its case. */
  evidenceDays: z.number(),
});

const proofOfWorkView = z.strictObject({
  /** Leading zero bits of each puzzle: solving one takes 2^bits hashes on average. */
  bits: z.number(),
  /** How long a challenge is valid. */
  lifetimeSeconds: z.number(),
  /** By file size, smallest first. */
  classes: z.array(z.strictObject({ difficulty: z.number(), aboveBytes: z.number(), puzzles: z.number() })),
});

const configView = z.strictObject({
  maxUploadBytes: z.number(),
  /** Shorter and longer audio needs a manual review. */
  minSeconds: z.number(),
  maxSeconds: z.number(),
  /** Longer audio is refused. */
  refusedAboveSeconds: z.number(),
  autoApprove: z.boolean(),
  /** Whether an account can review uploads. Without one they wait until the operator creates an admin. */
  hasModerators: z.boolean(),
  demoMode: z.boolean(),
  /** Without auto-approve: whether all uploads or only flagged ones need a manual review. */
  reviewPolicy: z.enum(['all', 'flagged']),
  /** Above `soft` an upload is flagged; above `hard` it always needs a manual review. */
  uploadLimits: z.strictObject({ soft: tier, hard: tier }),
  /** Uploads are refused from this multiple of the hard tier. */
  refusedAtTimesHard: z.number(),
  /** Accounts with this many open reports always need a manual review. */
  openReportsMax: z.number(),
  proofOfWork: proofOfWorkView,
  retention: retentionView,
  operator: operatorView,
});
export type ConfigView = z.output<typeof configView>;

export const configurationCalls = {
  getConfig: get({ access: 'public', data: configView }),

  /** The rules that decisions name, in the order of the guidelines page. */
  getRules: get({ access: 'public', data: rulesView }),
};
