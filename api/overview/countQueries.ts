// Counts of the admin area.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { readTotals } from '../db/totals.ts';

interface Waiting {
  urgent: number;
  bytes: number;
  reports: number;
  uploads: number;
}

export interface Counts {
  users: number;
  tracks: number;
  comments: number;
  likes: number;
  /** Bytes of published and pending audio. */
  storageBytes: number;
  reports: number;
  pendingReports: number;
  urgentReports: number;
  /** Uploads and edits. */
  pendingUploads: number;
}

/** Counts of the tables and of pending items. */
export async function countAll(db: Db): Promise<Counts> {
  const of = await readTotals(db);
  const { rows } = await sql<Waiting>`select
    (select coalesce(sum(size), 0) from uploads where status = 'pending_review') as bytes,
    (select count(*) from reports where status = 'pending') as reports,
    (select count(*) from reports where gravity = 2 and status <> 'resolved') as urgent,
    (select count(*) from uploads where status = 'pending_review')
      + (select count(*) from track_edits where status = 'pending_review') as uploads`.execute(db);
  const [waiting] = rows;
  if (!waiting) throw new Error('the counts are one row');
  return {
    users: of('open accounts'),
    tracks: of('active tracks'),
    comments: of('comments'),
    likes: of('likes'),
    storageBytes: of('active bytes') + waiting.bytes,
    reports: of('reports'),
    pendingReports: waiting.reports,
    urgentReports: waiting.urgent,
    pendingUploads: waiting.uploads,
  };
}
