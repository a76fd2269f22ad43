// Counting plays: one per listener, track and listening window, so that pressing reload is not applause (L3). A row holds a
// token that leads to nobody: it is made with random bytes that the next day replaces, and tells neither which rows are of one
// listener nor, once the bytes are gone, whether a given listener is among them.
import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { countOnAccounts } from '../accounts/store.ts';
import type { Db } from '../db/client.ts';
import { deleteSetting, LISTENING_SALT, readSetting, writeSetting } from '../db/settings.ts';
import { notFound } from '../errors.ts';

/** One listening; a play within it counts once. */
export const WINDOW_MS = 30 * 60 * 1000;

const DAY_MS = 24 * 3600 * 1000;
const SALT_BYTES = 32;
const dayOf = (now: number) => Math.floor(now / DAY_MS);

async function saltOf(db: Db, now: number): Promise<string> {
  const [day, salt] = (await readSetting(db, LISTENING_SALT))?.split(' ') ?? [];
  if (Number(day) === dayOf(now) && salt) return salt;
  const fresh = randomBytes(SALT_BYTES).toString('hex');
  await writeSetting(db, LISTENING_SALT, `${dayOf(now)} ${fresh}`);
  return fresh;
}

/** Deletes the bytes of a day that is over, also when nobody has played anything since. */
export async function forgetListeningSalt(db: Db, now: number): Promise<void> {
  const [day] = (await readSetting(db, LISTENING_SALT))?.split(' ') ?? [];
  if (Number(day) < dayOf(now)) await deleteSetting(db, LISTENING_SALT);
}

async function tokenOf(db: Db, trackId: string, listener: string, window: number, now: number) {
  const listening = `${window} ${trackId} ${listener}`;
  return createHmac('sha256', await saltOf(db, now))
    .update(listening)
    .digest('base64url');
}

/** `listener` is an account id, or a keyed address for a visitor. Returns the plays after the call. */
export async function countPlay(db: Db, trackId: string, listener: string, now: number): Promise<number> {
  const track = await db
    .selectFrom('tracks')
    .select(['plays', 'account_id'])
    .where('id', '=', trackId)
    .where('status', '=', sql.lit('active'))
    .executeTakeFirst();
  if (!track) throw notFound('Track');
  const window = Math.floor(now / WINDOW_MS);
  const token = await tokenOf(db, trackId, listener, window, now);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('listenings')
    .values({ track_id: trackId, token, window })
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
