// Who may change and take away a track, and whether a change waits for a person.
import { isModerator, type Viewer } from '../action.ts';
import { OPEN_REPORTS_MAX } from '../contract/limits.ts';
import { forbidden } from '../errors.ts';

interface OwnedTrack {
  account_id: string;
}

/** Throws `forbidden`: words are changed by their owner, whatever the role of others. */
export function refuseForeignTrack(track: OwnedTrack, viewer: Viewer): void {
  if (track.account_id !== viewer.accountId) throw forbidden('This track belongs to somebody else');
}

/** Throws `forbidden`: the link is the owner's to hand on. */
export function refuseForeignConsent(consent: OwnedTrack, viewer: Viewer): void {
  if (consent.account_id !== viewer.accountId) throw forbidden('This recording belongs to somebody else');
}

/** Throws `forbidden`. By its owner or a moderator: what the latter does is noted. */
export function trackDeletion(track: OwnedTrack, viewer: Viewer): 'own' | 'moderated' {
  if (track.account_id === viewer.accountId) return 'own';
  if (!isModerator(viewer)) throw forbidden('This track belongs to somebody else');
  return 'moderated';
}

/** What decides about an edit, beside who makes it. */
export interface EditCircumstances {
  /** Reports of the track nobody has looked at. */
  openReports: number;
  isVerified: boolean;
  autoApprove: boolean;
  reviewPolicy: 'all' | 'flagged';
}

/** Same order as for uploads, with trust instead of flags. */
export function editWaits(viewer: Viewer, about: EditCircumstances): boolean {
  if (isModerator(viewer)) return false;
  if (about.openReports >= OPEN_REPORTS_MAX) return true;
  if (about.isVerified || about.autoApprove) return false;
  return about.reviewPolicy === 'all';
}
