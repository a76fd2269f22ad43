// Permissions, content and rate limits of comments, and consistency of all counts.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { TrackView } from '../../api/contract/tracks.ts';
import { type Actor, actor, comment, track } from '../support/server/actors.ts';
import { callAction, capToken, visitor } from '../support/server/publish.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import { get, post, upload } from '../support/server/wire.ts';

const app = await createTestApp();
const owner = await actor(app, 'user');
const fan = await actor(app, 'user');
afterAll(() => app.close());

const view = async (of: { url: string; cookie: string }, id: string) =>
  ((await get(of, 'getTracks', { id })).json.data as TrackView[])[0];
const say = (who: Actor, trackId: string, content: string) => post(who, 'addComment', { trackId, content });
const prefer = (who: Actor, allowComments: boolean) =>
  callAction(who, 'updateUser', {
    userId: who.accountId,
    updates: { preferences: { privacy: { allowComments } } },
  });

test.each<[what: string, id: () => Promise<string>]>([
  ['unknown', async () => randomUUID()],
  [
    'deleted',
    async () => {
      const id = await track(app, owner);
      await callAction(owner, 'deleteTrack', { trackId: id });
      return id;
    },
  ],
])('answers not found for comments and the transcript of an %s track', async (_what, id) => {
  const trackId = await id();
  for (const reply of [
    await get(fan, 'getComments', { trackId }),
    await get(visitor(app.url), 'getTranscript', { trackId }),
    await say(fan, trackId, 'Hm'),
  ]) {
    expect([reply.status, reply.json.code]).toEqual([404, 'not_found']);
  }
  expect((await get(fan, 'getTracks', { id: trackId })).json.data).toEqual([]);
});

test('anyone can read a single track by its id', async () => {
  const trackId = await track(app, owner, 'Alone');
  await track(app, owner, 'Another');
  const { json } = await get(visitor(app.url), 'getTracks', { id: trackId });
  expect(json.data).toMatchObject([
    { id: trackId, title: 'Alone', allowComments: true, hasTranscript: false, isLiked: false },
  ]);
});

test('a track with closed comments only accepts its owner’s, until it is opened again', async () => {
  const trackId = await track(app, owner);
  const reply = await post(owner, 'updateTrack', { trackId, updates: { allowComments: false } });
  expect(reply.json).toMatchObject({ requiresReview: false, data: { allowComments: false } });
  expect(await view(fan, trackId)).toMatchObject({ allowComments: false });
  expect((await say(fan, trackId, 'Hm')).json.code).toBe('forbidden');
  expect((await say(owner, trackId, 'Mine')).status).toBe(200);
  expect((await post(fan, 'updateTrack', { trackId, updates: { allowComments: true } })).status).toBe(403);
  await callAction(owner, 'updateTrack', { trackId, updates: { allowComments: true } });
  expect(await view(visitor(app.url), trackId)).toMatchObject({ allowComments: true });
  expect((await say(fan, trackId, 'Hm')).status).toBe(200);
});

test('turning off comments for the account closes them on all tracks; the owner still sees each track’s setting', async () => {
  const closed = await actor(app, 'user');
  const open = await track(app, closed, 'Open');
  const shut = await track(app, closed, 'Shut');
  await callAction(closed, 'updateTrack', { trackId: shut, updates: { allowComments: false } });
  await prefer(closed, false);
  expect(await view(fan, open)).toMatchObject({ allowComments: false });
  expect(await view(closed, open)).toMatchObject({ allowComments: true });
  expect(await view(closed, shut)).toMatchObject({ allowComments: false });
  expect((await say(fan, open, 'Hm')).json.code).toBe('forbidden');
  await prefer(closed, true);
  expect(await view(fan, open)).toMatchObject({ allowComments: true });
  expect(await view(fan, shut)).toMatchObject({ allowComments: false });
});

const FAMILY = '👨‍👩‍👧‍👦';
const KISS = '👩🏻‍❤️‍💋‍👨🏿';
test.each<[what: string, content: string, status: number]>([
  ['500 letters', 'x'.repeat(500), 200],
  ['501 letters', 'x'.repeat(501), 422],
  ['500 letters in spaces', `  \n${'x'.repeat(500)}   `, 200],
  ['500 letters that are two signs each', 'e\u0301'.repeat(500), 200],
  ['500 families', FAMILY.repeat(500), 200],
  ['501 families', FAMILY.repeat(501), 422],
  ['500 of the longest emoji', KISS.repeat(500), 200],
  ['one letter', 'x', 200],
  ['one emoji', FAMILY, 200],
  ['nothing', '', 422],
  ['spaces', ' \n\t\u00a0\u2003 ', 422],
  ['a control character', 'a\u0000b', 422],
  ['invisible characters', '\u200b\u200d\u2060\ufe0f\u3164\u2800', 422],
])('counts the visible characters of a comment of %s', async (_what, content, status) => {
  const reply = await say(fan, await track(app, owner), content);
  expect(reply.status).toBe(status);
  if (status === 422) expect(reply.json.code).toBe('invalid_body');
});

test('adding and deleting a comment answers the new count', async () => {
  const trackId = await track(app, owner);
  await comment(app, owner, trackId);
  const { json } = await say(fan, trackId, 'Second');
  expect(json).toMatchObject({ commentsCount: 2, data: { content: 'Second', likes: 0 } });
  expect(await view(fan, trackId)).toMatchObject({ commentsCount: 2 });
  const { id } = json.data as { id: string };
  const gone = await post(fan, 'deleteComment', { commentId: id });
  expect(gone.json).toMatchObject({ commentsCount: 1, data: { commentId: id, trackId } });
  expect(await view(fan, trackId)).toMatchObject({ commentsCount: 1 });
});

