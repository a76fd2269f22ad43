// The text, cover and link of a news row.
import type { ActivityView, NotificationView } from '../../../api/contract/news.ts';
import { decisionsLink } from '../../lib/links.ts';
import { newsMessages } from '../../lib/messages/news.ts';
import { fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import type { IconName } from '../../ui/Icon.tsx';

/** A row on screen. */
export interface Entry {
  id: string;
  createdAt: string;
  isRead: boolean;
  trackId: string | null;
  /** With the placeholders `{who}` and `{what}`, given below. */
  template: string;
  who: string;
  what: string;
  /** The text of a comment, or the reason of a rejection. */
  quote: string | null;
  cover:
    | { kind: 'person'; userId: string }
    | { kind: 'track'; cover: string }
    | { kind: 'none'; icon: IconName };
  /** Null when the target no longer exists. */
  to: string | null;
  /** Content to submit again after a rejection. */
  resubmit: string | null;
}

/** For events whose track has no cover. */
const ICONS: Partial<Record<ActivityView['type'], IconName>> = {
  my_delete: 'trash',
  my_upload_rejected: 'warning',
  my_like: 'heart',
  my_bookmark: 'bookmark',
  my_comment: 'comment',
};

/** For messages from moderators. */
const NOTICE_ICONS: Partial<Record<NotificationView['type'], IconName>> = {
  upload_rejected: 'warning',
  track_hidden: 'warning',
  track_shown: 'check',
  track_restored: 'check',
  taken_down: 'warning',
  track_taken_down: 'warning',
  comment_taken_down: 'warning',
  appeal_answered: 'shield',
  consent_withdrawn: 'warning',
  report_removed: 'flag',
  report_kept: 'flag',
  report_closed: 'flag',
};

/** The whole sentence, for screen readers. */
export const sentenceOf = ({ template, who, what }: Entry): string => fill(template, { who, what });

const ownUploads = () => `${paths.profile()}?tab=uploads`;
const coverOf = (cover: string | null, icon: IconName): Entry['cover'] =>
  cover === null ? { kind: 'none', icon } : { kind: 'track', cover };
const personCover = (userId: string): Entry['cover'] => ({ kind: 'person', userId });
const titleOf = (title: string | null) => title || messages.card.untitled;

/** Decisions with a page to read or appeal them. */
const DECIDED = new Set<NotificationView['type']>([
  'taken_down',
  'track_taken_down',
  'comment_taken_down',
  'appeal_answered',
]);

function leadsTo(row: NotificationView): string | null {
  const { type, trackId, user } = row;
  if (type === 'follow') return user && paths.profile(user.id);
  if (type === 'upload_rejected') return ownUploads();
  if (DECIDED.has(type)) return decisionsLink();
  if (type === 'track_hidden') return paths.guidelines();
  if (type === 'consent_withdrawn') return paths.guidelines();
  if (trackId === null) return user && paths.profile(user.id);
  return type === 'comment'
    ? `${paths.comments()}?trackId=${encodeURIComponent(trackId)}`
    : paths.player(trackId);
}

export function notificationEntry(row: NotificationView): Entry {
  const { id, createdAt, isRead, type, user, trackId, trackTitle, trackCover: cover, commentText } = row;
  const isRejection = type === 'upload_rejected';
  const isOfPerson = user !== null && type !== 'followed_user_upload' && type !== 'upload';
  return {
    id,
    createdAt,
    isRead,
    trackId,
    template: isRejection && trackId !== null ? newsMessages.editRejected : newsMessages.notification[type],
    who: user?.username ?? newsMessages.somebody,
    what: trackTitle === null ? newsMessages.aRecording : titleOf(trackTitle),
    quote: commentText,
    cover: isOfPerson ? personCover(user.id) : coverOf(cover, NOTICE_ICONS[type] ?? 'bell'),
    to: leadsTo(row),
    resubmit: isRejection ? ownUploads() : null,
  };
}

export function activityEntry(row: ActivityView): Entry {
  const { id, createdAt, type, trackId, trackTitle, trackCover: cover, commentText } = row;
  const person = row.followedUser ?? null;
  const isOwnUpload = type === 'my_upload' || type === 'my_upload_rejected';
  const track = trackId === null ? null : paths.player(trackId);
  return {
    id,
    createdAt,
    // The user's own actions are not new to them.
    isRead: true,
    trackId,
    template: newsMessages.activity[type],
    who: person?.username ?? newsMessages.somebody,
    what: trackTitle === null ? newsMessages.aRecording : titleOf(trackTitle),
    quote: commentText,
    cover: person ? personCover(person.id) : coverOf(cover, ICONS[type] ?? 'upload'),
    to: person ? paths.profile(person.id) : (track ?? (isOwnUpload ? ownUploads() : null)),
    resubmit: type === 'my_upload_rejected' ? ownUploads() : null,
  };
}
