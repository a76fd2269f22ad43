// Public limits and modes; `/sicherheit` and the forms render from them.
import * as z from 'zod/mini';

const tier = z.strictObject({
  per30Minutes: z.number(),
  perDay: z.number(),
  audioMinutesPerDay: z.number(),
  identicalFiles: z.number(),
});

export const configView = z.strictObject({
  maxUploadBytes: z.number(),
  minSeconds: z.number(),
  maxSeconds: z.number(),
  autoApprove: z.boolean(),
  demoMode: z.boolean(),
  /** The two tiers of K1. */
  uploadLimits: z.strictObject({ soft: tier, hard: tier }),
});
export type ConfigView = z.output<typeof configView>;
