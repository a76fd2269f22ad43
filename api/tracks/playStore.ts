// Counting plays: one per listener, track and listening window, so that pressing reload is not applause (L3).
import { sql } from 'kysely';
import { countOnAccounts } from '../accounts/store.ts';
import type { Db } from '../db/client.ts';
import { notFound } from '../errors.ts';

/** One listening; a play within it counts once. */
export const WINDOW_MS = 30 * 60 * 1000;

/** `listener` is an account id, or a keyed address for a visitor. Returns the plays after the call. */
export async function countPlay(db: Db, trackId: string, listener: string, now: number): Promise<number> {
  const track = await db
    .selectFrom('tracks')
    .select(['plays', 'account_id'])
    .where('id', '=', trackId)
    .where('status', '=', sql.lit('active'))
    .executeTakeFirst();
  if (!track) throw notFound('Track');
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('listenings')
    .values({ track_id: trackId, listener, window: Math.floor(now / WINDOW_MS) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (Number(numInsertedOrUpdatedRows ?? 0) === 0) return track.plays;
  await db
    .updateTable('tracks')
    .set((eb) => ({ plays: eb('plays', '+', 1) }))
    .where('id', '=', trackId)
    .execute();
  await countOnAccounts(db, 'total_plays', [{ id: track.account_id, by: 1 }]);
  return track.plays + 1;
}

export const listeningsOf = (db: Db, listener: string) =>
  db.selectFrom('listenings').selectAll().where('listener', '=', listener).execute();

export async function removeListeningsOf(db: Db, listener: string): Promise<void> {
  await db.deleteFrom('listenings').where('listener', '=', listener).execute();
}

/** Before two accounts become one: a listening that both have counts once. */
export async function dropDoubleListenings(db: Db, guest: string, account: string): Promise<void> {
  await sql`delete from listenings where listener = ${guest} and exists (
    select 1 from listenings as other where other.listener = ${account}
      and other.track_id = listenings.track_id and other.window = listenings.window)`.execute(db);
}
