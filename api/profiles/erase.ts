// Erasing a person and everything of theirs; counters of others are put right. Call inside a transaction,
// unlink the returned blobs after the commit.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { noteErased } from '../db/ledger.ts';
import { doomBlob, removeTrack } from '../tracks/store.ts';

/** Likes, comments and follows the person gave to others. */
async function takeBackMarks(db: Db, id: string): Promise<void> {
  await sql`update accounts set total_likes = total_likes - (
      select count(*) from likes join tracks on tracks.id = likes.track_id
      where likes.account_id = ${id} and tracks.account_id = accounts.id)
    where id in (select tracks.account_id from likes join tracks on tracks.id = likes.track_id
      where likes.account_id = ${id})`.execute(db);
  await sql`update tracks set likes = likes - 1
    where id in (select track_id from likes where account_id = ${id})`.execute(db);
  await sql`update tracks set bookmarks = bookmarks - 1
    where id in (select track_id from bookmarks where account_id = ${id})`.execute(db);
  await sql`update comments set likes = likes - 1
    where id in (select comment_id from comment_likes where account_id = ${id})`.execute(db);
  await sql`update tracks set comments_count = comments_count - (
      select count(*) from comments where comments.track_id = tracks.id and comments.account_id = ${id})
    where id in (select track_id from comments where account_id = ${id})`.execute(db);
  await sql`update accounts set followers_count = followers_count - 1
    where id in (select following_id from follows where follower_id = ${id})`.execute(db);
  await sql`update accounts set following_count = following_count - 1
    where id in (select follower_id from follows where following_id = ${id})`.execute(db);
}

/** Names of the files to unlink: audio, and what was received of unfinished uploads. */
export async function eraseAccount(db: Db, id: string, now: number): Promise<string[]> {
  await takeBackMarks(db, id);
  const tracks = await db.selectFrom('tracks').select(['id', 'file']).where('account_id', '=', id).execute();
  for (const track of tracks) await removeTrack(db, track.id, now);
  const uploads = await db
    .selectFrom('uploads')
    .select(['id', 'file'])
    .where('account_id', '=', id)
    .where('status', '=', 'pending_review')
    .execute();
  const transfers = await db.selectFrom('transfers').select('file').where('account_id', '=', id).execute();
  for (const { file } of [...uploads, ...transfers]) await doomBlob(db, file, now);
  await db.deleteFrom('upload_events').where('account_id', '=', id).execute();
  await db.deleteFrom('listenings').where('listener', '=', id).execute();
  await db.deleteFrom('accounts').where('id', '=', id).execute();
  await noteErased(db, 'account', [id], now);
  await noteErased(
    db,
    'upload',
    uploads.map((upload) => upload.id),
    now,
  );
  return [...tracks, ...uploads, ...transfers].map(({ file }) => file);
}
