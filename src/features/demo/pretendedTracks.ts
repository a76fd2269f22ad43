// The recordings of the demo's feed, its people and their words: none of them exists anywhere else.
import type { UserView } from '../../../api/contract/accounts.ts';
import type { CommentView } from '../../../api/contract/comments.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { hashOf } from '../../lib/ids.ts';
import { demoMessages as words } from '../../lib/messages/demo.ts';

const HOUR_MS = 3_600_000;
const FACE_VALUES = 64;
export const DEMO_PERSON_ID = 'sample-person';
export const FIRST_TRACK_ID = 'sample-1';

/** Rises and falls like a breath, differently for each id. */
function faceOf(id: string): string {
  const seed = hashOf(id);
  const values = Array.from({ length: FACE_VALUES }, (_, at) => {
    const slow = Math.sin((at / FACE_VALUES) * Math.PI * (2 + (seed % 5)));
    const fast = Math.sin(at * (0.7 + (seed % 13) / 10));
    return Math.round(120 + 90 * slow * slow * (0.6 + 0.4 * fast));
  });
  return btoa(String.fromCharCode(...values));
}

export function pretendedTracks(url: string, seconds: number, bytes: number): TrackView[] {
  return words.tracks.map(({ title, description, gender, tags }, at): TrackView => {
    const id = `sample-${at + 1}`;
    return {
      id,
      title,
      description,
      duration: seconds,
      url,
      mimeType: 'audio/mpeg',
      fileSize: bytes,
      user: { id: DEMO_PERSON_ID, username: words.person.username },
      userId: DEMO_PERSON_ID,
      gender,
      tags: [...tags],
      status: 'active',
      plays: 40 - 3 * at,
      likes: (at * 7) % 12,
      commentsCount: at === 0 ? words.comments.length : 0,
      allowComments: true,
      hasTranscript: false,
      isLiked: false,
      isBookmarked: false,
      createdAt: new Date(Date.now() - (at * 9 + 1) * HOUR_MS).toISOString(),
      face: faceOf(id),
      lufs: -19,
      envelope: null,
    };
  });
}

export const pretendedPerson = (tracks: readonly TrackView[]): UserView => ({
  id: DEMO_PERSON_ID,
  username: words.person.username,
  bio: words.person.bio,
  tags: ['Soft', 'Warm'],
  totalUploads: tracks.length,
  totalPlays: tracks.reduce((sum, { plays }) => sum + plays, 0),
  totalLikes: tracks.reduce((sum, { likes }) => sum + likes, 0),
  followersCount: 12,
  followingCount: 3,
  isVerified: false,
  isFollowed: false,
  createdAt: new Date(Date.now() - 2_000 * HOUR_MS).toISOString(),
});

export const pretendedComments = ([first]: readonly TrackView[]): CommentView[] =>
  first === undefined
    ? []
    : words.comments.map((content, at) => ({
        id: `sample-comment-${at + 1}`,
        content,
        user: { id: `sample-listener-${at + 1}`, username: `listener_${at + 1}` },
        trackId: first.id,
        trackTitle: first.title,
        createdAt: new Date(Date.now() - (at + 1) * HOUR_MS).toISOString(),
        likes: 0,
        likeCount: 0,
        isLiked: false,
      }));
