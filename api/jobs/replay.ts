// Repeats on a restored database what a restore must not undo: erasures, decisions of moderators and admins, blocks and
// withdrawn consents. Call inside a transaction.
import { findAccount } from '../accounts/queries.ts';
import { repeatRole } from '../accounts/role.ts';
import { repeatErasure, repeatReservation } from '../accounts/store.ts';
import { repeatBlock, repeatShowing } from '../blocks/store.ts';
import { removeCommentById } from '../comments/store.ts';
import { repeatAutoApprove } from '../configuration/autoApprove.ts';
import { BLOCK_KINDS } from '../contract/blocks.ts';
import { APPEAL_OUTCOMES, CLOSING_CAUSES, REPORT_CATEGORIES } from '../contract/reportCategories.ts';
import { TRUST_SETTINGS } from '../contract/review.ts';
import { ASSIGNABLE_ROLES } from '../contract/roles.ts';
import type { Db } from '../db/client.ts';
import { completeLedger, isErasure, type LedgerEntry, ledgerAfter, ledgerKey } from '../db/ledger.ts';
import { endFollows } from '../follows/store.ts';
import { repeatMaterial, repeatRelease } from '../material/store.ts';
import { followReports } from '../moderation/hiding.ts';
import { addEscalation } from '../moderation/store.ts';
import { eraseAccount } from '../profiles/erase.ts';
import { closeReport } from '../reports/closingStore.ts';
import { findReport } from '../reports/queries.ts';
import { forgetReport, repeatAppealAnswer, reviewReport } from '../reports/store.ts';
import { noteWithdrawal } from '../tracks/consentStore.ts';
import { findEdit } from '../tracks/editQueries.ts';
import { clearDescription, decideEdit, forgetEdit, restoreTrack, takeDownTrack } from '../tracks/store.ts';
import { findUpload, isUnpublished } from '../uploads/queries.ts';
import { refuseUpload, releaseUpload } from '../uploads/release.ts';
import { forgetUpload, removeRecordingById } from '../uploads/store.ts';
import { repeatForfeit, repeatTrust } from '../uploads/trustStore.ts';
import { forgetCase } from './evidence.ts';

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const oneOf = <Choice extends string>(choices: readonly Choice[], value: unknown): Choice | undefined =>
  choices.find((choice) => choice === value);

async function escalate(db: Db, { id, detail, at }: LedgerEntry): Promise<void> {
  const found = (await findUpload(db, id)) ?? (await findEdit(db, id));
  if (found?.status !== 'pending_review') return;
  const by = await findAccount(db, text(detail.escalatedBy) ?? '');
  await addEscalation(db, id, { accountId: by?.id ?? null, note: text(detail.note) ?? '' }, at);
}

/** Only accounts that can sign in get a role: a guest of the backup may have registered only since. */
async function giveRoleAgain(db: Db, { id, detail }: LedgerEntry): Promise<void> {
  const role = oneOf(ASSIGNABLE_ROLES, detail.role);
  if (role !== undefined && (await findAccount(db, id))?.password_hash) await repeatRole(db, id, role);
}

async function setTrustAgain(db: Db, { id, detail }: LedgerEntry): Promise<void> {
  const setting = oneOf(TRUST_SETTINGS, detail.setting);
  if (setting !== undefined && (await findAccount(db, id))) await repeatTrust(db, id, setting);
}

async function hideAgain(db: Db, { detail, at }: LedgerEntry): Promise<void> {
  const [account, other] = [
    await findAccount(db, text(detail.accountId) ?? ''),
    await findAccount(db, text(detail.otherId) ?? ''),
  ];
  if (!account || !other) return;
  const kind = oneOf(BLOCK_KINDS, detail.kind);
  if (kind === undefined) return void (await repeatShowing(db, account.id, other.id));
  await repeatBlock(db, { accountId: account.id, otherId: other.id, kind }, at);
  if (kind === 'block') await endFollows(db, account.id, other.id);
}

/** Does nothing for other kinds and for missing content. */
async function repeatRoleChange(db: Db, entry: LedgerEntry): Promise<void> {
  const { kind, id, detail, at } = entry;
  switch (kind) {
    case 'uploadEscalated':
      return escalate(db, entry);
    case 'roleGiven':
      return giveRoleAgain(db, entry);
    case 'nameReserved':
      if (typeof detail.until === 'number') await repeatReservation(db, id, detail.until);
      return;
    case 'trustSet':
      return setTrustAgain(db, entry);
    case 'trustForfeited':
      return repeatForfeit(db, id);
    case 'erasurePlanned':
      return repeatErasure(db, id, typeof detail.eraseAt === 'number' ? detail.eraseAt : null);
    case 'personHidden':
      return hideAgain(db, entry);
    case 'consentWithdrawn':
      return noteWithdrawal(db, id, at);
    case 'trackTakenDown':
      if (typeof detail.eraseAt === 'number')
        await takeDownTrack(db, id, { eraseAt: detail.eraseAt, category: null }, at);
      return;
    case 'trackRestored':
      await restoreTrack(db, id, at);
      return;
    case 'materialKnown':
      return repeatMaterial(db, id, detail);
    case 'materialReleased':
      return repeatRelease(db, id, detail);
    case 'autoApproveSet':
      return repeatAutoApprove(db, detail.on === true);
    case 'appealAnswered': {
      const outcome = oneOf(APPEAL_OUTCOMES, detail.outcome);
      if (outcome !== undefined)
        await repeatAppealAnswer(db, id, { outcome, answer: text(detail.answer) ?? '' }, at);
    }
  }
}

