// Presents claims, escalations and uploader records to moderators.
import type { AccountRow } from '../accounts/queries.ts';
import type { ClaimView, TrustView, UploaderRecord } from '../contract/moderation.ts';
import { REJECTION_REASON, TRUST_AFTER_APPROVALS } from '../contract/review.ts';
import type { ReviewState } from '../contract/uploads.ts';
import { instant } from '../db/instant.ts';
import type { MatchedRow } from '../material/queries.ts';
import { audioUrl } from '../tracks/present.ts';
import { isTrusted, type Trust } from '../uploads/rules.ts';
import type { ClaimRow, decidedUploads, EscalationRow, reportsOfTrack } from './queries.ts';

export const presentMade = (uploadId: string, until: number): ClaimView => ({
  uploadId,
  until: instant(until),
});

interface StateRows {
  tier: ReviewState['tier'];
  claim: ClaimRow | undefined;
  escalation: EscalationRow | undefined;
  match: MatchedRow | undefined;
  isHidden: boolean;
  isOwnCase: boolean;
}

/** For the moderator `viewerId`. */
export const presentState = (
  { tier, claim, escalation, match, isHidden, isOwnCase }: StateRows,
  viewerId: string,
): ReviewState => ({
  tier,
  claim: claim ? presentClaim(claim, viewerId) : null,
  escalated: escalation ? presentEscalation(escalation) : null,
  match: match ? presentMatch(match) : null,
  isHidden,
  isOwnCase,
});

const presentMatch = (row: MatchedRow): NonNullable<ReviewState['match']> => ({
  removedAt: instant(row.since),
  category: row.category as NonNullable<ReviewState['match']>['category'],
  url: row.file === null ? null : audioUrl(row.file),
});

const presentClaim = (row: ClaimRow, viewerId: string): NonNullable<ReviewState['claim']> => ({
  username: row.username,
  isMine: row.account_id === viewerId,
  until: instant(row.expires_at),
});

const presentEscalation = (row: EscalationRow): NonNullable<ReviewState['escalated']> => ({
  username: row.username,
  note: row.note,
  at: instant(row.created_at),
});

export const presentTrust = (trust: Trust): TrustView => ({
  setting: trust.setting,
  isTrusted: isTrusted(trust),
  cleanApprovals: trust.cleanApprovals,
  needed: TRUST_AFTER_APPROVALS,
});

export interface RecordRows {
  account: AccountRow;
  trust: Trust;
  published: number;
  takenDown: number;
  decided: Awaited<ReturnType<typeof decidedUploads>>;
  reports: Awaited<ReturnType<typeof reportsOfTrack>>;
}

export const presentRecord = ({
  account,
  trust,
  decided,
  reports,
  ...counts
}: RecordRows): UploaderRecord => ({
  userId: account.id,
  username: account.username,
  isGuest: account.role === 'guest',
  since: instant(account.created_at),
  trust: presentTrust(trust),
  published: counts.published,
  takenDown: counts.takenDown,
  decisions: decided.map((row) => ({
    id: row.id,
    title: row.title,
    outcome: row.status === 'rejected' ? 'rejected' : 'approved',
    reason: row.status === 'rejected' ? (row.decision_reason ?? REJECTION_REASON) : null,
    byPerson: row.decided_by !== null,
    at: instant(row.decided_at ?? row.created_at),
  })),
  reports: reports.map((row) => ({
    id: row.id,
    category: row.category as UploaderRecord['reports'][number]['category'],
    atSeconds: row.at_seconds,
    reason: row.reason,
    status: row.status,
    outcome: row.outcome,
  })),
});
