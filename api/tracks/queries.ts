// SQL of tracks: one projection for every list, with the viewer's own likes and bookmarks.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

/** Active tracks of people who still exist; `viewerId` decides isLiked and isBookmarked. */
export function selectTracks(db: Db, viewerId: string | null) {
  return db
    .selectFrom('tracks')
    .innerJoin('accounts', 'accounts.id', 'tracks.account_id')
    .where('tracks.status', '=', 'active')
    .where('accounts.deleted_at', 'is', null)
    .select([
      'tracks.id',
      'tracks.account_id',
      'tracks.file',
      'tracks.mime_type',
      'tracks.size',
      'tracks.title',
      'tracks.description',
      'tracks.gender',
      'tracks.tags_json',
      'tracks.duration',
      'tracks.face',
      'tracks.lufs',
      'tracks.plays',
      'tracks.likes',
      'tracks.comments_count',
      'tracks.created_at',
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
    ]);
}

export type TrackRow = Awaited<ReturnType<ReturnType<typeof selectTracks>['execute']>>[number];

export function findTrack(db: Db, id: string, viewerId: string | null): Promise<TrackRow | undefined> {
  return selectTracks(db, viewerId).where('tracks.id', '=', id).executeTakeFirst();
}

/** What a mark of a visible track needs to know of it. */
export function findTrackOwner(db: Db, id: string) {
  return db
    .selectFrom('tracks')
    .innerJoin('accounts', 'accounts.id', 'tracks.account_id')
    .select(['tracks.title', 'tracks.account_id'])
    .where('tracks.id', '=', id)
    .where('tracks.status', '=', 'active')
    .where('accounts.deleted_at', 'is', null)
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
