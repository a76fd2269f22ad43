// Does again, on a restored database, what no restore may undo: erasures and decisions. Call inside a transaction.
import { findAccount } from '../accounts/queries.ts';
import { removeCommentById } from '../comments/store.ts';
import type { Db } from '../db/client.ts';
import { completeLedger, type LedgerEntry, ledgerAfter, ledgerKey } from '../db/ledger.ts';
import { eraseAccount } from '../profiles/erase.ts';
import { findReport } from '../reports/queries.ts';
import { forgetReport, reviewReport } from '../reports/store.ts';
import { clearDescription, decideEdit, findEdit, forgetEdit } from '../tracks/store.ts';
import { findUpload } from '../uploads/queries.ts';
import { refuseUpload, releaseUpload } from '../uploads/release.ts';
import { forgetUpload, removeRecordingById } from '../uploads/store.ts';
import { repeatOffice } from './replayOffice.ts';

/** Each entry once, in the order of their deeds. */
export function union(copies: readonly (readonly LedgerEntry[])[]): LedgerEntry[] {
  const byKey = new Map(copies.flat().map((entry) => [ledgerKey(entry), entry]));
  return [...byKey.values()].sort((a, b) => a.at - b.at);
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Does nothing about what is not there or not waiting. */
async function decide(db: Db, { kind, id, detail, at }: LedgerEntry, isErased: (id: string) => boolean) {
  const decidedBy = text(detail.decidedBy);
  const reason = text(detail.reason) ?? '';
  if (kind === 'uploadApproved' || kind === 'uploadRejected') {
    const upload = await findUpload(db, id);
    if (upload?.status !== 'pending_review') return;
    const trackId = text(detail.trackId);
    if (kind === 'uploadRejected') await refuseUpload(db, upload, { decidedBy, reason }, at);
    else if (trackId !== null && isErased(trackId)) await forgetUpload(db, id, at);
    else await releaseUpload(db, upload, decidedBy, at, trackId ?? undefined);
  }
  if (kind === 'editApproved' || kind === 'editRejected') {
    const edit = await findEdit(db, id);
    if (edit?.status !== 'pending_review') return;
    await decideEdit(db, edit, { decidedBy, rejectedFor: kind === 'editApproved' ? null : reason }, at);
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
  const told = detail.told === true;
  const decided = { decidedBy: text(detail.decidedBy), decisionReason: text(detail.decisionReason) ?? '' };
  const report = await findReport(db, id);
  if (outcome === 'removed' && report?.type === 'description')
    await clearDescription(db, report.target_id, at);
  await reviewReport(db, id, { status, outcome, told, ...decided }, at);
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
  }
}

const ERASED_KINDS = new Set(['account', 'track', 'comment', 'upload', 'edit', 'report']);

/** What a decision is about, beside the id: of several that say the same of one thing the last one counts. */
const SAME: Record<string, string> = {
  uploadApproved: 'upload',
  uploadRejected: 'upload',
  editApproved: 'edit',
  editRejected: 'edit',
};
const subjectOf = ({ kind, id }: LedgerEntry): string => `${SAME[kind] ?? kind} ${id}`;

/**
 * Decisions first, so that what was approved and then erased ends erased. Of several decisions about one thing the last
 * one counts; an erasure counts unless the thing was allowed to return since. Kinds this version does not know are kept.
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
    else if (ERASED_KINDS.has(entry.kind)) erasures.set(entry.id, entry);
    else {
      // In the place of the last one: a person loses trust after what was approved before.
      decisions.delete(subject);
      decisions.set(subject, entry);
    }
  }
  for (const entry of decisions.values()) {
    await decide(db, entry, (id) => erasures.has(id));
    // The backup knows what came of its own entries, and what has happened since them.
    if (!done.has(ledgerKey(entry))) await repeatOffice(db, entry);
  }
  for (const entry of erasures.values()) await erase(db, entry);
  await completeLedger(db, all);
}
