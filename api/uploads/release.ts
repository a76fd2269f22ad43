// An upload becomes a track: by a moderator's approval, or at once when nothing speaks against it.
import { randomUUID } from 'node:crypto';
import type { Gender } from '../contract/tracks.ts';
import type { Db } from '../db/client.ts';
import { stringList } from '../db/json.ts';
import { notify, notifyFollowers } from '../notifications/notify.ts';
import { insertTrack } from '../tracks/store.ts';
import type { UploadRow } from './queries.ts';

/**
 * Call inside a transaction, after checking that the upload waits. `decidedBy` is null when no person decided.
 * Returns the track's id.
 */
export async function releaseUpload(
  db: Db,
  upload: UploadRow,
  decidedBy: string | null,
  now: number,
): Promise<string> {
  const owner = await db
    .selectFrom('accounts')
    .select('username')
    .where('id', '=', upload.account_id)
    .executeTakeFirstOrThrow();
  const trackId = randomUUID();
  await insertTrack(db, {
    id: trackId,
    accountId: upload.account_id,
    username: owner.username,
    uploadId: upload.id,
    file: upload.file,
    mimeType: upload.mime_type,
    size: upload.size,
    title: upload.title,
    description: upload.description,
    gender: upload.gender as Gender,
    tags: stringList(upload.tags_json),
    duration: upload.duration,
    face: upload.face,
    lufs: upload.lufs,
    demoPosition: null,
    createdAt: now,
  });
  await db
    .updateTable('uploads')
    .set({ status: 'approved', track_id: trackId, decided_at: now, decided_by: decidedBy })
    .where('id', '=', upload.id)
    .execute();
  const subject = { trackId, trackTitle: upload.title };
  await notify(db, { accountId: upload.account_id, type: 'upload_approved', actorId: null, ...subject }, now);
  await notifyFollowers(db, upload.account_id, subject, now);
  return trackId;
}
