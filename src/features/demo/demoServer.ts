// A simulated server and disk behind the ports of the shared state: likes, comments and follows of a demo last as long as
// its page. Nothing reaches the network, the database or this device's settings.

import type { UserView } from '../../../api/contract/accounts.ts';
import type { CommentView } from '../../../api/contract/comments.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { ApiError } from '../../api/client.ts';
import { hashOf, newId } from '../../lib/ids.ts';
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { newTrack } from '../../lib/newTrack.ts';
import type { StatePorts } from '../../state/ports.ts';
import type { OutboxEntry } from '../../storage/outbox.ts';

type Body = Record<string, unknown>;
type Answers = Record<string, (body: Body) => unknown>;

/** The audio of every demo track. */
interface DemoServerSound {
  url: string;
  seconds: number;
  bytes: number;
}

function answersOf(sound: DemoServerSound): Answers {
  let tracks = demoTracks(sound.url, sound.seconds, sound.bytes);
  let comments = demoComments(tracks);
  let person = demoPerson(tracks);
  const you = { id: 'sample-you', username: 'you' };
  const changeTrack = (id: unknown, change: (track: TrackView) => Partial<TrackView>) => {
    tracks = tracks.map((track) => (track.id === id ? { ...track, ...change(track) } : track));
    return { data: null };
  };
  const setLike = (id: unknown, isLiked: boolean) =>
    changeTrack(id, ({ likes }) => ({ isLiked, likes: Math.max(0, likes + (isLiked ? 1 : -1)) }));
  const follow = (isFollowed: boolean) => {
    if (person.isFollowed !== isFollowed)
      person = { ...person, isFollowed, followersCount: person.followersCount + (isFollowed ? 1 : -1) };
    return { data: null };
  };
  const trackIdIn = (body: Body, field: string) => (body[field] as Body | undefined)?.trackId;
  return {
    me: () => ({ data: { ...you, role: 'user', isGuest: true, createdAt: person.createdAt } }),
    getTracks: ({ id, user, likedBy, gender, category, limit }) => {
      const most = typeof limit === 'string' ? Number(limit) : tracks.length;
      const data = tracks.filter(
        (track) =>
          (id === undefined || track.id === id) &&
          (user === undefined || track.userId === user) &&
          (likedBy === undefined || track.isLiked) &&
          (gender === undefined || track.gender === gender) &&
          (category !== 'bookmarked' || track.isBookmarked) &&
          (category !== 'subscribs' || person.isFollowed),
      );
      return { data: data.slice(0, most) };
    },
    getUser: ({ userId }) => {
      if (userId === DEMO_PERSON_ID || userId === person.username) return { data: person };
      throw new ApiError('not_found', 404, 'no such person in the demo');
    },
    getUserData: () => ({
      data: {
        user: person,
        email: null,
        preferences: null,
        myTracks: [],
        followedUsers: person.isFollowed ? [person.id] : [],
      },
    }),
    getComments: ({ trackId }) => ({ data: comments.filter((comment) => comment.trackId === trackId) }),
    getNotifications: () => ({ data: [], unreadCount: 0 }),
    getActivities: () => ({ data: [] }),
    getMyUploads: () => ({ data: [] }),
    getTags: () => ({ data: [] }),
    incrementPlay: ({ trackId }) => {
      changeTrack(trackId, ({ plays }) => ({ plays: plays + 1 }));
      return { data: { plays: tracks.find(({ id }) => id === trackId)?.plays ?? 0 } };
    },
    addLike: (body) => setLike(trackIdIn(body, 'like'), true),
    removeLike: ({ likeId }) => setLike(likeId, false),
    addBookmark: (body) => changeTrack(trackIdIn(body, 'bookmark'), () => ({ isBookmarked: true })),
    removeBookmark: ({ bookmarkId }) => changeTrack(bookmarkId, () => ({ isBookmarked: false })),
    addFollow: () => follow(true),
    removeFollow: () => follow(false),
    addComment: ({ trackId, content }) => {
      const trackTitle = tracks.find(({ id }) => id === trackId)?.title ?? '';
      const made = {
        id: newId(),
        content: String(content),
        user: you,
        trackId: String(trackId),
        trackTitle,
        createdAt: new Date().toISOString(),
        likes: 0,
        likeCount: 0,
        isLiked: false,
      };
      comments = [made, ...comments];
      const commentsCount = comments.filter((comment) => comment.trackId === trackId).length;
      changeTrack(trackId, () => ({ commentsCount }));
      return { data: made, commentsCount };
    },
    deleteComment: ({ commentId }) => {
      comments = comments.filter(({ id }) => id !== commentId);
      return { data: null };
    },
    addCommentLike: () => ({ data: null }),
    removeCommentLike: () => ({ data: null }),
  };
}

