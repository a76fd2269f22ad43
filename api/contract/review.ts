// Why an upload waits, and what it is rejected with. Programs read the codes; the texts are those that the
// specification gives the server's answers (S2 §8) or, where it has none, ours in its language.
import { AUDIO_FLAG_SECONDS, AUDIO_MIN_SECONDS } from './limits.ts';

/** What the server noticed, in the order it looks. `edit`: changed words of a published track. */
export const REVIEW_FLAGS = [
  'frequency',
  'daily',
  'minutes',
  'identical',
  'short',
  'long',
  'consent',
  'asked',
  'edit',
] as const;
export type ReviewFlag = (typeof REVIEW_FLAGS)[number];

/** How long a moderator who looks at something keeps it from the others; milliseconds. Who still looks claims it again. */
export const CLAIM_MS = 120_000;
/** So many uploads approved by a person, one after another, and the next one that nothing speaks against waits no more. */
export const TRUST_AFTER_APPROVALS = 5;
/** `auto` follows the count; the others are an admin's word: never waits without a flag, always waits. */
export const TRUST_SETTINGS = ['auto', 'trusted', 'watched'] as const;
export type TrustSetting = (typeof TRUST_SETTINGS)[number];

/** `reason` of what waits with this flag. */
export const FLAG_REASONS: Record<ReviewFlag, string> = {
  frequency: 'Upload-Frequenz überschritten - Aufnahme wird in Warteschlange aufgenommen',
  daily: 'Tages-Limit überschritten...',
  minutes: 'Audio-Minuten-Limit überschritten...',
  identical: 'Identische Datei mehrfach hochgeladen',
  short: `Aufnahme kürzer als ${AUDIO_MIN_SECONDS} Sekunden`,
  long: `Aufnahme länger als ${AUDIO_FLAG_SECONDS / 60} Minuten`,
  consent: 'Einverständnis aller hörbaren Personen nicht bestätigt',
  asked: 'Prüfung angefordert',
  edit: 'Bearbeitung einer veröffentlichten Aufnahme',
};

/** `reason` of what waits without a flag: everybody is told so (S2 §1). */
export const USUAL_REASON = 'Deine Aufnahme wird jetzt geprüft. Das dauert nur einen Moment.';

/** Every reason in words: of all flags, else the general one. `reason` is what a server without flags said. */
export const reviewReasons = (flags: readonly ReviewFlag[] | undefined, reason: string): string[] =>
  flags?.length ? flags.map((flag) => FLAG_REASONS[flag] ?? reason) : [reason];

/** What a rejection carries when no reason is given (K43). */
export const REJECTION_REASON = 'Rejected by admin';
/** Why a recording is taken down when somebody who can be heard no longer agrees. */
export const CONSENT_WITHDRAWN_REASON = 'Somebody who can be heard no longer agrees to it';

/**
 * What a moderator heard of a recording before deciding, as the page tells it: `sampled` when only the samples of its
 * preview were played. A part heard twice counts once.
 */
export const HEARD_WAYS = ['nothing', 'sampled', 'listened'] as const;
export interface HeardOfRecording {
  way: (typeof HEARD_WAYS)[number];
  /** 0 exactly when nothing was heard. */
  seconds: number;
}
