// What waits for review: uploads, and changes of what is published.
import type { ActionContext, Viewer } from '../action.ts';
import { RETENTION } from '../contract/retention.ts';
import type { Db } from '../db/client.ts';
import { type EditRow, pendingEdits, undoneEdits } from '../tracks/editStore.ts';
import { keptQueueOf } from './keptQueue.ts';
import { queueOf } from './policy.ts';
import { type PendingRow, pendingUploads, type UploadRow, undoneUploads } from './queries.ts';

export interface Waiting {
  uploads: PendingRow[];
  edits: EditRow[];
}

/** How long somebody is told why something was refused: as long as the row of an upload is kept (S2 §9). */
const TOLD_MS = RETENTION.decidedUploadsDays * 24 * 3600 * 1000;

/** One account's that are not heard: they wait, or were refused a while ago. */
export interface Undone {
  uploads: UploadRow[];
  edits: EditRow[];
}

export async function undoneOf(db: Db, accountId: string, now: number): Promise<Undone> {
  const since = now - TOLD_MS;
  return {
    uploads: await undoneUploads(db, accountId, since),
    edits: await undoneEdits(db, accountId, since),
  };
}

/** The viewer's own, or everybody's for a moderator. */
export async function waitingFor(
  { db, deps }: Pick<ActionContext, 'db' | 'deps'>,
  viewer: Viewer,
): Promise<Waiting> {
  const owner = queueOf(viewer);
  const uploads = owner === null ? keptQueueOf(deps.readers).rows(db) : pendingUploads(db, owner);
  return { uploads: await uploads, edits: await pendingEdits(db, owner) };
}
