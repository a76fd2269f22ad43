// Seals evidence and ends its hold. Call inside the transaction of the action.
import { randomUUID } from 'node:crypto';
import type { Db } from '../db/client.ts';
import { noteErased } from '../db/ledger.ts';
import {
  casesOf,
  type EvidenceRow,
  type EvidenceSubject,
  findCase,
  findCaseOf,
  hasOpenUrgentReport,
  materialOf,
  reportsAbout,
} from './queries.ts';
import { readSnapshot, withReports, withState } from './snapshot.ts';

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
  const material = await materialOf(db, about);
  if (!row && !material) return false;
  const known = row ? readSnapshot(row) : { states: [], reports: [] };
  const snapshot = JSON.stringify({
    states: material ? withState(known.states, material, now) : known.states,
    reports: withReports(known.reports, await reportsAbout(db, about)),
  });
  if (row) {
    const changed = cause === 'report' ? {} : { cause };
    await db
      .updateTable('evidence')
      .set({ snapshot_json: snapshot, last_event_at: now, ...changed })
      .where('id', '=', row.id)
      .execute();
    return true;
  }
  const audio = material?.recording ?? material?.upload;
  await db
    .insertInto('evidence')
    .values({
      id: randomUUID(),
      subject: about.subject,
      subject_id: about.id,
      cause,
      file: audio?.file ?? null,
      size: audio?.size ?? 0,
      snapshot_json: snapshot,
      held_at: now,
      last_event_at: now,
    })
    .execute();
  return true;
}

/** Call before subjects are deleted or changed: their cases keep the state before. Nothing happens to those without a case. */
export async function sealCurrent(
  db: Db,
  subject: EvidenceSubject['subject'],
  ids: readonly string[],
  now: number,
): Promise<void> {
  for (const { subject_id: id, cause } of await casesOf(db, subject, ids))
    await sealEvidence(db, { subject, id }, cause, now);
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

/** An earlier extension that lasts longer stays. */
export async function extendCase(db: Db, id: string, until: number): Promise<void> {
  await db
    .updateTable('evidence')
    .set({ extended_until: until })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('extended_until', 'is', null), eb('extended_until', '<', until)]))
    .execute();
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

/** For a restore: the case as it was in the replaced database, instead of the backup's case of its subject and sound. */
export async function repeatCase(db: Db, row: EvidenceRow): Promise<void> {
  await db
    .deleteFrom('evidence')
    .where((eb) =>
      eb.or([
        eb('id', '=', row.id),
        eb.and([
          eb('subject', '=', row.subject),
          eb('subject_id', '=', row.subject_id),
          eb(eb.fn.coalesce('file', eb.val('')), '=', row.file ?? ''),
        ]),
      ]),
    )
    .execute();
  await db.insertInto('evidence').values(row).execute();
}
