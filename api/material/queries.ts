// Reads what is known of removed sound.
import { type Selectable, sql } from 'kysely';
import { URGENT_CATEGORIES } from '../contract/reportCategories.ts';
import type { Db } from '../db/client.ts';
import type { KnownMaterialTable } from '../db/tables/review.ts';

export type KnownRow = Selectable<KnownMaterialTable>;

export interface MaterialSubject {
  subject: KnownMaterialTable['subject'];
  id: string;
}

/** An urgent reason of the removal: such sound is published only by a person. */
export const isUrgentMaterial = ({ category }: Pick<KnownRow, 'category'>): boolean =>
  URGENT_CATEGORIES.some((urgent) => urgent === category);

/** The removal of this sound: an urgent one before others, then the newest. */
export async function findMaterial(db: Db, soundKey: string): Promise<KnownRow | undefined> {
  const rows = await db
    .selectFrom('known_material')
    .selectAll()
    .where('sound_key', '=', soundKey)
    .orderBy('since', 'desc')
    .orderBy('id')
    .execute();
  return rows.find(isUrgentMaterial) ?? rows[0];
}

/** What is known of one subject. */
export const materialOf = (db: Db, id: string): Promise<KnownRow | undefined> =>
  db.selectFrom('known_material').selectAll().where('subject_id', '=', id).executeTakeFirst();

/** Keyed hash of the subject's sound; null for the demo, and without the subject. */
export async function soundKeyOf(db: Db, { subject, id }: MaterialSubject): Promise<string | null> {
  const row = await db
    .selectFrom(subject === 'track' ? 'tracks' : 'uploads')
    .select('sound_key')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.sound_key ?? null;
}

/**
 * The removals with these ids, with the audio's blob while moderators may hear it: not that of a rejected upload that is sealed as
 * evidence.
 */
export function matchedMaterial(db: Db, ids: readonly string[]) {
  const isOpen = sql<boolean>`accounts.deleted_at is null`;
  return db
    .selectFrom('known_material')
    .leftJoin('tracks', (join) =>
      join.onRef('tracks.id', '=', 'known_material.subject_id').on('known_material.subject', '=', 'track'),
    )
    .leftJoin('uploads', (join) =>
      join
        .onRef('uploads.id', '=', 'known_material.subject_id')
        .on('known_material.subject', '=', 'upload')
        .on('uploads.erase_at', 'is not', null)
        .on(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('evidence').select('evidence.id').whereRef('evidence.file', '=', 'uploads.file'),
            ),
          ),
        ),
    )
    .leftJoin('accounts', (join) =>
      join.on(sql<boolean>`accounts.id = coalesce(tracks.account_id, uploads.account_id)`).on(isOpen),
    )
    .select(['known_material.id', 'known_material.category', 'known_material.since'])
    .select(
      sql<string | null>`case when accounts.id is not null then coalesce(tracks.file, uploads.file) end`.as(
        'file',
      ),
    )
    .where('known_material.id', 'in', ids)
    .execute();
}

export type MatchedRow = Awaited<ReturnType<typeof matchedMaterial>>[number];
