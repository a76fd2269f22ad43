// Changed words of published tracks (G3): the audio stays as it was heard. Who is trusted changes at once; the words
// of everybody else wait like an upload, and the old ones stay visible meanwhile.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { either } from '../db/dialect.ts';
import { noteErased } from '../db/ledger.ts';
import { audioColumnsOf } from '../db/tables/audio.ts';
import type { TrackRow } from './queries.ts';
import { applyWords } from './store.ts';
import { readWords, type TrackWords, wordsOf } from './words.ts';

/** Notes the change and, unless it waits, makes it. A waiting change gives way to a newer one. */
export async function editTrack(
  db: Db,
  track: Pick<TrackRow, 'id' | 'account_id' | 'username'> & TrackWords,
  after: TrackWords,
  waits: boolean,
  now: number,
): Promise<void> {
  const replaced = await db
    .deleteFrom('track_edits')
    .where('track_id', '=', track.id)
    .where('status', '=', sql.lit('pending_review'))
    .returning('id')
    .execute();
  await noteErased(
    db,
    'edit',
    replaced.map(({ id }) => id),
    now,
  );
  await db
    .insertInto('track_edits')
    .values({
      id: randomUUID(),
      track_id: track.id,
      account_id: track.account_id,
      before_json: JSON.stringify(wordsOf(track)),
      after_json: JSON.stringify(after),
      status: waits ? 'pending_review' : 'applied',
      created_at: now,
      decided_at: waits ? null : now,
      decided_by: null,
      decision_reason: null,
    })
    .execute();
  if (!waits) await applyWords(db, track, after, now);
}

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

/** Waiting edits, oldest first: everybody's, or one account's. */
export function pendingEdits(db: Db, accountId: string | null): Promise<EditRow[]> {
  return selectEdits(db)
    .where('track_edits.status', '=', sql.lit('pending_review'))
    .$if(accountId !== null, (query) => query.where('track_edits.account_id', '=', accountId ?? ''))
    .orderBy('track_edits.created_at')
    .orderBy('track_edits.id')
    .limit(500)
    .execute();
}

/** One change of a track waits at a time, so that no two of them come in one moment by a person's hand. */
const IS_LATER = either({
  sqlite: sql`later.rowid > track_edits.rowid`,
  postgres: sql`(later.created_at, later.id) > (track_edits.created_at, track_edits.id)`,
});

/** An account's last change of each track that still waits or was refused after `since` (ms); newest first. */
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

/** Every change of a track, newest first. */
export function editsOfTrack(db: Db, trackId: string): Promise<EditRow[]> {
  return selectEdits(db)
    .where('track_edits.track_id', '=', trackId)
    .orderBy('track_edits.created_at', 'desc')
    .orderBy('track_edits.id')
    .limit(200)
    .execute();
}

/** Call inside a transaction, after checking that the edit waits. */
export async function decideEdit(
  db: Db,
  edit: EditRow,
  decision: { decidedBy: string | null; rejectedFor: string | null },
  now: number,
): Promise<void> {
  await db
    .updateTable('track_edits')
    .set({
      status: decision.rejectedFor === null ? 'approved' : 'rejected',
      decided_at: now,
      decided_by: decision.decidedBy,
      decision_reason: decision.rejectedFor,
    })
    .where('id', '=', edit.id)
    .execute();
  if (decision.rejectedFor === null) {
    const track = { id: edit.track_id, username: edit.username };
    await applyWords(db, track, readWords(edit.after_json), now);
  }
}

export const storedEditsOf = (db: Db, accountId: string) =>
  db.selectFrom('track_edits').selectAll().where('account_id', '=', accountId).execute();

/** Without a note: for who repeats a removal that is noted already. */
export async function forgetEdit(db: Db, id: string): Promise<void> {
  await db.deleteFrom('track_edits').where('id', '=', id).execute();
}
