// The review state of queue rows (claim, escalation, tier), and the checks before a decision.

import { othersDecide, refuseOwnCase } from '../accounts/ownCase.ts';
import { type ActionContext, signedIn, type Viewer } from '../action.ts';
import type { Involvement } from '../contract/reportCategories.ts';
import { DECIDING_ROLES } from '../contract/roles.ts';
import type { Db } from '../db/client.ts';
import { ApiError, notFound } from '../errors.ts';
import { type MatchedRow, matchedMaterial } from '../material/queries.ts';
import { EDIT_VERSION } from '../tracks/details.ts';
import { type EditRow, findEdit } from '../tracks/editQueries.ts';
import { queueOf } from '../uploads/policy.ts';
import { findUpload, type UploadRow } from '../uploads/queries.ts';
import { type Waiting, waitingFor } from '../uploads/queue.ts';
import { refuseEscalated, seesEscalated } from './policy.ts';
import { presentState } from './present.ts';
import { claimHolder, escalations, heldClaims, hiddenFor, isEscalated } from './queries.ts';
import { tierOf } from './rules.ts';

const byUpload = <Row extends { upload_id: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.upload_id, row]));

/** Removed sound that some uploads match, by its id. */
async function matchesOf(
  db: Db,
  uploads: readonly { known_id: string | null }[],
): Promise<ReadonlyMap<string, MatchedRow>> {
  const ids = uploads.flatMap(({ known_id: id }) => id ?? []);
  const rows = ids.length === 0 ? [] : await matchedMaterial(db, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What waits and the viewer sees: their own; for a moderator the queue, in which only admins see what was left to them. */
export async function waitingSeenBy(
  context: Pick<ActionContext, 'db' | 'deps'>,
  viewer: Viewer,
): Promise<Waiting> {
  const { uploads, edits } = await waitingFor(context, viewer);
  if (queueOf(viewer) !== null || seesEscalated(viewer)) return { uploads, edits };
  const left = byUpload(await escalations(context.db));
  const isSeen = ({ id }: { id: string }) => !left.has(id);
  return { uploads: uploads.filter(isSeen), edits: edits.filter(isSeen) };
}

/** One for each row of the moderator's queue. */
export async function reviewStates(
  db: Db,
  viewer: Viewer,
  { uploads, edits }: Waiting,
  now: number,
): Promise<Map<string, ReturnType<typeof presentState>>> {
  const claims = byUpload(await heldClaims(db, now));
  const escalated = byUpload(await escalations(db));
  const hidden = await hiddenFor(db, viewer.accountId);
  const matched = await matchesOf(db, uploads);
  const hasOthers = await othersDecide(db, viewer.accountId);
  const state = (
    id: string,
    ownerId: string,
    tier: ReturnType<typeof tierOf>,
    match: MatchedRow | undefined,
  ) => {
    const isOwnCase = hasOthers && ownerId === viewer.accountId;
    const reviewed = { tier, claim: claims.get(id), escalation: escalated.get(id), match };
    const rows = { ...reviewed, isHidden: hidden.has(id), isOwnCase };
    return [id, presentState(rows, viewer.accountId)] as const;
  };
  return new Map([
    ...uploads.map((row) => state(row.id, row.account_id, tierOf(row), matched.get(row.known_id ?? ''))),
    ...edits.map((row) => state(row.id, row.account_id, null, undefined)),
  ]);
}

type WaitingItem = { kind: 'upload'; upload: UploadRow } | { kind: 'edit'; edit: EditRow };

export const ownerOf = (waiting: WaitingItem): string =>
  waiting.kind === 'upload' ? waiting.upload.account_id : waiting.edit.account_id;

/** In seconds. */
export const durationOf = (waiting: WaitingItem): number =>
  waiting.kind === 'upload' ? waiting.upload.duration : waiting.edit.duration;

/** Throws `not_found` for an unknown id, `conflict` for a decided or ambiguous one. */
export async function requireWaiting({ db }: ActionContext, uploadId: string): Promise<WaitingItem> {
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

/** Throws `conflict_of_interest` for the owner, unless nobody else can decide it: an escalated one only by admins. */
export function refuseOwnItem(
  context: ActionContext,
  found: WaitingItem,
  isEscalated: boolean,
): Promise<{ ownCase?: Involvement }> {
  const isOwn = ownerOf(found) === signedIn(context).accountId;
  return refuseOwnCase(context, isOwn ? 'owner' : null, isEscalated ? ['admin'] : DECIDING_ROLES);
}

/** Throws `claimed` while another moderator has a claim. */
export async function refuseClaimed(context: ActionContext, uploadId: string): Promise<void> {
  const holder = await claimHolder(context.db, uploadId, context.now);
  if (holder !== undefined && holder !== signedIn(context).accountId)
    throw new ApiError('claimed', 'Another moderator is reviewing this upload');
}

interface Decidable {
  found: WaitingItem;
  /** For the audit log: the only moderator decides about their own. */
  ownCase: { ownCase?: Involvement };
}

/**
 * Like `requireWaiting`. Also throws `conflict_of_interest` for the owner, `version_changed` for another version, `claimed`, and
 * `forbidden` if escalated.
 */
export async function requireDecidable(
  context: ActionContext,
  { uploadId, version }: { uploadId: string; version: number },
): Promise<Decidable> {
  const found = await requireWaiting(context, uploadId);
  const isEscalatedNow = await isEscalated(context.db, uploadId);
  const ownCase = await refuseOwnItem(context, found, isEscalatedNow);
  if (version !== (found.kind === 'upload' ? found.upload.version : EDIT_VERSION)) {
    throw new ApiError('version_changed', `This upload is no longer the one of version ${version}`);
  }
  await refuseClaimed(context, uploadId);
  refuseEscalated(isEscalatedNow, signedIn(context));
  return { found, ownCase };
}
