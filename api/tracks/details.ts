// The editable details of a track, and the effect of an edit. Pure.

import type { Gender } from '../contract/categories.ts';
import { TITLE_MIN_LENGTH } from '../contract/limits.ts';
import { titleIssue } from '../contract/shownText.ts';
import type { TrackUpdates } from '../contract/tracks.ts';
import { stringList } from '../db/json.ts';
import { invalid } from '../errors.ts';
import { normaliseTags } from './tags.ts';

/** Editable details, as stored. */
export interface TrackDetails {
  title: string;
  description: string;
  gender: Gender | null;
  tags_json: string;
  transcript: string;
}

export const detailsOf = ({
  title,
  description,
  gender,
  tags_json,
  transcript,
}: TrackDetails): TrackDetails => ({
  title,
  description,
  gender,
  tags_json,
  transcript,
});

/** As an edit stores them. */
export const readDetails = (json: string) => JSON.parse(json) as TrackDetails;

/** Whether the category becomes Couple, so that a second person must have consented. */
export const becomesCouple = (before: Pick<TrackDetails, 'gender'>, updates: TrackUpdates): boolean =>
  updates.gender === 'Couple' && before.gender !== 'Couple';

/** The details after an update. The category tag follows the gender. Throws `invalid_body`. */
export function describe(before: TrackDetails, updates: TrackUpdates): TrackDetails {
  const gender = updates.gender ?? before.gender;
  const title = updates.title?.trim() ?? before.title;
  const issue = updates.title === undefined ? null : titleIssue(title);
  if (issue) throw invalid('title', issue, `title must have at least ${TITLE_MIN_LENGTH} characters`);
  if (becomesCouple(before, updates) && updates.consentVersion === undefined) {
    throw invalid(
      'consentVersion',
      'not_confirmed',
      'the consent of all people who can be heard must be confirmed',
    );
  }
  const isRetagged = updates.tags !== undefined || updates.gender !== undefined;
  const tags = (updates.tags ?? stringList(before.tags_json)).filter(
    (tag) => tag.toLowerCase() !== before.gender?.toLowerCase(),
  );
  return {
    title,
    description: updates.description?.trim() ?? before.description,
    gender,
    tags_json: isRetagged
      ? JSON.stringify(gender === null ? tags : normaliseTags(tags, gender))
      : before.tags_json,
    transcript: updates.transcript?.trim() ?? before.transcript,
  };
}

export const isSame = (details: TrackDetails, before: TrackDetails) =>
  (Object.keys(details) as (keyof TrackDetails)[]).every((key) => details[key] === before[key]);

/** `now` with what an edit changed: what it left as it was may have changed since. */
export const withChanges = (
  now: TrackDetails,
  { before, after }: { before: TrackDetails; after: TrackDetails },
): TrackDetails => {
  const changed = Object.entries(after).filter(([key, value]) => value !== before[key as keyof TrackDetails]);
  return { ...now, ...Object.fromEntries(changed) };
};

/** Edits are immutable: a newer change is another edit. */
export const EDIT_VERSION = 1;
