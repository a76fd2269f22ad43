// The one thing a moderator is about to decide about: an upload or a change of words that still waits.
import { type ActionContext, signedIn } from '../action.ts';
import { ApiError, notFound } from '../errors.ts';
import { type EditRow, findEdit } from '../tracks/editStore.ts';
import { EDIT_VERSION } from '../tracks/words.ts';
import { findUpload, type UploadRow } from '../uploads/queries.ts';
import { refuseEscalated } from './policy.ts';
import { claimHolder, isEscalated } from './queries.ts';

export type Waiting = { kind: 'upload'; upload: UploadRow } | { kind: 'edit'; edit: EditRow };

export const ownerOf = (waiting: Waiting): string =>
  waiting.kind === 'upload' ? waiting.upload.account_id : waiting.edit.account_id;

/** In seconds. */
export const durationOf = (waiting: Waiting): number =>
  waiting.kind === 'upload' ? waiting.upload.duration : waiting.edit.duration;

/** Throws `not_found` for an unknown id, `conflict` for what somebody has decided or for two things of one id. */
export async function requireWaiting({ db }: ActionContext, uploadId: string): Promise<Waiting> {
  const upload = await findUpload(db, uploadId);
  const edit = await findEdit(db, uploadId);
  if (upload && edit) throw new ApiError('conflict', 'An upload and an edit have this id');
  const status = upload?.status ?? edit?.status;
  if (status === undefined) throw notFound('Upload');
  if (status !== 'pending_review') throw new ApiError('conflict', `This upload is already ${status}`);
  if (upload) return { kind: 'upload', upload };
  if (edit) return { kind: 'edit', edit };
  throw notFound('Upload');
}

/** Throws `claimed` while somebody else looks at it. */
export async function refuseClaimed(context: ActionContext, uploadId: string): Promise<void> {
  const holder = await claimHolder(context.db, uploadId, context.now);
  if (holder !== undefined && holder !== signedIn(context).accountId)
    throw new ApiError('claimed', 'Another moderator is looking at this upload');
}

/**
 * As `requireWaiting`, and throws `version_changed` when what waits is not what was looked at, `claimed`, and `forbidden`
 * for what only an admin decides.
 */
export async function requireDecidable(
  context: ActionContext,
  { uploadId, version }: { uploadId: string; version: number },
): Promise<Waiting> {
  const found = await requireWaiting(context, uploadId);
  if (version !== (found.kind === 'upload' ? found.upload.version : EDIT_VERSION)) {
    throw new ApiError('version_changed', `This upload is no longer the one of version ${version}`);
  }
  await refuseClaimed(context, uploadId);
  refuseEscalated(await isEscalated(context.db, uploadId), signedIn(context));
  return found;
}
