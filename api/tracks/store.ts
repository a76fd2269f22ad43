// Writes and deletes tracks with their index, tags, counters, plays and edits. Call inside a transaction.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { countOnAccounts } from '../accounts/store.ts';
import type { Gender } from '../contract/categories.ts';
import { gravityOf, type ReportCategory } from '../contract/reportCategories.ts';
import type { Db } from '../db/client.ts';
import { moveCounter, type Step } from '../db/counters.ts';
import { stringList } from '../db/json.ts';
import { noteDecision, noteErased } from '../db/ledger.ts';
import { idList } from '../db/lists.ts';
import { goesWithTheAccount, type PersonalPart } from '../db/personal.ts';
import { deleteSetting, LISTENING_SALT, readSetting, writeSetting } from '../db/settings.ts';
import type { AudioColumns } from '../db/tables/audio.ts';
import { notFound } from '../errors.ts';
import { sealCurrent, sealEvidence } from '../evidence/store.ts';
import { forgetMaterial, noteMaterial } from '../material/store.ts';
import { deleteSearchRow, insertSearchRow } from '../search/indexStore.ts';
import { consentsOf } from './consentStore.ts';
import { detailsOf, readDetails, type TrackDetails, withChanges } from './details.ts';
import { doomBlob } from './doomedStore.ts';
import { type EditRow, storedEditsOf } from './editQueries.ts';
import { exportedConsent, exportedEdit, exportedTrack } from './present.ts';
import { storedTracksOf, type TrackRow } from './queries.ts';

interface NewTrack {
  id: string;
  accountId: string;
  username: string;
  uploadId: string | null;
  /** Its blobs must be durable first. */
  audio: AudioColumns;
  title: string;
  description: string;
  gender: Gender | null;
  /** As displayed, including the performer category. */
  tags: readonly string[];
  demoPosition: number | null;
  createdAt: number;
  /** Transcript; empty by default. */
  transcript?: string;
  /** Whether others may comment; true by default. */
  allowComments?: boolean;
}

/** The track is public once the transaction commits. */
export async function insertTrack(db: Db, track: NewTrack): Promise<void> {
  await db
    .insertInto('tracks')
    .values({
      id: track.id,
      account_id: track.accountId,
      upload_id: track.uploadId,
      ...track.audio,
      title: track.title,
      description: track.description,
      gender: track.gender,
      tags_json: JSON.stringify(track.tags),
      status: 'active',
      plays: 0,
      likes: 0,
      bookmarks: 0,
      comments_count: 0,
      transcript: track.transcript ?? '',
      allow_comments: track.allowComments === false ? 0 : 1,
      demo_position: track.demoPosition,
      created_at: track.createdAt,
      updated_at: track.createdAt,
    })
    .execute();
  await writeIndex(db, track);
  await countOnAccounts(db, 'total_uploads', [{ id: track.accountId, by: 1 }]);
}

/** Changes the details of a published track in all tables. */
async function applyDetails(
  db: Db,
  track: { id: string; username: string },
  details: TrackDetails,
  now: number,
): Promise<void> {
  await db
    .updateTable('tracks')
    .set({ ...details, updated_at: now })
    .where('id', '=', track.id)
    .execute();
  await indexTrack(db, { ...track, ...details, tags: stringList(details.tags_json) });
}

/** Clears the description of a track. No error for an unknown id. */
export async function clearDescription(db: Db, id: string, now: number): Promise<void> {
  const track = await db
    .selectFrom('tracks')
    .innerJoin('accounts', 'accounts.id', 'tracks.account_id')
    .selectAll('tracks')
    .select('accounts.username')
    .where('tracks.id', '=', id)
    .executeTakeFirst();
  if (track) await applyDetails(db, track, { ...detailsOf(track), description: '' }, now);
}

