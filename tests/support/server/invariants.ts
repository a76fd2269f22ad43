// Invariants of a data directory while the server is not writing, for the crash tests. tests/api/crash.test.ts tests
// them by planting each kind of damage.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { firstBrokenAudit } from '../../../api/db/auditLog.ts';
import { openDatabase } from '../../../api/db/client.ts';
import type { RawDatabase } from '../../../api/db/driver.ts';
import { createDiskStore } from '../../../api/storage/disk.ts';
import { openServerKeys } from '../../../api/storage/serverKey.ts';

/** Writes that the server acknowledged. */
export interface Acknowledged {
  uploads: readonly string[];
  likes: readonly string[];
}

/** 'ok', or the problem; throws if a page cannot be read at all. */
function integrityOf(raw: RawDatabase): string {
  try {
    const [check] = raw.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    return check?.integrity_check ?? 'unknown';
  } catch (error) {
    return String(error);
  }
}

/** One sentence per violation; empty when all is well. */
export async function violations(data: string, acknowledged: Acknowledged): Promise<string[]> {
  const found: string[] = [];
  // Reports a damaged file with the server's own error.
  const opened = await openDatabase(join(data, 'aural.db')).catch((error: Error) => error.message);
  if (typeof opened === 'string') return [`integrity: ${opened}`];
  const { db, raw, close } = opened;
  try {
    const integrity = integrityOf(raw);
    if (integrity !== 'ok') return [`integrity: ${integrity}`];
    if (raw.prepare('PRAGMA foreign_key_check').all().length > 0) found.push('a foreign key points nowhere');
    const blobs = createDiskStore(join(data, 'blobs'));
    const rows = [
      ...(await db
        .selectFrom('tracks')
        .select(['file', 'size', 'envelope', 'small', 'small_size'])
        .execute()),
      ...(await db
        .selectFrom('uploads')
        .select(['file', 'size', 'envelope', 'small', 'small_size'])
        .where('status', '=', 'pending_review')
        .execute()),
    ];
    for (const { file, size, envelope, small, small_size: smallSize } of rows) {
      if (small !== null && (await blobs.stat(small))?.size !== smallSize)
        found.push(`row without small copy: ${small}`);
      if (envelope !== null && !(await blobs.stat(envelope))) found.push(`row without envelope: ${envelope}`);
      const blob = await blobs.stat(file);
      if (!blob) found.push(`row without blob: ${file}`);
      else if (blob.size !== size) found.push(`blob of ${blob.size} bytes where the row says ${size}`);
    }
    const ids = new Set((await db.selectFrom('uploads').select('id').execute()).map(({ id }) => id));
    for (const id of acknowledged.uploads) if (!ids.has(id)) found.push(`acknowledged upload lost: ${id}`);
    const likeIds = new Set((await db.selectFrom('likes').select('id').execute()).map(({ id }) => id));
    for (const id of acknowledged.likes) if (!likeIds.has(id)) found.push(`acknowledged like lost: ${id}`);
    const { rows: miscounted } = await sql<{ id: string }>`select id from tracks where
      likes <> (select count(*) from likes where track_id = tracks.id) or
      bookmarks <> (select count(*) from bookmarks where track_id = tracks.id) or
      comments_count <> (select count(*) from comments where track_id = tracks.id)`.execute(db);
    for (const { id } of miscounted) found.push(`counters of track ${id} are wrong`);
    const { rows: people } = await sql<{ id: string }>`select id from accounts where
      total_uploads <> (select count(*) from tracks where account_id = accounts.id and status <> 'removed') or
      total_plays <> (select coalesce(sum(plays), 0) from tracks where account_id = accounts.id and status <> 'removed') or
      total_likes <> (select coalesce(sum(likes), 0) from tracks where account_id = accounts.id and status <> 'removed') or
      followers_count <> (select count(*) from follows where following_id = accounts.id) or
      following_count <> (select count(*) from follows where follower_id = accounts.id)`.execute(db);
    for (const { id } of people) found.push(`counters of account ${id} are wrong`);
    const { rows: comments } = await sql<{ id: string }>`select id from comments where
      likes <> (select count(*) from comment_likes where comment_id = comments.id)`.execute(db);
    for (const { id } of comments) found.push(`likes of comment ${id} are wrong`);
    const { rows: lost } = await sql<{ id: string }>`select tracks.id from tracks
      join accounts on accounts.id = tracks.account_id
      left join search_rows on search_rows.track_id = tracks.id
      left join tracks_fts on tracks_fts.rowid = search_rows.doc
      where tracks_fts.username is not accounts.username`.execute(db);
    for (const { id } of lost) found.push(`search finds track ${id} under another name`);
    const broken = await firstBrokenAudit(db, openServerKeys(data).audit);
    if (broken !== null) found.push(`audit log broken at ${broken}`);
    const halves = (await readdir(join(data, 'blobs', 'tmp'))).filter((name) => name.endsWith('.part'));
    if (halves.length > 0) found.push(`${halves.length} half files`);
  } finally {
    await close();
  }
  return found;
}