test('removing a missing like keeps the count at 0', async () => {
  const trackId = await track(app, owner);
  const commentId = await comment(app, fan, trackId);
  for (const who of [owner, fan, await actor(app, 'user')]) {
    await callAction(who, 'removeCommentLike', { likeId: commentId });
  }
  expect((await get(fan, 'getComments', { trackId })).json.data).toMatchObject([{ likes: 0, likeCount: 0 }]);
});

test('comments have a rate limit; refused and repeated ones do not count', async () => {
  // Allows two comments in five seconds instead of one, so that the second needs no waiting.
  const paced = await createTestApp({ env: { RATE_LIMIT_FACTOR: '2' } });
  try {
    const host = await actor(paced, 'user');
    const guest = await actor(paced, 'user');
    const trackId = await track(paced, host);
    const closed = await track(paced, host);
    await callAction(host, 'updateTrack', { trackId: closed, updates: { allowComments: false } });
    const refused: [body: object, code: string][] = [
      [{ trackId, content: ' ' }, 'invalid_body'],
      [{ trackId, content: 'x'.repeat(501) }, 'invalid_body'],
      [{ trackId, content: 'x'.repeat(100_000) }, 'invalid_body'],
      [{ trackId: closed, content: 'Hm' }, 'forbidden'],
      [{ trackId: randomUUID(), content: 'Hm' }, 'not_found'],
      [{}, 'invalid_body'],
    ];
    for (const [body, code] of refused) {
      expect((await post(guest, 'addComment', body)).json.code).toBe(code);
    }
    const key = randomUUID();
    const headers = { 'Idempotency-Key': key };
    const first = await post(guest, 'addComment', { trackId, content: 'Hm' }, headers);
    const repeat = await post(guest, 'addComment', { trackId, content: 'Hm' }, headers);
    expect([first.status, repeat.json]).toEqual([200, first.json]);
    expect((await post(guest, 'addComment', { trackId, content: 'Second' })).status).toBe(200);
    const third = await post(guest, 'addComment', { trackId, content: 'Third' });
    expect([third.status, third.json.code]).toEqual([429, 'rate_limited']);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(third.headers.get('retry-after'))).toBeLessThanOrEqual(5);
    expect((await get(guest, 'getComments', { trackId })).json.data).toMatchObject([
      { content: 'Second' },
      { content: 'Hm' },
    ]);
    expect((await post(host, 'addComment', { trackId, content: 'Somebody else' })).status).toBe(200);
  } finally {
    await paced.close();
  }
});

test('a transcript is reviewed like other details, public, and deleted with its track', async () => {
  const trackId = await track(app, owner);
  const text = `Said ${randomUUID()}`;
  const readTranscript = async () =>
    (await get(visitor(app.url), 'getTranscript', { trackId })).json.data as { transcript: string };
  expect(await readTranscript()).toEqual({ trackId, transcript: '' });
  const reply = await post(owner, 'updateTrack', { trackId, updates: { transcript: `  ${text}\n` } });
  expect(reply.json).toMatchObject({ requiresReview: true, data: { hasTranscript: false } });
  const moderator = await actor(app, 'moderator');
  const queue = (await get(moderator, 'getPendingUploads')).json.data as {
    uploadId: string;
    transcript: string;
  }[];
  const waiting = queue.find(({ transcript }) => transcript === text);
  await callAction(moderator, 'approveUpload', { uploadId: waiting?.uploadId });
  expect(await readTranscript()).toEqual({ trackId, transcript: text });
  expect(await view(fan, trackId)).toMatchObject({ hasTranscript: true });
  await callAction(owner, 'updateTrack', { trackId, updates: { title: 'Other' } });
  const history = (await get(moderator, 'getTrackEdits', { trackId })).json.data as object[];
  expect(history).toMatchObject([
    { before: { transcript: text }, after: { title: 'Other', transcript: text } },
    { before: { transcript: '' }, after: { transcript: text } },
  ]);
  const exported = JSON.stringify((await get(owner, 'exportAccount')).json.data);
  expect(exported).toContain(text);
  await callAction(owner, 'deleteTrack', { trackId });
  expect(JSON.stringify(await app.deps.db.selectFrom('tracks').selectAll().execute())).not.toContain(text);
  expect(JSON.stringify(await app.deps.db.selectFrom('track_edits').selectAll().execute())).not.toContain(
    text,
  );
});

test('transcript and comment setting of an upload pass to its track', async () => {
  const bytes = recording();
  const transcript = '話'.repeat(20_000);
  const fields = {
    title: 'Said',
    capToken: await capToken(owner, bytes),
    transcript,
    allowComments: 'false',
  };
  const { json } = await upload(app.url, fields, { bytes });
  const { uploadId } = json.data as { uploadId: string };
  await callAction(owner, 'addTrack', { track: { id: uploadId, transcript: `${transcript.slice(1)}!` } });
  const moderator = await actor(app, 'moderator');
  const published = await callAction<TrackView>(moderator, 'approveUpload', { uploadId, version: 2 });
  expect(await view(fan, published.id)).toMatchObject({ allowComments: false, hasTranscript: true });
  const answer = (await get(fan, 'getTranscript', { trackId: published.id })).json.data;
  expect(answer).toEqual({ trackId: published.id, transcript: `${transcript.slice(1)}!` });
});
