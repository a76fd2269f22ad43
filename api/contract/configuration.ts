// Public limits, modes and the operator. `/sicherheit`, the imprint, the contact page and the forms render from them.
import * as z from 'zod/mini';
import { get } from './call.ts';
import { type Period, RETENTION } from './retention.ts';

const tier = z.strictObject({
  per30Minutes: z.number(),
  perDay: z.number(),
  audioMinutesPerDay: z.number(),
  identicalFiles: z.number(),
});

const orNull = z.nullable(z.string());

/** Who runs this installation; null where nothing is set. Semicolons separate the lines of the address. */
const operatorView = z.strictObject({
  name: orNull,
  address: orNull,
  email: orNull,
  phone: orNull,
  /** Responsible for content. */
  responsible: orNull,
});
export type OperatorView = z.output<typeof operatorView>;

/** Each period of `RETENTION`, in days. */
const periods = Object.fromEntries(Object.keys(RETENTION).map((period) => [period, z.number()])) as Record<
  Period,
  ReturnType<typeof z.number>
>;

/** How long what is kept, in days where the name says nothing else. */
const retentionView = z.strictObject({
  ...periods,
  repeatsHours: z.number(),
  /** An unfinished upload, after its last byte. */
  unfinishedUploadsSeconds: z.number(),
  /** A session nobody uses, and any. */
  sessionIdleDays: z.number(),
  sessionMaxDays: z.number(),
});

const proofOfWorkView = z.strictObject({
  /** Zero bits each puzzle asks for: 2^bits hashes are expected. */
  bits: z.number(),
  /** A challenge is valid for so long. */
  lifetimeSeconds: z.number(),
  /** By size of the file, the smallest first. */
  classes: z.array(z.strictObject({ difficulty: z.number(), aboveBytes: z.number(), puzzles: z.number() })),
});

const configView = z.strictObject({
  maxUploadBytes: z.number(),
  /** Shorter and longer audio waits for a person. */
  minSeconds: z.number(),
  maxSeconds: z.number(),
  /** Longer audio is refused. */
  refusedAboveSeconds: z.number(),
  autoApprove: z.boolean(),
  demoMode: z.boolean(),
  /** Without auto-approve: whether all uploads wait for a person, or flagged ones alone. */
  reviewPolicy: z.enum(['all', 'flagged']),
  /** The two tiers of K1. */
  uploadLimits: z.strictObject({ soft: tier, hard: tier }),
  /** From so many times the hard tier on uploads are refused. */
  refusedAtTimesHard: z.number(),
  /** With so many open reports what somebody publishes waits for a person. */
  openReportsMax: z.number(),
  proofOfWork: proofOfWorkView,
  retention: retentionView,
  operator: operatorView,
});
export type ConfigView = z.output<typeof configView>;

export const configurationCalls = {
  getConfig: get({ access: 'public', data: configView }),
};
