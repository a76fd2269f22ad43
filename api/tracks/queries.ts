// Reads tracks: one projection for all lists, with the viewer's own likes and bookmarks.
import { sql } from 'kysely';
import { TAKES_COMMENTS } from '../accounts/queries.ts';
import { isShown, letsActHere } from '../blocks/queries.ts';
import type { Db } from '../db/client.ts';
import { idList } from '../db/lists.ts';
import { audioColumnsOf } from '../db/tables/audio.ts';

/**
 * Number of comments the viewer can see (`isShown`): the counter minus comments of hidden accounts and of accounts about to
 * be deleted. Costs one index lookup per such account.
 */
const commentsShown = (viewerId: string | null) =>
  sql<number>`tracks.comments_count
    - cast((select count(*) from accounts as leaving cross join comments
      where leaving.erase_at > 0 and leaving.id <> ${viewerId ?? ''}
        and comments.track_id = tracks.id and comments.account_id = leaving.id) as integer)
    - cast((select count(*) from blocks cross join comments
      where blocks.account_id = ${viewerId ?? ''}
        and comments.track_id = tracks.id and comments.account_id = blocks.other_id
        and not exists (select 1 from accounts as leaving
          where leaving.id = blocks.other_id and leaving.erase_at > 0)) as integer)`.as('comments_shown');

/**
 * Active tracks of accounts that the viewer does not hide. isLiked, isBookmarked and allowComments depend on `viewerId`: the
 * owner sees the track's setting, others also need the owner's general one. Does not read the transcript.
 */
export function selectTracks(db: Db, viewerId: string | null) {
  return db
    .selectFrom('tracks')
    .innerJoin('accounts', 'accounts.id', 'tracks.account_id')
    .where('tracks.status', '=', sql.lit('active'))
    .where(isShown(viewerId))
    .select(audioColumnsOf('tracks'))
    .select([
      'tracks.id',
      'tracks.account_id',
      'tracks.title',
      'tracks.description',
      'tracks.gender',
      'tracks.tags_json',
      'tracks.plays',
      'tracks.likes',
      'tracks.comments_count',
      'tracks.created_at',
      'tracks.sound_at',
      'accounts.username',
    ])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('likes')
            .select(sql`1`.as('one'))
            .whereRef('likes.track_id', '=', 'tracks.id')
            .where('likes.account_id', '=', viewerId ?? ''),
        )
        .as('is_liked'),
      eb
        .exists(
          eb
            .selectFrom('bookmarks')
            .select(sql`1`.as('one'))
            .whereRef('bookmarks.track_id', '=', 'tracks.id')
            .where('bookmarks.account_id', '=', viewerId ?? ''),
        )
        .as('is_bookmarked'),
      sql<0 | 1>`tracks.allow_comments = 1 and (tracks.account_id = ${viewerId ?? ''}
        or ${TAKES_COMMENTS} and ${letsActHere(viewerId, 'tracks.account_id')})`.as('allow_comments'),
      sql<0 | 1>`octet_length(tracks.transcript) > 0`.as('has_transcript'),
      commentsShown(viewerId),
    ]);
}

export type TrackRow = Awaited<ReturnType<ReturnType<typeof selectTracks>['execute']>>[number];

export function findTrack(db: Db, id: string, viewerId: string | null): Promise<TrackRow | undefined> {
  return selectTracks(db, viewerId).where('tracks.id', '=', id).executeTakeFirst();
}

/** What a report needs to know about a visible or hidden track. */
export const findReportable = (db: Db, id: string) =>
  db
    .selectFrom('tracks')
    .innerJoin('accounts', 'accounts.id', 'tracks.account_id')
    .select(['tracks.title', 'tracks.description', 'tracks.account_id'])
    .where('tracks.id', '=', id)
    .where('tracks.status', '<>', sql.lit('removed'))
    .where(isShown(null))
    .executeTakeFirst();

export const findTracks = (db: Db, ids: readonly string[], viewerId: string | null): Promise<TrackRow[]> =>
  selectTracks(db, viewerId)
    .where(sql<boolean>`tracks.id in ${idList(ids)}`)
    .execute();

/** The track of a consent given with an upload, an edit or a new sound. */
export const trackOfConsent = (db: Db, consentId: string) =>
  db
    .selectFrom('tracks')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('id', '=', consentId),
        eb('upload_id', '=', consentId),
        eb(
          'id',
          'in',
          eb.selectFrom('consents').select('track_id').where('consents.id', '=', consentId).$castTo<string>(),
        ),
      ]),
    )
    .executeTakeFirst();

/** A stored track with everything that a new sound keeps, whatever its status. */
export const findStored = (db: Db, id: string) =>
  db.selectFrom('tracks').selectAll().where('id', '=', id).executeTakeFirst();

/** The transcript of a visible track; undefined without such a track. */
export async function findTranscript(
  db: Db,
  id: string,
  viewerId: string | null,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('tracks')
    .innerJoin('accounts', 'accounts.id', 'tracks.account_id')
    .select('tracks.transcript')
    .where('tracks.id', '=', id)
    .where('tracks.status', '=', sql.lit('active'))
    .where(isShown(viewerId))
    .executeTakeFirst();
  return row?.transcript;
}

/** What a reaction or comment needs to know about a visible track. */
export function findTrackOwner(db: Db, id: string, viewerId: string | null) {
  return db
    .selectFrom('tracks')
    .innerJoin('accounts', 'accounts.id', 'tracks.account_id')
    .select(['tracks.title', 'tracks.account_id', commentsShown(viewerId)])
    .where('tracks.id', '=', id)
    .where('tracks.status', '=', sql.lit('active'))
    .where(isShown(viewerId))
    .executeTakeFirst();
}

/** Newest first. */
export function newestTracks(db: Db, viewerId: string | null, limit: number): Promise<TrackRow[]> {
  return selectTracks(db, viewerId)
    .orderBy('tracks.created_at', 'desc')
    .orderBy('tracks.id', 'desc')
    .limit(limit)
    .execute();
}

/** A recording of the account that is taken down, or hidden until a report is decided: only its owner can still delete it. */
export const findOwnHidden = (db: Db, id: string, accountId: string) =>
  db
    .selectFrom('tracks')
    .select(['id', 'account_id', 'title', 'file'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('status', '<>', sql.lit('active'))
    .executeTakeFirst();

/** Taken-down recordings whose time is over by `now` and about which no appeal is open. */
export async function takedownsToErase(db: Db, now: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from tracks where erase_at <= ${now} and not exists (
    select 1 from reports where target_id = tracks.id and type = 'recording'
      and appeal is not null and appeal_outcome is null) order by erase_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Includes hidden ones. */
export const storedTracksOf = (db: Db, accountId: string) =>
  db.selectFrom('tracks').selectAll().where('account_id', '=', accountId).execute();

/** The account's tracks with this title that are not taken down. */
export const tracksCalled = (db: Db, accountId: string, title: string) =>
  db
    .selectFrom('tracks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('title', '=', title)
    .where('status', '<>', sql.lit('removed'))
    .execute();

/** Ids of the account's visible tracks, newest first. */
export async function trackIdsOf(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tracks')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', sql.lit('active'))
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

export async function tracksAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('tracks').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}
