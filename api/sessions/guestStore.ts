// What a guest has, and how it becomes part of another account. Call inside a transaction: half of it is nobody's.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { renameInSearchRows } from '../db/searchRows.ts';

/** What a guest would miss. */
const OWNED = [
  ['tracks', 'account_id'],
  ['uploads', 'account_id'],
  ['transfers', 'account_id'],
  ['comments', 'account_id'],
  ['likes', 'account_id'],
  ['bookmarks', 'account_id'],
  ['comment_likes', 'account_id'],
  ['follows', 'follower_id'],
] as const;

/** Every column that names an account and goes along. */
const MOVED = [
  ...OWNED,
  ['follows', 'following_id'],
  ['upload_events', 'account_id'],
  ['track_edits', 'account_id'],
  ['reports', 'reporter_id'],
  ['listenings', 'listener'],
  ['notifications', 'account_id'],
  ['notifications', 'actor_id'],
  ['activities', 'account_id'],
  ['activities', 'other_account_id'],
  ['old_usernames', 'account_id'],
  ['idempotency_keys', 'account_id'],
] as const;

/** Recordings, uploads, comments, marks or follows; news alone are nothing to lose. */
export async function guestHasRows(db: Db, guestId: string): Promise<boolean> {
  for (const [table, column] of OWNED) {
    const { rows } = await sql`select 1 from ${sql.table(table)}
      where ${sql.ref(column)} = ${guestId} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Ids as one parameter: a list of thousands stays one statement. */
async function idsOf(db: Db, select: RawBuilder<{ id: string }>): Promise<string> {
  const { rows } = await select.execute(db);
  return JSON.stringify(rows.map(({ id }) => id));
}

/** What both have stays once; what would be a person's mark on themselves goes. */
async function dropDoubles(db: Db, guest: string, account: string): Promise<void> {
  const ownTracks = (of: string) => sql`(select id from tracks where account_id = ${of})`;
  const ownComments = (of: string) => sql`(select id from comments where account_id = ${of})`;
  const statements = [
    sql`delete from likes where account_id = ${guest} and track_id in ${ownTracks(account)}
      or account_id = ${account} and track_id in ${ownTracks(guest)}`,
    sql`delete from likes where account_id = ${guest}
      and track_id in (select track_id from likes where account_id = ${account})`,
    sql`delete from bookmarks where account_id = ${guest}
      and track_id in (select track_id from bookmarks where account_id = ${account})`,
    sql`delete from comment_likes where account_id = ${guest} and comment_id in ${ownComments(account)}
      or account_id = ${account} and comment_id in ${ownComments(guest)}`,
    sql`delete from comment_likes where account_id = ${guest}
      and comment_id in (select comment_id from comment_likes where account_id = ${account})`,
    sql`delete from follows where follower_id = ${guest} and following_id = ${account}
      or follower_id = ${account} and following_id = ${guest}`,
    sql`delete from follows where follower_id = ${guest}
      and following_id in (select following_id from follows where follower_id = ${account})`,
    sql`delete from follows where following_id = ${guest}
      and follower_id in (select follower_id from follows where following_id = ${account})`,
    sql`delete from reports where reporter_id = ${guest} and status = 'pending' and exists (
      select 1 from reports as other where other.reporter_id = ${account} and other.status = 'pending'
        and other.type = reports.type and other.target_id = reports.target_id)`,
    sql`delete from listenings where listener = ${guest} and exists (
      select 1 from listenings as other where other.listener = ${account}
        and other.track_id = listenings.track_id and other.window = listenings.window)`,
    // One key, one upload: a guest's unfinished one of a key the account has used can never be told from it.
    sql`delete from transfers where account_id = ${guest} and upload_key in (
      select upload_key from transfers where account_id = ${account}
      union select upload_key from uploads where account_id = ${account} and upload_key is not null)`,
    sql`update uploads set upload_key = null where account_id = ${guest} and upload_key in (
      select upload_key from uploads where account_id = ${account})`,
    sql`delete from idempotency_keys where account_id = ${guest} and key_hash in (
      select key_hash from idempotency_keys where account_id = ${account})`,
    // Nobody is told of what they did themselves, and of one thing once.
    sql`delete from notifications where account_id = ${account} and actor_id = ${guest}
      or account_id = ${guest} and actor_id = ${account}`,
    sql`delete from notifications where actor_id = ${guest} and type in ('like', 'bookmark', 'follow') and exists (
      select 1 from notifications as other where other.actor_id = ${account} and other.type = notifications.type
        and other.account_id = notifications.account_id and other.track_id is notifications.track_id)`,
    sql`delete from notifications where account_id = ${guest} and type = 'followed_user_upload' and exists (
      select 1 from notifications as other where other.account_id = ${account} and other.type = notifications.type
        and other.actor_id is notifications.actor_id and other.track_id is notifications.track_id)`,
    sql`delete from activities where type in ('my_like', 'my_follow')
      and (account_id = ${guest} and other_account_id = ${account}
        or account_id = ${account} and other_account_id = ${guest})`,
  ];
  for (const statement of statements) await statement.execute(db);
}

/** Counters as the rows say, of all whose rows have changed. */
async function recount(db: Db, changed: { tracks: string; comments: string; people: string }): Promise<void> {
  await sql`update tracks set
    likes = (select count(*) from likes where track_id = tracks.id),
    bookmarks = (select count(*) from bookmarks where track_id = tracks.id)
    where id in (select value from json_each(${changed.tracks}))`.execute(db);
  await sql`update comments set
    likes = (select count(*) from comment_likes where comment_id = comments.id)
    where id in (select value from json_each(${changed.comments}))`.execute(db);
  await sql`update accounts set
    total_uploads = (select count(*) from tracks where account_id = accounts.id),
    total_likes = (select coalesce(sum(likes), 0) from tracks where account_id = accounts.id),
    followers_count = (select count(*) from follows where following_id = accounts.id),
    following_count = (select count(*) from follows where follower_id = accounts.id)
    where id in (select value from json_each(${changed.people}))`.execute(db);
}

/** Everything of the guest becomes the account's; the guest and its sessions end. Both must exist and differ. */
export async function moveGuestRows(
  db: Db,
  guest: string,
  account: { id: string; username: string },
): Promise<void> {
  const changed = {
    tracks: await idsOf(
      db,
      sql<{ id: string }>`select id from tracks where account_id = ${guest}
        union select track_id from likes where account_id = ${guest}
        union select track_id from bookmarks where account_id = ${guest}`,
    ),
    comments: await idsOf(
      db,
      sql<{ id: string }>`select id from comments where account_id = ${guest}
        union select comment_id from comment_likes where account_id = ${guest}`,
    ),
    people: await idsOf(
      db,
      sql<{ id: string }>`select ${account.id} as id
        union select following_id from follows where follower_id = ${guest}
        union select follower_id from follows where following_id = ${guest}
        union select tracks.account_id from likes join tracks on tracks.id = likes.track_id
          where likes.account_id = ${guest}`,
    ),
  };
  await dropDoubles(db, guest, account.id);
  for (const [table, column] of MOVED) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${account.id}
      where ${sql.ref(column)} = ${guest}`.execute(db);
  }
  await db.deleteFrom('accounts').where('id', '=', guest).execute();
  await recount(db, changed);
  await renameInSearchRows(db, account.id, account.username);
}
