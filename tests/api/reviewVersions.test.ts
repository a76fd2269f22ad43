// A decision names the version that the moderator reviewed; a later change makes it invalid (issue 9).
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { TrackView } from '../../api/contract/tracks.ts';
import type { PendingUploadView } from '../../api/contract/uploads.ts';
import { type Actor, actor, track, waitingUpload } from '../support/server/actors.ts';
import { callAction, visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

let owner: Actor;
let uploadId: string;
const app = await createTestApp();
const moderator = await actor(app, 'moderator');
beforeEach(async () => {
  owner = await actor(app, 'user');
  uploadId = await waitingUpload(app, owner, 'Seen');
});
afterAll(() => app.close());

const row = async () =>
  ((await get(moderator, 'getPendingUploads')).json.data as PendingUploadView[]).find(
    ({ userId }) => userId === owner.accountId,
  );
const change = (description: string) =>
  callAction(owner, 'addTrack', { track: { id: uploadId, description } });
const decide = async (action: 'approveUpload' | 'rejectUpload', version?: number) => {
  const { status, json } = await post(moderator, action, {
    uploadId,
    ...(version === undefined ? {} : { version }),
  });
  return [status, json.code];
};
const publicTracks = async () =>
  (await get(visitor(app.url), 'getTracks', { user: owner.accountId })).json.data as TrackView[];

test('refuses to approve a description changed after the review, until it is reviewed again', async () => {
  expect(await row()).toMatchObject({ version: 1, description: '' });
  await change('Something else');
  expect(await decide('approveUpload', 1)).toEqual([409, 'version_changed']);
  // A call without a version is valid only for an item that never changed.
  expect(await decide('approveUpload')).toEqual([409, 'version_changed']);
  expect(await publicTracks()).toEqual([]);
  expect(await row()).toMatchObject({ version: 2, description: 'Something else', status: 'pending_review' });
  expect(await decide('approveUpload', 3)).toEqual([409, 'version_changed']);
  expect(await decide('approveUpload', 2)).toEqual([200, undefined]);
  expect((await publicTracks()).map(({ description }) => description)).toEqual(['Something else']);
  expect(await decide('approveUpload', 2)).toEqual([409, 'conflict']);
});

test('a rejection also names the version', async () => {
  await change('Better words');
  expect(await decide('rejectUpload', 1)).toEqual([409, 'version_changed']);
  expect(await row()).toMatchObject({ version: 2 });
  expect(await decide('rejectUpload', 2)).toEqual([200, undefined]);
});

test('unchanged details keep the version', async () => {
  await change('New');
  await change('New');
  expect((await row())?.version).toBe(2);
  expect(await decide('approveUpload', 2)).toEqual([200, undefined]);
});

test('a changed username is a new version', async () => {
  await app.deps.db
    .updateTable('accounts')
    .set({ password_hash: 'x' })
    .where('id', '=', owner.accountId)
    .execute();
  await callAction(owner, 'updateUser', { userId: owner.accountId, updates: { username: 'renamed_one' } });
  expect(await row()).toMatchObject({ version: 2, username: 'renamed_one' });
  expect(await decide('approveUpload', 1)).toEqual([409, 'version_changed']);
  expect(await decide('approveUpload', 2)).toEqual([200, undefined]);
});

test('a changed edit gets a new id', async () => {
  await decide('rejectUpload');
  const trackId = await track(app, owner, 'Before');
  await callAction(owner, 'updateTrack', { trackId, updates: { title: 'Seen' } });
  const seen = await row();
  expect(seen?.version).toBe(1);
  await callAction(owner, 'updateTrack', { trackId, updates: { title: 'Unseen' } });
  uploadId = seen?.uploadId ?? '';
  expect(await decide('approveUpload', 1)).toEqual([404, 'not_found']);
  expect((await publicTracks()).map(({ title }) => title)).toEqual(['Before']);
  const fresh = await row();
  expect([fresh?.title, fresh?.version]).toEqual(['Unseen', 1]);
  uploadId = fresh?.uploadId ?? '';
  expect(await decide('approveUpload', 2)).toEqual([409, 'version_changed']);
  expect(await decide('approveUpload', 1)).toEqual([200, undefined]);
});

test.each([0, -1, 1.5, '1', null])('refuses the version %j', async (version) => {
  const reply = await post(moderator, 'approveUpload', { uploadId, version });
  expect([reply.status, reply.json.code]).toEqual([422, 'invalid_body']);
});
