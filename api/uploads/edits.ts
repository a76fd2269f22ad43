// Changed words of published tracks (G3): the audio stays as it was heard. Who is trusted changes at once; the words
// of everybody else wait like an upload, and the old ones stay visible meanwhile.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { isModerator, type Viewer } from '../action.ts';
import { OPEN_REPORTS_MAX } from '../contract/limits.ts';
import { FLAG_REASONS } from '../contract/review.ts';
import type { Gender } from '../contract/tracks.ts';
import type { PendingUploadView, TrackEditView } from '../contract/uploads.ts';
import type { Db } from '../db/client.ts';
import { stringList } from '../db/json.ts';
import { noteErased } from '../db/ledger.ts';
import { audioUrl } from '../tracks/present.ts';
import type { TrackRow } from '../tracks/queries.ts';
import { indexTrack } from '../tracks/store.ts';
import { autoApproveIsOn } from './queries.ts';

/** What an owner may change, as stored. */
export interface TrackWords {
  title: string;
  description: string;
  gender: Gender | null;
  tags_json: string;
}

/** An edit never changes: newer words are another edit. */
export const EDIT_VERSION = 1;

const wordsOf = ({ title, description, gender, tags_json }: TrackWords): TrackWords => ({
  title,
  description,
  gender,
  tags_json,
});

/** Reports nobody has looked at: about one track, or about all of an account. */
export async function openReports(
  db: Db,
  about: { trackId: string } | { accountId: string },
): Promise<number> {
  const row = await db
    .selectFrom('reports')
    .innerJoin('tracks', 'tracks.id', 'reports.track_id')
    .select(sql<number>`count(*)`.as('count'))
    .where('reports.status', '=', 'pending')
    .$if('trackId' in about, (query) => query.where('tracks.id', '=', (about as { trackId: string }).trackId))
    .$if('accountId' in about, (query) =>
      query.where('tracks.account_id', '=', (about as { accountId: string }).accountId),
    )
    .executeTakeFirstOrThrow();
  return row.count;
}

/** The order of K9, with trust in the place of flags. */
export async function editWaits(
  db: Db,
  viewer: Viewer,
  trackId: string,
  reviewPolicy: 'all' | 'flagged',
): Promise<boolean> {
  if (isModerator(viewer)) return false;
  if ((await openReports(db, { trackId })) >= OPEN_REPORTS_MAX) return true;
  const account = await db
    .selectFrom('accounts')
    .select('is_verified')
    .where('id', '=', viewer.accountId)
    .executeTakeFirst();
  if (account?.is_verified === 1 || (await autoApproveIsOn(db))) return false;
  return reviewPolicy === 'all';
}

/** Notes the change and, unless it waits, makes it. A waiting change gives way to a newer one. */
export async function editTrack(
  db: Db,
  track: TrackRow,
  after: TrackWords,
  waits: boolean,
  now: number,
): Promise<void> {
  const replaced = await db
    .deleteFrom('track_edits')
    .where('track_id', '=', track.id)
    .where('status', '=', 'pending_review')
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
  if (!waits) await applyWords(db, track.id, track.username, after, now);
}

async function applyWords(
  db: Db,
  trackId: string,
  username: string,
  words: TrackWords,
  now: number,
): Promise<void> {
  await db
    .updateTable('tracks')
    .set({ ...words, updated_at: now })
    .where('id', '=', trackId)
    .execute();
  await indexTrack(db, { id: trackId, ...words, tags: stringList(words.tags_json), username });
}

const parse = (json: string) => JSON.parse(json) as TrackWords;

function selectEdits(db: Db) {
  return db
    .selectFrom('track_edits')
    .innerJoin('tracks', 'tracks.id', 'track_edits.track_id')
    .innerJoin('accounts', 'accounts.id', 'track_edits.account_id')
    .selectAll('track_edits')
    .select([
      'tracks.file',
      'tracks.mime_type',
      'tracks.size',
      'tracks.duration',
      'tracks.face',
      'tracks.lufs',
    ])
    .select('accounts.username')
    .where('accounts.deleted_at', 'is', null);
}

export type EditRow = Awaited<ReturnType<ReturnType<typeof selectEdits>['execute']>>[number];

export const findEdit = (db: Db, id: string): Promise<EditRow | undefined> =>
  selectEdits(db).where('track_edits.id', '=', id).executeTakeFirst();

/** Waiting edits, oldest first: everybody's, or one account's. */
export function pendingEdits(db: Db, accountId: string | null): Promise<EditRow[]> {
  return selectEdits(db)
    .where('track_edits.status', '=', 'pending_review')
    .$if(accountId !== null, (query) => query.where('track_edits.account_id', '=', accountId ?? ''))
    .orderBy('track_edits.created_at')
    .orderBy('track_edits.id')
    .limit(500)
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
    await applyWords(db, edit.track_id, edit.username, parse(edit.after_json), now);
  }
}

export function presentPendingEdit(row: EditRow): PendingUploadView {
  const { title, description, gender, tags_json } = parse(row.after_json);
  return {
    uploadId: row.id,
    version: EDIT_VERSION,
    filename: row.file,
    originalName: '',
    size: row.size,
    mimeType: row.mime_type,
    url: audioUrl(row.file),
    title,
    description,
    gender: gender ?? 'Diverse',
    tags: stringList(tags_json),
    uploadedAt: new Date(row.created_at).toISOString(),
    status: 'pending_review',
    reason: FLAG_REASONS.edit,
    flags: ['edit'],
    duplicateCount: 0,
    userId: row.account_id,
    username: row.username,
    duration: row.duration,
    face: row.face,
    lufs: row.lufs,
    source: 'server',
  };
}

/** Every change of a track, newest first; for moderators. */
export async function historyOf(db: Db, trackId: string): Promise<TrackEditView[]> {
  const rows = await selectEdits(db)
    .where('track_edits.track_id', '=', trackId)
    .orderBy('track_edits.created_at', 'desc')
    .orderBy('track_edits.id')
    .limit(200)
    .execute();
  const words = (json: string) => {
    const { tags_json, ...rest } = parse(json);
    return { ...rest, tags: stringList(tags_json) };
  };
  return rows.map((row) => ({
    id: row.id,
    trackId: row.track_id,
    userId: row.account_id,
    before: words(row.before_json),
    after: words(row.after_json),
    status: row.status,
    reason: row.decision_reason,
    createdAt: new Date(row.created_at).toISOString(),
    decidedAt: row.decided_at === null ? null : new Date(row.decided_at).toISOString(),
  }));
}
