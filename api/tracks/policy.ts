// Who may edit and delete a track, and whether an edit needs review.
import { isModerator, type Viewer } from '../action.ts';
import { OPEN_REPORTS_MAX } from '../contract/limits.ts';
import { forbidden } from '../errors.ts';

/** Recordings hidden by reports are for moderators. */
export const mayHearHidden = (viewer: Viewer): boolean => isModerator(viewer);

interface OwnedTrack {
  account_id: string;
}

/** Throws `forbidden`: only the owner edits a track, whatever the role of others. */
export function refuseForeignTrack(track: OwnedTrack, viewer: Pick<Viewer, 'accountId'>): void {
  if (track.account_id !== viewer.accountId) throw forbidden('This track belongs to another account');
}

/** Throws `forbidden`: only the owner gets the link. */
export function refuseForeignConsent(consent: OwnedTrack, viewer: Viewer): void {
  if (consent.account_id !== viewer.accountId) throw forbidden('This recording belongs to another account');
}

/** Throws `forbidden`. The owner or a moderator may delete a track; the latter is logged. */
export function trackDeletion(track: OwnedTrack, viewer: Viewer): 'own' | 'moderated' {
  if (track.account_id === viewer.accountId) return 'own';
  if (!isModerator(viewer)) throw forbidden('This track belongs to another account');
  return 'moderated';
}

/** What decides about the review of an edit, in addition to its author. */
export interface EditCircumstances {
  /** Pending reports about the track. */
  openReports: number;
  isVerified: boolean;
  /** An admin's setting: everything of this account waits. */
  isWatched: boolean;
  autoApprove: boolean;
  reviewPolicy: 'all' | 'flagged';
}

/** Same order as for uploads, with verification instead of flags. */
export function editWaits(viewer: Viewer, about: EditCircumstances): boolean {
  if (isModerator(viewer)) return false;
  if (about.openReports >= OPEN_REPORTS_MAX || about.isWatched) return true;
  if (about.isVerified || about.autoApprove) return false;
  return about.reviewPolicy === 'all';
}
