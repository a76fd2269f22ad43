// User text cannot disturb other users' screens: no invisible titles, no stacks of combining marks, no characters that
// reverse the surrounding text.
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { UserView } from '../../api/contract/accounts.ts';
import type { CommentView } from '../../api/contract/comments.ts';
import type { PendingUploadView } from '../../api/contract/uploads.ts';
import { type Actor, actor, track } from '../support/server/actors.ts';
import { callAction, capToken, visitor } from '../support/server/publish.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import { get, post, upload } from '../support/server/wire.ts';

let owner: Actor;
const app = await createTestApp();
const moderator = await actor(app, 'moderator');
beforeEach(async () => {
  owner = await actor(app, 'user');
});
afterAll(() => app.close());

/** 60 combining marks on one letter. */
const TOWER = `a${'\u0301\u0316\u034d'.repeat(20)}`;
const TURNED = 'soft \u202egnirehpsihw\u202c \u2066voice\u2069';
const STRAIGHT = 'soft gnirehpsihw voice';
const marksOf = (text = '') => text.match(/\p{M}/gu)?.length ?? 0;

/** The pending state of the owner's newest edit. */
const edited = async () =>
  ((await get(moderator, 'getPendingUploads')).json.data as PendingUploadView[]).find(
    ({ userId }) => userId === owner.accountId,
  );
const send = async (fields: Record<string, string>) => {
  const bytes = recording();
  return upload(app.url, { ...fields, capToken: await capToken(visitor(app.url), bytes) }, { bytes });
};

const UNSEEN: [name: string, title: string][] = [
  ['zero-width spaces', '\u200b\u200b\u200b'],
  ['joiners', '\u200d\u200c\u2060'],
  ['Hangul fillers', '\u3164\uffa0\u115f\u1160'],
  ['blank braille', '\u2800\u2800'],
  ['bidirectional marks', '\u200e\u200f\u061c'],
  ['marks without a letter', '\u0301\u0301\u0301'],
  ['variation selectors', '\ufe0f\ufe0f'],
  ['soft hyphens', '\u00ad\u00ad'],
  ['tags', '\u{e0041}\u{e0042}'],
];

/** Titles that become empty after cleaning; an upload then gets the default title. */
const EMPTIED: [name: string, title: string][] = [
  ['bidirectional overrides', '\u202e\u202d\u202c'],
  ['no-break spaces', '\u00a0\u2003\u3000'],
];

test.each([...UNSEEN, ...EMPTIED])('refuses an edit that leaves a title of %s', async (_name, title) => {
  const trackId = await track(app, owner, 'Seen');
  const edit = await post(owner, 'updateTrack', { trackId, updates: { title } });
  expect([edit.status, edit.json.code, edit.json.field]).toEqual([422, 'invalid_body', 'title']);
  expect(await edited()).toBeUndefined();
});

test.each(UNSEEN)('refuses an upload with a title of %s as missing', async (_name, title) => {
  const sent = await send({ title });
  expect([sent.status, sent.json.code, sent.json.field, sent.json.issue]).toEqual([
    422,
    'invalid_body',
    'title',
    'missing',
  ]);
});

test('counts only visible characters towards the minimum title length', async () => {
  const sent = await send({ title: 'a\u200b\u200b' });
  expect([sent.status, sent.json.field, sent.json.issue]).toEqual([422, 'title', 'too_short']);
});

test.each(['Đêm', '❤️', '夜の声', 'שָׁלוֹם', '👨‍👩‍👧‍👦', 'སྒྲུབ་པ'])(
  'keeps the title %s unchanged',
  async (title) => {
    const trackId = await track(app, owner, 'Before');
    await callAction(owner, 'updateTrack', { trackId, updates: { title } });
    expect((await edited())?.title).toBe(title);
  },
);

test('keeps at most six marks on a letter of a title, a description, a comment and a bio', async () => {
  const trackId = await track(app, owner, 'Before');
  await callAction(owner, 'updateTrack', { trackId, updates: { title: `${TOWER}b`, description: TOWER } });
  const comment = await callAction<CommentView>(owner, 'addComment', { trackId, content: TOWER });
  await callAction(owner, 'updateUser', { userId: owner.accountId, updates: { bio: TOWER } });
  const { bio } = (await get(owner, 'getUser', { userId: owner.accountId })).json.data as UserView;
  const words = await edited();
  expect([words?.title, words?.description, comment.content, bio].map(marksOf)).toEqual([6, 6, 6, 6]);
});

test('removes direction controls from a title, a comment and a bio', async () => {
  const trackId = await track(app, owner, 'Before');
  await callAction(owner, 'updateTrack', { trackId, updates: { title: TURNED } });
  const comment = await callAction<CommentView>(owner, 'addComment', { trackId, content: TURNED });
  await callAction(owner, 'updateUser', { userId: owner.accountId, updates: { bio: TURNED } });
  const { bio } = (await get(owner, 'getUser', { userId: owner.accountId })).json.data as UserView;
  expect([(await edited())?.title, comment.content, bio]).toEqual([STRAIGHT, STRAIGHT, STRAIGHT]);
});
