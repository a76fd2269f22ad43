// A moderator takes a recording down without a report.
import { type ActionContext, type AuditAction, signedIn } from '../action.ts';
import type { Rule } from '../contract/rules.ts';
import { appealEnd } from '../reports/rules.ts';
import { insertTakedown } from '../reports/store.ts';
import { takeDownTrack } from '../tracks/store.ts';
import { forfeitTrust } from './trustStore.ts';

interface Stated {
  /** As in the audit log. */
  action: AuditAction['action'];
  rule: Rule;
  /** In the moderator's words; may be empty. */
  reason: string;
}

/** The owner reads the statement and can appeal; notify them. Admins state nothing to themselves. */
export async function takeDownForRule(
  context: ActionContext,
  track: { id: string; account_id: string; title: string },
  { action, rule, reason }: Stated,
): Promise<void> {
  const { db, now, deps } = context;
  const { accountId: decidedBy } = signedIn(context);
  const { id, account_id: ownerId, title } = track;
  const appealUntil = appealEnd(deps.env, now);
  await takeDownTrack(db, id, { eraseAt: appealUntil, category: rule.category }, now);
  if (ownerId !== decidedBy) {
    const about = { targetId: id, trackId: id, reportedId: ownerId, words: title, trackTitle: title };
    const decided = { decidedBy, ruleId: rule.id, decisionReason: reason.trim(), appealUntil };
    await insertTakedown(db, { type: 'recording', ...about, ...decided }, now);
  }
  await forfeitTrust(db, ownerId, now);
  const detail = { ownerId, rule: rule.id, ...(reason === '' ? {} : { reason }) };
  await context.audit({ action, targetType: 'track', targetId: id, detail, before: track, after: null });
}
