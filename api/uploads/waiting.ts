// What waits for review: uploads, and changes of what is published.
import type { Viewer } from '../action.ts';
import type { Db } from '../db/client.ts';
import { type EditRow, pendingEdits } from '../tracks/editStore.ts';
import { queueOf } from './policy.ts';
import { type PendingRow, pendingUploads } from './queries.ts';

export interface Waiting {
  uploads: PendingRow[];
  edits: EditRow[];
}

/** The viewer's own, or everybody's for a moderator. */
export async function waitingFor(db: Db, viewer: Viewer): Promise<Waiting> {
  const owner = queueOf(viewer);
  return { uploads: await pendingUploads(db, owner), edits: await pendingEdits(db, owner) };
}
