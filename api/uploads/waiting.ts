// What waits for review: uploads, and changes of what is published.
import { isModerator, type Viewer } from '../action.ts';
import type { PendingUploadView } from '../contract/uploads.ts';
import type { Db } from '../db/client.ts';
import { pendingEdits, presentPendingEdit } from './edits.ts';
import { presentPending } from './present.ts';
import { pendingUploads } from './queries.ts';

/** The viewer's own, or everybody's for a moderator; oldest first. */
export async function waitingFor(db: Db, viewer: Viewer): Promise<PendingUploadView[]> {
  const owner = isModerator(viewer) ? null : viewer.accountId;
  const uploads = (await pendingUploads(db, owner)).map(presentPending);
  const edits = (await pendingEdits(db, owner)).map(presentPendingEdit);
  return [...uploads, ...edits].sort((a, b) => Date.parse(a.uploadedAt) - Date.parse(b.uploadedAt));
}
