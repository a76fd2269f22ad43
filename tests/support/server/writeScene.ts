// An instance in which every write of the outbox can run: a listener, a publisher, a moderator, and forty such writes in
// a valid order.
import type { Actions, WriteName } from '../../../api/contract/actions.ts';
import type { OfflineServer } from '../network/offlineServer.ts';
import { comment } from './actors.ts';
import { publish } from './publish.ts';
import { recording } from './testApp.ts';

type Who = 'listener' | 'owner' | 'moderator';

export interface WriteScene {
  url: string;
  cookies: Record<Who, string>;
  /** Account ids. */
  ids: Record<Who, string>;
  /** The owner's published track. */
  tracks: string[];
  people: string[];
  /** The owner's pending uploads. */
  uploads: string[];
  /** Comments of others, then the listener's, in order. */
  comments: string[];
}

/** Equal in every instance, because the database stores measurements of the audio. */
const RECORDINGS = Array.from({ length: 4 }, () => recording(6));

export async function writeScene(instance: OfflineServer): Promise<WriteScene> {
  const [listener, owner, moderator] = [
    await instance.newActor('user', 'a_listener'),
    await instance.newActor('user', 'an_owner'),
    await instance.newActor('moderator', 'a_moderator'),
  ];
  const tracks: string[] = [];
  for (let i = 0; i < 3; i++) tracks.push(await instance.newTrack(owner, `Own ${i}`));
  const comments: string[] = [];
  for (const track of tracks) comments.push(await comment(instance.asApp(), owner, track));
  const uploads: string[] = [];
  for (const [index, bytes] of RECORDINGS.entries()) {
    const reply = await publish({ url: instance.url(), cookie: owner.cookie }, bytes, {
      title: `Waits ${index}`,
      filename: 'x.wav',
      type: 'audio/wav',
    });
    uploads.push(reply.data.uploadId);
  }
  return {
    url: instance.url(),
    cookies: { listener: listener.cookie, owner: owner.cookie, moderator: moderator.cookie },
    ids: { listener: listener.accountId, owner: owner.accountId, moderator: moderator.accountId },
    tracks,
    people: instance.peopleIds,
    uploads,
    comments,
  };
}

export interface OutboxWrite {
  name: string;
  of(scene: WriteScene): [Who, WriteName, object];
  /** Parts of the answer that later writes need. */
  learn?(scene: WriteScene, answer: unknown): void;
}

type Ids = { [Name in keyof WriteScene]: WriteScene[Name] extends string[] ? Name : never }[keyof WriteScene];

/** The `index`th id of `kind`; the scene must already have it. */
function idIn(scene: WriteScene, kind: Ids, index: number): string {
  const id = scene[kind][index];
  if (id === undefined) throw new Error(`the scene has no ${kind} ${index}`);
  return id;
}

const write = <N extends WriteName>(
  who: Who,
  name: N,
  body: (id: (kind: Ids, index: number) => string, scene: WriteScene) => Actions[N]['body'],
  learn?: OutboxWrite['learn'],
): OutboxWrite => ({
  name,
  of: (scene) => [who, name, body((kind, index) => idIn(scene, kind, index), scene)],
  ...(learn ? { learn } : {}),
});

const like = (n: number) => write('listener', 'addLike', (id) => ({ like: { trackId: id('tracks', n) } }));
const unlike = (n: number) => write('listener', 'removeLike', (id) => ({ likeId: id('tracks', n) }));
const reactionWrite = (n: number) =>
  write('listener', 'addBookmark', (id) => ({ bookmark: { trackId: id('tracks', n) } }));
const say = (n: number, content: string) =>
  write(
    'listener',
    'addComment',
    (id) => ({ trackId: id('tracks', n), content }),
    (scene, answer) => scene.comments.push((answer as { data: { id: string } }).data.id),
  );
const follow = (n: number) =>
  write('listener', 'addFollow', (id) => ({ follow: { followingId: id('people', n) } }));
const edit = (updates: Actions['updateUser']['body']['updates']) =>
  write('listener', 'updateUser', (_id, { ids }) => ({ userId: ids.listener, updates }));
const play = (n: number) => write('listener', 'incrementPlay', (id) => ({ trackId: id('tracks', n) }));

export const outboxWrites: readonly OutboxWrite[] = [
  like(0),
  like(1),
  like(2),
  unlike(1),
  like(1),
  reactionWrite(0),
  reactionWrite(1),
  write('listener', 'removeBookmark', (id) => ({ bookmarkId: id('tracks', 0) })),
  say(0, 'First'),
  say(0, 'Second'),
  say(1, 'Third'),
  say(2, 'Fourth'),
  write('listener', 'deleteComment', (id) => ({ commentId: id('comments', 4) })),
  write('listener', 'addCommentLike', (id) => ({ like: { commentId: id('comments', 0) } })),
  write('listener', 'addCommentLike', (id) => ({ like: { commentId: id('comments', 1) } })),
  write('listener', 'removeCommentLike', (id) => ({ likeId: id('comments', 0) })),
  follow(0),
  follow(1),
  write('listener', 'removeFollow', (id) => ({ followId: id('people', 0) })),
  follow(0),
  edit({ bio: 'Somewhere quiet' }),
  edit({ tags: ['Soft', 'night'] }),
  edit({ preferences: { notifications: { likes: false } } }),
  edit({ preferences: { playback: { autoplay: false } } }),
  edit({ username: 'quiet_one' }),
  play(0),
  play(0),
  play(1),
  write('owner', 'updateTrack', (id) => ({ trackId: id('tracks', 0), updates: { allowComments: false } })),
  write('owner', 'updateTrack', (id) => ({ trackId: id('tracks', 1), updates: { title: 'Other words' } })),
  write('owner', 'addTrack', (id) => ({ track: { id: id('uploads', 3), title: 'Fixed words' } })),
  write('owner', 'markNotificationAsRead', () => ({ notificationId: 'all' })),
  write('owner', 'removeNotification', () => ({ notificationId: 'all' })),
  write('listener', 'markActivityAsRead', () => ({ activityId: 'all' })),
  write('listener', 'removeActivity', () => ({ activityId: 'all' })),
  write('listener', 'addReport', (id) => ({
    report: {
      type: 'recording',
      trackId: id('tracks', 2),
      targetId: id('tracks', 2),
      reason: 'Stolen from me',
    },
  })),
  write('listener', 'addReport', (id) => ({
    report: { type: 'comment', trackId: id('tracks', 1), targetId: id('comments', 1), reason: 'Hurts' },
  })),
  write('moderator', 'approveUpload', (id) => ({ uploadId: id('uploads', 0), version: 1 })),
  write('moderator', 'rejectUpload', (id) => ({ uploadId: id('uploads', 1), version: 1 })),
  write('moderator', 'escalateUpload', (id) => ({ uploadId: id('uploads', 2), version: 1, note: 'Unsure' })),
];
