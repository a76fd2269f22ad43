// SQL of the cards.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

export interface Counts {
  users: number;
  tracks: number;
  comments: number;
  likes: number;
  /** Bytes of audio, published and waiting. */
  storageBytes: number;
  reports: number;
  pendingReports: number;
  /** Uploads and changes. */
  pendingUploads: number;
}

/** What the tables hold, and what waits for somebody. */
export async function countAll(db: Db): Promise<Counts> {
  const { rows } = await sql<Counts>`select
    (select count(*) from accounts where deleted_at is null) as users,
    (select count(*) from tracks where status = 'active') as tracks,
    (select count(*) from comments) as comments,
    (select count(*) from likes) as likes,
    (select coalesce(sum(size), 0) from tracks where status = 'active')
      + (select coalesce(sum(size), 0) from uploads where status = 'pending_review') as "storageBytes",
    (select count(*) from reports) as reports,
    (select count(*) from reports where status = 'pending') as "pendingReports",
    (select count(*) from uploads where status = 'pending_review')
      + (select count(*) from track_edits where status = 'pending_review') as "pendingUploads"`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('the counts are one row');
  return counts;
}