/** Hides a recording from all users or shows it again. Returns the recording if that changed. */
export const setHidden = (
  db: Db,
  id: string,
  isHidden: boolean,
  now: number,
): Promise<{ account_id: string; title: string } | undefined> =>
  db
    .updateTable('tracks')
    .set({ status: isHidden ? 'inactive' : 'active', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', sql.lit(isHidden ? 'active' : 'inactive'))
    .returning(['account_id', 'title'])
    .executeTakeFirst();

/** Adds a recording to the counters of its owner, or takes it out of them. */
async function countForOwner(
  db: Db,
  { account_id: id, likes, plays }: { account_id: string; likes: number; plays: number },
  by: 1 | -1,
): Promise<void> {
  await countOnAccounts(db, 'total_uploads', [{ id, by }]);
  await countOnAccounts(db, 'total_likes', [{ id, by: by * likes }]);
  await countOnAccounts(db, 'total_plays', [{ id, by: by * plays }]);
}

/**
 * Hides a recording from all but moderators until `eraseAt`; its row, reactions, comments and audio stay, and its sound is
 * recognised from now on. An urgent reason seals it as evidence. Returns false if it was taken down already or does not exist.
 */
export async function takeDownTrack(
  db: Db,
  id: string,
  { eraseAt, category }: { eraseAt: number; category: ReportCategory | null },
  now: number,
): Promise<boolean> {
  if (gravityOf(category) === 'urgent') await sealEvidence(db, { subject: 'track', id }, 'removed', now);
  const track = await db
    .updateTable('tracks')
    .set({ status: 'removed', erase_at: eraseAt, updated_at: now })
    .where('id', '=', id)
    .where('status', '<>', sql.lit('removed'))
    .returning(['account_id', 'likes', 'plays'])
    .executeTakeFirst();
  if (!track) return false;
  await countForOwner(db, track, -1);
  await noteMaterial(db, { subject: 'track', id }, category, now);
  await noteDecision(db, 'trackTakenDown', id, { eraseAt }, now);
  return true;
}

/**
 * Gives a recording the sound of an upload; id, details, reactions, comments and plays stay. A case about the sound so far
 * keeps it. The blob `from` is doomed: unlink it after the commit. Returns false if the recording is gone or has another sound.
 */
export async function replaceSound(
  db: Db,
  id: string,
  { from, audio }: { from: string; audio: AudioColumns },
  now: number,
): Promise<boolean> {
  await sealCurrent(db, 'track', [id], now);
  const replaced = await db
    .updateTable('tracks')
    .set({ ...audio, sound_at: now, updated_at: now })
    .where('id', '=', id)
    .where('file', '=', from)
    .executeTakeFirst();
  if (replaced.numUpdatedRows === 0n) return false;
  await doomBlob(db, from, now);
  return true;
}

/** Undoes `takeDownTrack`. Returns the recording, or undefined if it was not taken down or is erased. */
export async function restoreTrack(
  db: Db,
  id: string,
  now: number,
): Promise<{ account_id: string; title: string } | undefined> {
  const track = await db
    .updateTable('tracks')
    .set({ status: 'active', erase_at: null, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', sql.lit('removed'))
    .returning(['account_id', 'title', 'likes', 'plays'])
    .executeTakeFirst();
  if (!track) return undefined;
  await countForOwner(db, track, 1);
  await forgetMaterial(db, id, now);
  await noteDecision(db, 'trackRestored', id, {}, now);
  return track;
}

/** Sets whether others may comment. */
export async function allowComments(db: Db, id: string, isAllowed: boolean, now: number): Promise<void> {
  await db
    .updateTable('tracks')
    .set({ allow_comments: isAllowed ? 1 : 0, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/**
 * Deletes a track and its comments and reactions, and corrects the counters of other accounts. Returns whether it existed.
 * The blob is doomed: unlink it after the commit. For a track from an upload use `removeRecording` of the uploads.
 */
export async function removeTrack(db: Db, id: string, now: number): Promise<boolean> {
  const track = await db.selectFrom('tracks').selectAll().where('id', '=', id).executeTakeFirst();
  if (!track) return false;
  await sealCurrent(db, 'track', [id], now);
  await sealSuspectedEdit(db, id, now);
  await unindexTrack(db, id);
  await db.deleteFrom('tracks').where('id', '=', id).execute();
  // A taken-down recording left the counters already.
  if (track.status !== 'removed') await countForOwner(db, track, -1);
  await doomBlob(db, track.file, now);
  await noteErased(db, 'track', [id], now);
  return true;
}

/** Stores the envelope of the track with this audio. Returns whether the track exists. */
export async function noteTrackEnvelope(db: Db, file: string, envelope: string): Promise<boolean> {
  const noted = await db.updateTable('tracks').set({ envelope }).where('file', '=', file).executeTakeFirst();
  return noted.numUpdatedRows > 0n;
}

/**
 * Notes the small copy of the public track with this audio, or with null that none is made. Returns whether the track still
 * needs it.
 */
export async function noteSmallCopy(
  db: Db,
  file: string,
  copy: { name: string; size: number } | null,
): Promise<boolean> {
  const noted = await db
    .updateTable('tracks')
    .set({ small: copy?.name ?? null, small_size: copy?.size ?? 0 })
    .where('file', '=', file)
    .where('small_size', 'is', null)
    .executeTakeFirst();
  return noted.numUpdatedRows > 0n;
}

/** Forgets a small copy whose blob is missing: the job makes it again. */
export async function forgetSmallCopy(db: Db, name: string): Promise<void> {
  await db.updateTable('tracks').set({ small: null, small_size: null }).where('small', '=', name).execute();
}

export const personalTracks: PersonalPart<
  'tracks' | 'track_edits' | 'consents',
  'tracks' | 'edits' | 'consents'
> = {
  ...goesWithTheAccount,
  columns: {
    tracks: ['account_id'],
    track_edits: ['account_id'],
    consents: ['account_id'],
  },
  missed: ['tracks'],
  exportOf: async (db, id) => ({
    tracks: (await storedTracksOf(db, id)).map(exportedTrack),
    edits: (await storedEditsOf(db, id)).map(exportedEdit),
    consents: (await consentsOf(db, id)).map(exportedConsent),
  }),
  async eraseOf(db, id, now) {
    const tracks = await storedTracksOf(db, id);
    for (const track of tracks) await removeTrack(db, track.id, now);
    return tracks.map(({ file }) => file);
  },
};

type IndexedTrack = Pick<NewTrack, 'id' | 'title' | 'description' | 'tags' | 'username'>;

/** Writes or replaces the search index and the tag rows of a track. */
export async function indexTrack(db: Db, track: IndexedTrack): Promise<void> {
  const doc = await unindexTrack(db, track.id);
  await writeIndex(db, track, doc);
}

/** Writes the index of a new track; `doc` is the number of its search row, if it has one. */
async function writeIndex(db: Db, track: IndexedTrack, doc?: number): Promise<void> {
  const tags = [...new Set(track.tags.map((tag) => tag.toLowerCase()))];
  if (tags.length > 0) {
    await db
      .insertInto('track_tags')
      .values(tags.map((tag) => ({ track_id: track.id, tag })))
      .execute();
  }
  await insertSearchRow(db, {
    track_id: track.id,
    title: track.title,
    description: track.description,
    tags: tags.join(' '),
    username: track.username,
    ...(doc === undefined ? {} : { rowid: doc }),
  });
}

/** Returns the number of its search row. */
export async function unindexTrack(db: Db, id: string): Promise<number | undefined> {
  await db.deleteFrom('track_tags').where('track_id', '=', id).execute();
  return deleteSearchRow(db, id);
}

type TrackCounter = 'likes' | 'bookmarks' | 'comments_count';

/** For callers that add or remove a counted row. */
export const countOnTracks = (db: Db, counter: TrackCounter, steps: readonly Step[]): Promise<void> =>
  moveCounter(db, 'tracks', counter, steps);

/** Sets all comment counters to 0. */
export async function forgetCommentCounts(db: Db): Promise<void> {
  await db.updateTable('tracks').set({ comments_count: 0 }).execute();
}

/** Recomputes the counters of likes and bookmarks. */
export async function recountTracks(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update tracks set
    likes = (select count(*) from likes where track_id = tracks.id),
    bookmarks = (select count(*) from bookmarks where track_id = tracks.id)
    where id in ${idList(ids)}`.execute(db);
}

/** A listening window; plays within it count once. */
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

/** Deletes the salt of a past day, even without new plays. */
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

/** Call before a waiting edit goes without a decision: one that a moderator has left to an admin becomes evidence. */
async function sealSuspectedEdit(db: Db, trackId: string, now: number): Promise<void> {
  const suspected = await db
    .selectFrom('track_edits')
    .innerJoin('review_escalations', 'review_escalations.upload_id', 'track_edits.id')
    .select('track_edits.id')
    .where('track_edits.track_id', '=', trackId)
    .executeTakeFirst();
  if (suspected) await sealEvidence(db, { subject: 'track', id: trackId }, 'held', now);
}

/** Stores an edit and applies it unless it needs review. A newer edit replaces a pending one. */
export async function editTrack(
  db: Db,
  track: Pick<TrackRow, 'id' | 'account_id' | 'username'> & TrackDetails,
  after: TrackDetails,
  waits: boolean,
  now: number,
): Promise<void> {
  await sealCurrent(db, 'track', [track.id], now);
  await sealSuspectedEdit(db, track.id, now);
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
      before_json: JSON.stringify(detailsOf(track)),
      after_json: JSON.stringify(after),
      status: waits ? 'pending_review' : 'applied',
      created_at: now,
      decided_at: waits ? null : now,
      decided_by: null,
      decision_reason: null,
    })
    .execute();
  if (!waits) await applyDetails(db, track, after, now);
}

/** Call inside a transaction, for a pending edit. */
export async function decideEdit(
  db: Db,
  edit: EditRow,
  decision: { decidedBy: string | null; rejectedFor: string | null; ruleId: string | null },
  now: number,
): Promise<void> {
  await db
    .updateTable('track_edits')
    .set({
      status: decision.rejectedFor === null ? 'approved' : 'rejected',
      decided_at: now,
      decided_by: decision.decidedBy,
      decision_reason: decision.rejectedFor,
      rule_id: decision.ruleId,
    })
    .where('id', '=', edit.id)
    .execute();
  if (decision.rejectedFor === null) {
    const track = await db
      .selectFrom('tracks')
      .selectAll()
      .where('id', '=', edit.track_id)
      .executeTakeFirstOrThrow();
    const change = { before: readDetails(edit.before_json), after: readDetails(edit.after_json) };
    const details = withChanges(detailsOf(track), change);
    await applyDetails(db, { id: track.id, username: edit.username }, details, now);
  }
}

/** For replaying the ledger: writes no ledger entry. */
export async function forgetEdit(db: Db, id: string): Promise<void> {
  await db.deleteFrom('track_edits').where('id', '=', id).execute();
}