/** State ports of a demo's own store; unknown actions fail as if offline. */
export function demoStatePorts(real: StatePorts, sound: DemoServerSound): StatePorts {
  const answers = answersOf(sound);
  const outbox = new Map<string, OutboxEntry>();
  const settings = new Map<string, unknown>();
  let identity = '';
  const answer = async (action: string, body: object): Promise<unknown> => {
    const known = answers[action];
    if (known === undefined) throw new ApiError('offline', 0, `the demo does not know ${action}`);
    return structuredClone(known(body as Body));
  };
  return {
    ...real,
    read: answer as StatePorts['read'],
    write: answer as StatePorts['write'],
    copies: {
      read: async () => null,
      write: async () => undefined,
      keepOf: async () => undefined,
      trackIds: async () => [],
      renewTracks: async () => undefined,
    },
    outbox: {
      put: async (entry) => void outbox.set(entry.id, entry),
      list: async (lane) => [...outbox.values()].filter((entry) => lane === undefined || entry.lane === lane),
      remove: async (id) => void outbox.delete(id),
      asOnlySender: async (_lane, send) => {
        await send();
        return true;
      },
    },
    persona: {
      secret: async () => crypto.getRandomValues(new Uint8Array(32)),
    },
    owner: {
      identity: () => identity,
      rename: (next) => {
        identity = next;
      },
      passTo: async (next) => {
        identity = next;
      },
      leave: async (next) => {
        identity = next;
      },
      unsaved: async () => ({ recordings: 0, unsent: 0, hasTraces: false }),
      note: () => undefined,
      noted: () => false,
    },
    settings: {
      read: (key, accept, fallback) => {
        const value = settings.get(key);
        return accept(value) ? value : fallback;
      },
      write: (key, value) => void settings.set(key, value),
    },
  };
}

const HOUR_MS = 3_600_000;
const COVER_VALUES = 64;
export const DEMO_PERSON_ID = 'sample-person';
export const FIRST_TRACK_ID = 'sample-1';

/** A different breath-like curve for each id. */
function coverOf(id: string): string {
  const seed = hashOf(id);
  const values = Array.from({ length: COVER_VALUES }, (_, at) => {
    const slow = Math.sin((at / COVER_VALUES) * Math.PI * (2 + (seed % 5)));
    const fast = Math.sin(at * (0.7 + (seed % 13) / 10));
    return Math.round(120 + 90 * slow * slow * (0.6 + 0.4 * fast));
  });
  return btoa(String.fromCharCode(...values));
}

function demoTracks(url: string, seconds: number, bytes: number): TrackView[] {
  return words.tracks.map(({ title, description, gender, tags }, at): TrackView => {
    const id = `sample-${at + 1}`;
    return newTrack({
      id,
      title,
      description,
      duration: seconds,
      url,
      fileSize: bytes,
      user: { id: DEMO_PERSON_ID, username: words.person.username },
      gender,
      tags: [...tags],
      plays: 40 - 3 * at,
      likes: (at * 7) % 12,
      commentsCount: at === 0 ? words.comments.length : 0,
      createdAt: new Date(Date.now() - (at * 9 + 1) * HOUR_MS).toISOString(),
      cover: coverOf(id),
      lufs: -19,
    });
  });
}

const demoPerson = (tracks: readonly TrackView[]): UserView => ({
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

const demoComments = ([first]: readonly TrackView[]): CommentView[] =>
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