/** Each entry once, by the time of its action. */
export function union(copies: readonly (readonly LedgerEntry[])[]): LedgerEntry[] {
  const byKey = new Map(copies.flat().map((entry) => [ledgerKey(entry), entry]));
  return [...byKey.values()].sort((a, b) => a.at - b.at);
}

/** Does nothing for an upload that is missing or not pending. */
async function decide(db: Db, { kind, id, detail, at }: LedgerEntry, isErased: (id: string) => boolean) {
  const decidedBy = text(detail.decidedBy);
  const reason = text(detail.reason) ?? '';
  const ruleId = text(detail.ruleId);
  const atSeconds = typeof detail.atSeconds === 'number' ? detail.atSeconds : null;
  if (kind === 'uploadApproved' || kind === 'uploadRejected') {
    const upload = await findUpload(db, id);
    if (!upload || !isUnpublished(upload)) return;
    const trackId = text(detail.trackId);
    const category = oneOf(REPORT_CATEGORIES, detail.category) ?? null;
    const eraseAt = typeof detail.eraseAt === 'number' ? detail.eraseAt : null;
    if (kind === 'uploadRejected') {
      if (upload.status === 'pending_review')
        await refuseUpload(db, upload, { decidedBy, reason, ruleId, atSeconds, category, eraseAt }, at);
    } else if (trackId !== null && isErased(trackId)) await forgetUpload(db, id, at);
    else if ((await releaseUpload(db, upload, decidedBy, at, trackId ?? undefined)) === null)
      await forgetUpload(db, id, at);
  }
  if (kind === 'editApproved' || kind === 'editRejected') {
    const edit = await findEdit(db, id);
    if (edit?.status !== 'pending_review') return;
    const rejectedFor = kind === 'editApproved' ? null : reason;
    await decideEdit(db, edit, { decidedBy, rejectedFor, ruleId }, at);
  }
  if (kind === 'reportClosed') {
    const because = oneOf(CLOSING_CAUSES, detail.because);
    if (because !== undefined) await closeReport(db, id, because, at);
  }
  if (kind === 'reportReviewed' && (detail.status === 'reviewed' || detail.status === 'resolved')) {
    await repeatReview(db, { kind, id, detail, at }, detail.status);
  }
}

/** Entries that went with it come back with the backup: the recording and the comment are erased on their own. */
async function repeatReview(
  db: Db,
  { id, detail, at }: LedgerEntry,
  status: 'reviewed' | 'resolved',
): Promise<void> {
  const outcome = detail.outcome === 'removed' || detail.outcome === 'kept' ? detail.outcome : null;
  const ownerNotified = detail.ownerNotified === true;
  const appealUntil = typeof detail.appealUntil === 'number' ? detail.appealUntil : null;
  const decided = {
    decidedBy: text(detail.decidedBy),
    ruleId: text(detail.ruleId),
    decisionReason: text(detail.decisionReason) ?? '',
    atSeconds: typeof detail.atSeconds === 'number' ? detail.atSeconds : null,
    appealUntil,
  };
  const report = await findReport(db, id);
  if (outcome === 'removed' && report?.type === 'description')
    await clearDescription(db, report.target_id, at);
  await reviewReport(db, id, { status, outcome, ownerNotified, ...decided }, at);
  if (report && status === 'resolved') await followReports(db, report.track_id, at);
}

async function erase(db: Db, { kind, id, at }: LedgerEntry): Promise<void> {
  switch (kind) {
    case 'account':
      if (await findAccount(db, id)) await eraseAccount(db, id, at);
      return;
    case 'track':
      return removeRecordingById(db, id, at);
    case 'comment':
      return removeCommentById(db, id, at);
    case 'upload':
      return forgetUpload(db, id, at);
    case 'edit':
      return forgetEdit(db, id);
    case 'report':
      return forgetReport(db, id);
    case 'evidence':
      return forgetCase(db, id, at);
  }
}

/** Subject of a decision in addition to its id. Of several decisions of one kind about a subject, the last counts. */
const SAME: Record<string, string> = {
  uploadApproved: 'upload',
  uploadRejected: 'upload',
  editApproved: 'edit',
  editRejected: 'edit',
  reportReviewed: 'report',
  reportClosed: 'report',
  trackTakenDown: 'takedown',
  trackRestored: 'takedown',
  materialKnown: 'material',
  materialReleased: 'material',
};
const subjectOf = ({ kind, id }: LedgerEntry): string => `${SAME[kind] ?? kind} ${id}`;

/**
 * Decisions first, so that content that was approved and then erased ends erased. Of several decisions about one subject the last
 * one counts; an erasure counts unless the content was allowed to return since. Kinds this version does not know stay.
 */
export async function replayLedger(db: Db, entries: readonly LedgerEntry[]): Promise<void> {
  const own = await ledgerAfter(db, 0);
  const done = new Set(own.map(ledgerKey));
  const all = union([own, entries]);
  const erasures = new Map<string, LedgerEntry>();
  const decisions = new Map<string, LedgerEntry>();
  for (const entry of all) {
    const subject = subjectOf(entry);
    if (entry.kind === 'returned') erasures.delete(entry.id);
    else if (isErasure(entry.kind)) erasures.set(entry.id, entry);
    else {
      // At the place of the last: an account loses trust after its earlier approvals.
      decisions.delete(subject);
      decisions.set(subject, entry);
    }
  }
  for (const entry of decisions.values()) {
    await decide(db, entry, (id) => erasures.has(id));
    // The backup has the results of its own entries and of later events.
    if (!done.has(ledgerKey(entry))) await repeatRoleChange(db, entry);
  }
  for (const entry of erasures.values()) await erase(db, entry);
  await completeLedger(db, all);
}
