// Which flags an upload gets, and whether it needs review. Pure.
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

/** Of all accounts at an address, and when (ms) the 30-minute window moves and the day ends. */
export interface AddressCounts extends WindowCounts {
  windowMoves: number;
  dayEnds: number;
}

/** Uploads before this one. */
export interface UploadCounts extends WindowCounts {
  /** Of all accounts in the same address block, and in its IPv6 site. */
  fromAddress: AddressCounts;
  fromSite: AddressCounts;
  /** Earlier uploads of the same sound, whatever else the file contains, by all accounts. */
  identical: number;
  /** When the oldest upload of the last 30 minutes leaves the window, and when the day ends; ms. */
  retryAt: number;
}

export interface Assessment {
  flags: ReviewFlag[];
  /** Needs a manual review even with auto-approve. */
  needsPerson: boolean;
}

/** `counts` do not include this upload: reaching a limit means that this one exceeds it. */
export function assess(
  counts: UploadCounts,
  upload: {
    seconds: number;
    asksForReview: boolean;
    /** About recordings of this account. Not a flag, because owners see their flags. */
    openReports: number;
    /** This sound was removed before, for an urgent or another reason; null for new sound. */
    known: 'urgent' | 'other' | null;
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
  // Not a flag either: the owner would learn what strangers at the address do.
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
  if (upload.known !== null) flags.push('known');
  if (upload.known === 'urgent') needsPerson = true;
  if (flags.some((flag) => flag === 'short' || flag === 'long' || flag === 'asked')) {
    needsPerson = true;
  }
  return { flags, needsPerson };
}

/** Trust in an uploader. */
export interface Trust {
  setting: TrustSetting;
  /** Manual approvals since the last rejection or takedown. */
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

/** Whether its owner sees this flag. Who tries to publish removed sound again does not learn how it was recognised. */
export const isShownToOwner = (flag: ReviewFlag): boolean => flag !== 'known';

/** Why it waits, in words for its owner: the first flag, else the general text. */
export function reviewReason(flags: readonly ReviewFlag[]): string {
  const first = flags.find(isShownToOwner);
  return first === undefined ? USUAL_REASON : FLAG_REASONS[first];
}
