// What a row of news says, whose face it shows and where it leads.
import type { ActivityView, NotificationView } from '../../../api/contract/news.ts';
import { decisionsLink } from '../../lib/links.ts';
import { newsMessages } from '../../lib/messages/news.ts';
import { fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import type { IconName } from '../../ui/Icon.tsx';

/** One row as it is shown. */
export interface Entry {
  id: string;
  createdAt: string;
  isRead: boolean;
  trackId: string | null;
  /** With `{who}` and `{what}`, which stand below. */
  template: string;
  who: string;
  what: string;
  /** A comment, or why something was rejected. */
  quote: string | null;
  face:
    | { kind: 'person'; userId: string }
    | { kind: 'track'; face: string }
    | { kind: 'none'; icon: IconName };
  /** Null where there is nothing left to go to. */
  to: string | null;
  /** The way on after a rejection. */
  resubmit: string | null;
}

/** For deeds whose track has no face. */
const ICONS: Partial<Record<ActivityView['type'], IconName>> = {
  my_delete: 'trash',
  my_upload_rejected: 'warning',
  my_like: 'heart',
  my_bookmark: 'bookmark',
  my_comment: 'comment',
};

/** For what the moderation tells. */
const NOTICE_ICONS: Partial<Record<NotificationView['type'], IconName>> = {
  upload_rejected: 'warning',
  taken_down: 'warning',
  track_taken_down: 'warning',
  comment_taken_down: 'warning',
  appeal_answered: 'shield',
  consent_withdrawn: 'warning',
  report_removed: 'flag',
  report_kept: 'flag',
};

/** The whole sentence, for those who hear it. */
export const sentenceOf = ({ template, who, what }: Entry): string => fill(template, { who, what });

const ownUploads = () => `${paths.profile()}?tab=uploads`;
const faceOf = (face: string | null, icon: IconName): Entry['face'] =>
  face === null ? { kind: 'none', icon } : { kind: 'track', face };
const personFace = (userId: string): Entry['face'] => ({ kind: 'person', userId });
const titleOf = (title: string | null) => title || messages.card.untitled;

/** What can be read and answered among the decisions. */
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
  if (type === 'consent_withdrawn') return paths.guidelines();
  if (trackId === null) return user && paths.profile(user.id);
  return type === 'comment'
    ? `${paths.comments()}?trackId=${encodeURIComponent(trackId)}`
    : paths.player(trackId);
}

export function notificationEntry(row: NotificationView): Entry {
  const { id, createdAt, isRead, type, user, trackId, trackTitle, trackFace: face, commentText } = row;
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
    face: isOfPerson ? personFace(user.id) : faceOf(face, NOTICE_ICONS[type] ?? 'bell'),
    to: leadsTo(row),
    resubmit: isRejection ? ownUploads() : null,
  };
}

export function activityEntry(row: ActivityView): Entry {
  const { id, createdAt, type, trackId, trackTitle, trackFace: face, commentText } = row;
  const person = row.followedUser ?? null;
  const isOwnUpload = type === 'my_upload' || type === 'my_upload_rejected';
  const track = trackId === null ? null : paths.player(trackId);
  return {
    id,
    createdAt,
    // One's own deeds are no news.
    isRead: true,
    trackId,
    template: newsMessages.activity[type],
    who: person?.username ?? newsMessages.somebody,
    what: trackTitle === null ? newsMessages.aRecording : titleOf(trackTitle),
    quote: commentText,
    face: person ? personFace(person.id) : faceOf(face, ICONS[type] ?? 'upload'),
    to: person ? paths.profile(person.id) : (track ?? (isOwnUpload ? ownUploads() : null)),
    resubmit: type === 'my_upload_rejected' ? ownUploads() : null,
  };
}
