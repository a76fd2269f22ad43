// Why an upload needs review, and reasons of rejections. Programs read the codes; the German sentences are specified.
import { AUDIO_FLAG_SECONDS, AUDIO_MIN_SECONDS } from './limits.ts';

/** Flags of an upload, in the order of the checks. `known`: sound that was removed before; only moderators see it. `edit`: changed details of a published track. */
export const REVIEW_FLAGS = [
  'frequency',
  'daily',
  'minutes',
  'identical',
  'short',
  'long',
  'consent',
  'asked',
  'known',
  'edit',
] as const;
export type ReviewFlag = (typeof REVIEW_FLAGS)[number];

/** Milliseconds a moderator's claim lasts; claiming again extends it. */
export const CLAIM_MS = 120_000;
/** After this many manual approvals in a row, unflagged uploads of the account skip the queue. */
export const TRUST_AFTER_APPROVALS = 5;
/** `auto` follows the count. An admin can set `trusted` (unflagged uploads skip review) or `watched` (all need review). */
export const TRUST_SETTINGS = ['auto', 'trusted', 'watched'] as const;
export type TrustSetting = (typeof TRUST_SETTINGS)[number];

/** `reason` of a pending upload with this flag. */
export const FLAG_REASONS: Record<ReviewFlag, string> = {
  frequency: 'Upload-Frequenz überschritten - Aufnahme wird in Warteschlange aufgenommen',
  daily: 'Tages-Limit überschritten...',
  minutes: 'Audio-Minuten-Limit überschritten...',
  identical: 'Identische Datei mehrfach hochgeladen',
  short: `Aufnahme kürzer als ${AUDIO_MIN_SECONDS} Sekunden`,
  long: `Aufnahme länger als ${AUDIO_FLAG_SECONDS / 60} Minuten`,
  consent: 'Einverständnis aller hörbaren Personen nicht bestätigt',
  asked: 'Prüfung angefordert',
  known: 'Stimmt mit einer entfernten Aufnahme überein',
  edit: 'Bearbeitung einer veröffentlichten Aufnahme',
};

/** `reason` of a pending upload without a flag. */
export const USUAL_REASON = 'Deine Aufnahme wird jetzt geprüft. Das dauert nur einen Moment.';

/** The sentences of all flags, or `reason` if there are none. */
export const reviewReasons = (flags: readonly ReviewFlag[] | undefined, reason: string): string[] =>
  flags?.length ? flags.map((flag) => FLAG_REASONS[flag] ?? reason) : [reason];

/** Reason of a rejection without one. */
export const REJECTION_REASON = 'Rejected by admin';
/** Every list of rules has this one: decisions that name none get it. */
export const OTHER_RULE = 'other';
/** How the content of a decision came to the moderators: a report, an automatic check, or their own review. */
export const FOUND_BY = ['report', 'automation', 'moderator'] as const;
export type FoundBy = (typeof FOUND_BY)[number];
/** Reason of a takedown after a withdrawn consent. */
export const CONSENT_WITHDRAWN_REASON = 'Somebody who can be heard no longer agrees to it';

/** How much of a recording a moderator heard before deciding, as reported by the page. `sampled`: only its preview. */
export const HEARD_WAYS = ['nothing', 'sampled', 'listened'] as const;
export interface HeardOfRecording {
  way: (typeof HEARD_WAYS)[number];
  /** Parts heard twice count once; 0 for `nothing`. */
  seconds: number;
}
