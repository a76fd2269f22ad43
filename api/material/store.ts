// Notes sound that a moderator or admin removed, so that it is recognised when it comes back. Call inside the transaction of the
// decision.
import { randomUUID } from 'node:crypto';
import { GRAVITIES, gravityOf, type ReportCategory } from '../contract/reportCategories.ts';
import type { Db } from '../db/client.ts';
import { noteDecision } from '../db/ledger.ts';
import { type KnownRow, type MaterialSubject, materialOf, soundKeyOf } from './queries.ts';

const gravity = (category: string | null) => GRAVITIES.indexOf(gravityOf(category as ReportCategory | null));

/** The graver of two reasons; of equal ones the first that is one. */
const graver = (one: string | null, other: string | null) =>
  gravity(other) > gravity(one) ? other : (one ?? other);

/** For restores: the ids of a person's recordings stay out of it. */
const noteInLedger = (db: Db, { id, subject_id: _, ...detail }: KnownRow, now: number) =>
  noteDecision(db, 'materialKnown', id, detail, now);

const findRemoval = (db: Db, soundKey: string, since: number): Promise<KnownRow | undefined> =>
  db
    .selectFrom('known_material')
    .selectAll()
    .where('sound_key', '=', soundKey)
    .where('since', '=', since)
    .where('subject_id', 'is', null)
    .executeTakeFirst();

/**
 * The subject was removed for this reason; its sound is known from now on. A second reason replaces a less grave one. Nothing
 * happens without the subject, or if its sound has no key.
 */
export async function noteMaterial(
  db: Db,
  { subject, id }: MaterialSubject,
  category: ReportCategory | null,
  now: number,
): Promise<void> {
  const soundKey = await soundKeyOf(db, { subject, id });
  if (soundKey === null) return;
  // The second one is of this removal and came back from the ledger.
  const known = (await materialOf(db, id)) ?? (await findRemoval(db, soundKey, now));
  if (known) {
    const raised = { ...known, subject_id: id, category: graver(known.category, category) };
    await db.updateTable('known_material').set(raised).where('id', '=', known.id).execute();
    if (raised.category !== known.category) await noteInLedger(db, raised, now);
    return;
  }
  const row: KnownRow = {
    id: randomUUID(),
    sound_key: soundKey,
    category,
    since: now,
    subject,
    subject_id: id,
  };
  await db.insertInto('known_material').values(row).execute();
  await noteInLedger(db, row, now);
}

/** The removal of this track or upload was a mistake. */
export async function forgetMaterial(db: Db, subjectId: string, now: number): Promise<void> {
  const row = await materialOf(db, subjectId);
  if (!row) return;
  await forgetRemoval(db, row.id);
  await noteDecision(db, 'materialReleased', row.id, { sound_key: row.sound_key, since: row.since }, now);
}

const forgetRemoval = (db: Db, id: string) => db.deleteFrom('known_material').where('id', '=', id).execute();

const isRow = (value: Record<string, unknown>): value is Record<string, unknown> & KnownRow =>
  typeof value.sound_key === 'string' &&
  typeof value.since === 'number' &&
  (value.subject === 'track' || value.subject === 'upload');

/** For replaying the ledger: writes no ledger entry. */
export async function repeatMaterial(db: Db, id: string, detail: Record<string, unknown>): Promise<void> {
  if (!isRow(detail)) return;
  const { sound_key, since, subject } = detail;
  const category = typeof detail.category === 'string' ? detail.category : null;
  const changed = await db
    .updateTable('known_material')
    .set({ category })
    .where((eb) =>
      eb.or([eb('id', '=', id), eb.and([eb('sound_key', '=', sound_key), eb('since', '=', since)])]),
    )
    .executeTakeFirst();
  if (changed.numUpdatedRows > 0n) return;
  await db
    .insertInto('known_material')
    .values({ id, sound_key, category, since, subject, subject_id: null })
    .execute();
}

/** For replaying the ledger: writes no ledger entry. */
export async function repeatRelease(db: Db, id: string, detail: Record<string, unknown>): Promise<void> {
  const { sound_key: soundKey, since } = detail;
  await forgetRemoval(db, id);
  if (typeof soundKey !== 'string' || typeof since !== 'number') return;
  await db
    .deleteFrom('known_material')
    .where('sound_key', '=', soundKey)
    .where('since', '=', since)
    .execute();
}
