// Everything stored about one person, for that person (GDPR art. 15 and 20).
import type { PersonExport } from '../contract/accounts.ts';
import type { Db } from '../db/client.ts';
import { jsonObject, stringList } from '../db/json.ts';
import { WINDOW_MS } from '../tracks/plays.ts';
import { audioUrl } from '../tracks/present.ts';

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** Of others only what the person sees anyway; no hashes, no keys. */
export async function exportPerson(db: Db, id: string): Promise<PersonExport> {
  const own = (table: 'likes' | 'bookmarks') =>
    db.selectFrom(table).selectAll().where('account_id', '=', id).orderBy('created_at').execute();
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const tracks = await db.selectFrom('tracks').selectAll().where('account_id', '=', id).execute();
  const uploads = await db.selectFrom('uploads').selectAll().where('account_id', '=', id).execute();
  const edits = await db.selectFrom('track_edits').selectAll().where('account_id', '=', id).execute();
  const comments = await db.selectFrom('comments').selectAll().where('account_id', '=', id).execute();
  const follows = await db.selectFrom('follows').selectAll().where('follower_id', '=', id).execute();
  const news = await db.selectFrom('notifications').selectAll().where('account_id', '=', id).execute();
  const activities = await db.selectFrom('activities').selectAll().where('account_id', '=', id).execute();
  const reports = await db.selectFrom('reports').selectAll().where('reporter_id', '=', id).execute();
  const sessions = await db
    .selectFrom('sessions')
    .select(['created_at', 'last_seen_at'])
    .where('account_id', '=', id)
    .execute();
  const commentLikes = await db
    .selectFrom('comment_likes')
    .selectAll()
    .where('account_id', '=', id)
    .execute();
  const oldNames = await db.selectFrom('old_usernames').selectAll().where('account_id', '=', id).execute();
  const counted = await db
    .selectFrom('upload_events')
    .select(['id', 'seconds', 'created_at'])
    .where('account_id', '=', id)
    .execute();
  const plays = await db.selectFrom('listenings').selectAll().where('listener', '=', id).execute();
  const transfers = await db.selectFrom('transfers').selectAll().where('account_id', '=', id).execute();
  const marks = (rows: Awaited<ReturnType<typeof own>>) =>
    rows.map((row) => ({ id: row.id, trackId: row.track_id, createdAt: iso(row.created_at) }));
  return {
    account: {
      id: account.id,
      username: account.username,
      email: account.email,
      bio: account.bio,
      tags: stringList(account.tags_json),
      preferences: jsonObject(account.preferences_json),
      adultConfirmedAt: iso(account.adult_confirmed_at),
      createdAt: iso(account.created_at),
      lastSeenAt: iso(account.last_seen_at),
    },
    sessions: sessions.map((row) => ({ createdAt: iso(row.created_at), lastSeenAt: iso(row.last_seen_at) })),
    tracks: tracks.map((row) => ({
      id: row.id,
      title: row.title,
      description: row.description,
      tags: stringList(row.tags_json),
      gender: row.gender,
      seconds: row.duration,
      audio: audioUrl(row.file),
      createdAt: iso(row.created_at),
    })),
    uploads: uploads.map((row) => ({
      id: row.id,
      title: row.title,
      description: row.description,
      originalName: row.original_name,
      status: row.status,
      reason: row.decision_reason ?? row.reason,
      consentAt: iso(row.consent_at),
      createdAt: iso(row.created_at),
      decidedAt: iso(row.decided_at),
    })),
    edits: edits.map((row) => ({
      id: row.id,
      trackId: row.track_id,
      before: jsonObject(row.before_json),
      after: jsonObject(row.after_json),
      status: row.status,
      reason: row.decision_reason,
      createdAt: iso(row.created_at),
    })),
    comments: comments.map((row) => ({
      id: row.id,
      trackId: row.track_id,
      content: row.content,
      createdAt: iso(row.created_at),
    })),
    likes: marks(await own('likes')),
    bookmarks: marks(await own('bookmarks')),
    commentLikes: commentLikes.map((row) => ({
      id: row.id,
      commentId: row.comment_id,
      createdAt: iso(row.created_at),
    })),
    follows: follows.map((row) => ({
      id: row.id,
      followingId: row.following_id,
      createdAt: iso(row.created_at),
    })),
    oldUsernames: oldNames.map((row) => ({ username: row.username_key, until: iso(row.until) })),
    countedUploads: counted.map((row) => ({
      id: row.id,
      seconds: row.seconds,
      createdAt: iso(row.created_at),
    })),
    unfinishedUploads: transfers.map((row) => ({
      id: row.id,
      bytes: row.size,
      createdAt: iso(row.created_at),
      expiresAt: iso(row.expires_at),
    })),
    plays: plays.map((row) => ({ trackId: row.track_id, at: iso(row.window * WINDOW_MS) })),
    notifications: news.map((row) => ({
      id: row.id,
      type: row.type,
      trackId: row.track_id,
      trackTitle: row.track_title,
      commentText: row.comment_text,
      isRead: row.is_read === 1,
      createdAt: iso(row.created_at),
    })),
    activities: activities.map((row) => ({
      id: row.id,
      type: row.type,
      trackId: row.track_id,
      trackTitle: row.track_title,
      commentText: row.comment_text,
      createdAt: iso(row.created_at),
    })),
    reports: reports.map((row) => ({
      id: row.id,
      type: row.type,
      targetId: row.target_id,
      reason: row.reason,
      status: row.status,
      createdAt: iso(row.created_at),
    })),
  };
}
