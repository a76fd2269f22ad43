// When the sound of a published recording may be replaced, and by whom.
import type { Db } from '../db/client.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { hasUndecidedReport } from '../reports/queries.ts';
import { refuseForeignTrack } from '../tracks/policy.ts';
import { findStored } from '../tracks/queries.ts';
import type { UploadFields } from './fields.ts';
import { type UploadRow, waitingReplacement } from './queries.ts';

type Stored = NonNullable<Awaited<ReturnType<typeof findStored>>>;

/** Throws `recording_under_review` while the recording is hidden or taken down, or while a report about it is undecided. */
async function refuseUnderReview(db: Db, { id, status }: Pick<Stored, 'id' | 'status'>): Promise<void> {
  if (status === 'active' && !(await hasUndecidedReport(db, id))) return;
  throw new ApiError('recording_under_review', 'A moderator decides about this recording first');
}

/** The same for the recording whose sound a stored upload replaces. */
export async function refuseReplacedUnderReview(db: Db, { replaces }: UploadRow): Promise<void> {
  const track = replaces === null ? undefined : await findStored(db, replaces);
  if (track) await refuseUnderReview(db, track);
}

/**
 * The recording that an upload of this account replaces; null for a new one. Throws `not_found`, `forbidden`,
 * `recording_under_review`, `replacement_waiting`, and `invalid_body` without the consent that its category needs.
 */
export async function replacedRecording(
  db: Db,
  accountId: string,
  { replaces, consentAt }: Pick<UploadFields, 'replaces' | 'consentAt'>,
): Promise<Stored | null> {
  if (replaces === null) return null;
  const track = await findStored(db, replaces);
  if (!track || (track.status !== 'active' && track.account_id !== accountId)) throw notFound('Track');
  refuseForeignTrack(track, { accountId });
  await refuseUnderReview(db, track);
  if (await waitingReplacement(db, track.id))
    throw new ApiError('replacement_waiting', 'A new sound of this recording waits for a moderator');
  if (track.gender === 'Couple' && consentAt === null)
    throw invalid(
      'consentAt',
      'not_confirmed',
      'the consent of all people who can be heard must be confirmed',
    );
  return track;
}
