// Pure rules of publishing: which flags an upload gets, whether it waits.
import {
  AUDIO_FLAG_SECONDS,
  AUDIO_MIN_SECONDS,
  OPEN_REPORTS_MAX,
  UPLOAD_LIMITS,
} from '../contract/limits.ts';
import {
  FLAG_REASONS,
  type ReviewFlag,
  TRUST_AFTER_APPROVALS,
  type TrustSetting,
  USUAL_REASON,
} from '../contract/review.ts';

/** Within the windows of the limits. */
export interface WindowCounts {
  last30Minutes: number;
  today: number;
  /** Minutes of audio today. */
  audioMinutesToday: number;
}

/** By anybody from there, and when (ms) the window of 30 minutes moves and the day ends. */
export interface AddressCounts extends WindowCounts {
  windowMoves: number;
  dayEnds: number;
}

/** Uploads before this one. */
export interface UploadCounts extends WindowCounts {
  /** From the same address block, and from the IPv6 site around it, by anybody. */
  fromAddress: AddressCounts;
  fromSite: AddressCounts;
  /** Earlier uploads of the same bytes, by anybody. */
  identical: number;
  /** When the oldest upload of the last 30 minutes leaves the window, and when the day ends; ms. */
  retryAt: number;
}

export interface Assessment {
  flags: ReviewFlag[];
  /** A hard-tier or content reason: waits for a person even with auto-approve on. */
  needsPerson: boolean;
}

/** `counts` are those before this upload, so reaching a limit means this one is over it. */
export function assess(
  counts: UploadCounts,
  upload: {
    seconds: number;
    asksForReview: boolean;
    /** About recordings of this account; no flag, because its owner reads the flags. */
    openReports: number;
  },
): Assessment {
  const flags: ReviewFlag[] = [];
  let needsPerson = upload.openReports >= OPEN_REPORTS_MAX;
  const tier = (flag: ReviewFlag, value: number, soft: number, hard: number) => {
    if (value >= soft) flags.push(flag);
    if (value >= hard) needsPerson = true;
  };
  const { soft, hard } = UPLOAD_LIMITS;
  const minutes = counts.audioMinutesToday + upload.seconds / 60;
  tier('frequency', counts.last30Minutes, soft.per30Minutes, hard.per30Minutes);
  tier('daily', counts.today, soft.perDay, hard.perDay);
  if (minutes > soft.audioMinutesPerDay) flags.push('minutes');
  if (minutes > hard.audioMinutesPerDay) needsPerson = true;
  // An address is no flag either: its owner would read what strangers do.
  const { fromAddress } = counts;
  if (
    fromAddress.last30Minutes >= hard.per30Minutes ||
    fromAddress.today >= hard.perDay ||
    fromAddress.audioMinutesToday + upload.seconds / 60 > hard.audioMinutesPerDay
  ) {
    needsPerson = true;
  }
  tier('identical', counts.identical + 1, soft.identicalFiles, hard.identicalFiles);
  if (upload.seconds < AUDIO_MIN_SECONDS) flags.push('short');
  if (upload.seconds > AUDIO_FLAG_SECONDS) flags.push('long');
  if (upload.asksForReview) flags.push('asked');
  if (flags.some((flag) => flag === 'short' || flag === 'long' || flag === 'asked')) {
    needsPerson = true;
  }
  return { flags, needsPerson };
}

/** What is known of who uploads. */
export interface Trust {
  setting: TrustSetting;
  /** Approved by a person since the last refusal or takedown. */
  cleanApprovals: number;
}

export const isTrusted = ({ setting, cleanApprovals }: Trust): boolean =>
  setting === 'trusted' || (setting === 'auto' && cleanApprovals >= TRUST_AFTER_APPROVALS);

/** Checked in this order. Trusted accounts skip the queue only with unflagged uploads; watched accounts never skip it. */
export function waitsForReview(
  assessment: Assessment,
  modes: { autoApprove: boolean; reviewPolicy: 'all' | 'flagged' },
  trust: Trust,
): boolean {
  if (assessment.needsPerson || trust.setting === 'watched') return true;
  if (modes.autoApprove || (isTrusted(trust) && assessment.flags.length === 0)) return false;
  return modes.reviewPolicy === 'all' || assessment.flags.length > 0;
}

/** Why it waits, in words: the first flag, else the general text. */
export function reviewReason(flags: readonly ReviewFlag[]): string {
  const first = flags[0];
  return first === undefined ? USUAL_REASON : FLAG_REASONS[first];
}
