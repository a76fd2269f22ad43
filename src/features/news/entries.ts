// What a row of news says, whose face it shows and where it leads.
import type { ActivityView, NotificationView } from '../../../api/contract/news.ts';
import { newsMessages } from '../../lib/messages/news.ts';
import { fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';

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
  face: { kind: 'person'; userId: string } | { kind: 'track'; face: string } | null;
  /** Null where there is nothing left to go to. */
  to: string | null;
  /** The way on after a rejection. */
  resubmit: string | null;
}

/** The whole sentence, for those who hear it. */
export const sentenceOf = ({ template, who, what }: Entry): string => fill(template, { who, what });

const ownUploads = () => `${paths.profile()}?tab=uploads`;
const trackFace = (face: string | null): Entry['face'] => (face === null ? null : { kind: 'track', face });
const personFace = (userId: string): Entry['face'] => ({ kind: 'person', userId });
const titleOf = (title: string | null) => title || messages.card.untitled;

function leadsTo(row: NotificationView): string | null {
  const { type, trackId, user } = row;
  if (type === 'follow') return user && paths.profile(user.id);
  if (type === 'upload_rejected') return ownUploads();
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
    face: isOfPerson ? personFace(user.id) : (trackFace(face) ?? (user && personFace(user.id))),
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
    face: person ? personFace(person.id) : trackFace(face),
    to: person ? paths.profile(person.id) : (track ?? (isOwnUpload ? ownUploads() : null)),
    resubmit: type === 'my_upload_rejected' ? ownUploads() : null,
  };
}
