// Edits of published tracks: pending, decided, and those that an owner has to see.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { either } from '../db/dialect.ts';
import { audioColumnsOf } from '../db/tables/audio.ts';

function selectEdits(db: Db) {
  return db
    .selectFrom('track_edits')
    .innerJoin('tracks', 'tracks.id', 'track_edits.track_id')
    .innerJoin('accounts', 'accounts.id', 'track_edits.account_id')
    .selectAll('track_edits')
    .select(audioColumnsOf('tracks'))
    .select('accounts.username')
    .where('accounts.deleted_at', 'is', null);
}

export type EditRow = Awaited<ReturnType<ReturnType<typeof selectEdits>['execute']>>[number];

export const findEdit = (db: Db, id: string): Promise<EditRow | undefined> =>
  selectEdits(db).where('track_edits.id', '=', id).executeTakeFirst();

/** Pending edits, oldest first: all, or one account's. */
export function pendingEdits(db: Db, accountId: string | null): Promise<EditRow[]> {
  return selectEdits(db)
    .where('track_edits.status', '=', sql.lit('pending_review'))
    .$if(accountId !== null, (query) => query.where('track_edits.account_id', '=', accountId ?? ''))
    .orderBy('track_edits.created_at')
    .orderBy('track_edits.id')
    .limit(500)
    .execute();
}

/** At most one edit of a track is pending, so two rarely share a creation time. */
const IS_LATER = either({
  sqlite: sql`later.rowid > track_edits.rowid`,
  postgres: sql`(later.created_at, later.id) > (track_edits.created_at, track_edits.id)`,
});

/** The account's last edit of each track that is pending or was rejected after `since` (ms); newest first. */
export function undoneEdits(db: Db, accountId: string, since: number): Promise<EditRow[]> {
  return selectEdits(db)
    .where('track_edits.account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('track_edits.status', '=', sql.lit('pending_review')),
        eb.and([
          eb('track_edits.status', '=', sql.lit('rejected')),
          eb('track_edits.decided_at', '>', since),
        ]),
      ]),
    )
    .where(
      sql<boolean>`not exists (select 1 from track_edits as later
        where later.track_id = track_edits.track_id and ${IS_LATER})`,
    )
    .orderBy('track_edits.created_at', 'desc')
    .orderBy('track_edits.id')
    .limit(500)
    .execute();
}

/** All edits of a track, newest first. */
export function editsOfTrack(db: Db, trackId: string): Promise<EditRow[]> {
  return selectEdits(db)
    .where('track_edits.track_id', '=', trackId)
    .orderBy('track_edits.created_at', 'desc')
    .orderBy('track_edits.id')
    .limit(200)
    .execute();
}

export const storedEditsOf = (db: Db, accountId: string) =>
  db.selectFrom('track_edits').selectAll().where('account_id', '=', accountId).execute();
