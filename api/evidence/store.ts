// Seals evidence and ends its hold. Call inside the transaction of the action.
import { randomUUID } from 'node:crypto';
import type { Db } from '../db/client.ts';
import { jsonObject } from '../db/json.ts';
import { noteErased } from '../db/ledger.ts';
import {
  type EvidenceRow,
  type EvidenceSubject,
  findCase,
  findCaseOf,
  hasOpenUrgentReport,
  materialOf,
  reportsAbout,
  type SealedReport,
} from './queries.ts';

/** Reports as they are now, with the words that an erased account took out of them since. */
function reportsWithWords(known: unknown, now: readonly SealedReport[]): SealedReport[] {
  const byId = new Map(
    (Array.isArray(known) ? (known as SealedReport[]) : []).map((report) => [report.id, report]),
  );
  for (const report of now) {
    const before = byId.get(report.id);
    byId.set(report.id, {
      ...report,
      words: report.words || (before?.words ?? ''),
      track_title: report.track_title || (before?.track_title ?? ''),
      decision_reason: report.decision_reason || (before?.decision_reason ?? ''),
      appeal: report.appeal ?? before?.appeal ?? null,
    });
  }
  return [...byId.values()];
}

async function snapshotOf(db: Db, about: EvidenceSubject, row: EvidenceRow | undefined) {
  const before = jsonObject(row?.snapshot_json ?? '{}');
  const material = await materialOf(db, about);
  if (!material && !row) return null;
  const reports = reportsWithWords(before.reports, await reportsAbout(db, about));
  const { file, size, ...texts } = material ?? { file: row?.file ?? null, size: row?.size ?? 0 };
  return { file, size, json: JSON.stringify({ ...before, ...texts, reports }) };
}

/**
 * Opens a case or adds what is new. A case that an admin or a decision opened no longer ends with its reports. False when
 * there is nothing to seal.
 */
export async function sealEvidence(
  db: Db,
  about: EvidenceSubject,
  cause: EvidenceRow['cause'],
  now: number,
): Promise<boolean> {
  const row = await findCaseOf(db, about);
  const sealed = await snapshotOf(db, about, row);
  if (!sealed) return false;
  const { file, size, json } = sealed;
  if (row) {
    const changed = cause === 'report' ? {} : { cause };
    await db
      .updateTable('evidence')
      .set({ snapshot_json: json, last_event_at: now, ...changed })
      .where('id', '=', row.id)
      .execute();
    return true;
  }
  await db
    .insertInto('evidence')
    .values({
      id: randomUUID(),
      subject: about.subject,
      subject_id: about.id,
      cause,
      file,
      size,
      snapshot_json: json,
      held_at: now,
      last_event_at: now,
    })
    .execute();
  return true;
}

/** Call before the subject is deleted: its case keeps the last state. Nothing happens without a case. */
export async function noteRemoval(db: Db, about: EvidenceSubject, now: number): Promise<void> {
  const row = await findCaseOf(db, about);
  if (row) await sealEvidence(db, about, row.cause, now);
}

/** After a decision. Returns the case if it ended, because only dismissed reports had opened it. */
export async function noteDecided(
  db: Db,
  about: EvidenceSubject,
  now: number,
): Promise<EvidenceRow | undefined> {
  const row = await findCaseOf(db, about);
  if (!row) return undefined;
  if (row.cause !== 'report' || (await hasOpenUrgentReport(db, about))) {
    await sealEvidence(db, about, row.cause, now);
    return undefined;
  }
  return endCase(db, row.id, now);
}

export async function extendCase(db: Db, id: string, until: number): Promise<void> {
  await db.updateTable('evidence').set({ extended_until: until }).where('id', '=', id).execute();
}

/** Erases a case, and notes it in the ledger for restores. Doom its blob unless something else needs it. */
export async function endCase(db: Db, id: string, now: number): Promise<EvidenceRow | undefined> {
  const row = await repeatEnd(db, id);
  if (row) await noteErased(db, 'evidence', [id], now);
  return row;
}

/** For replaying the ledger: writes no ledger entry. */
export async function repeatEnd(db: Db, id: string): Promise<EvidenceRow | undefined> {
  const row = await findCase(db, id);
  if (row) await db.deleteFrom('evidence').where('id', '=', id).execute();
  return row;
}
