// Edits of published tracks: when they apply at once, when they wait, what others see meanwhile, and their history.
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { TrackEditView, TrackView } from '../../api/contract/tracks.ts';
import type { PendingUploadView } from '../../api/contract/uploads.ts';
import { type Actor, actor, report, track } from '../support/server/actors.ts';
import { callAction, visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

let owner: Actor;
let trackId: string;
const app = await createTestApp();
const moderator = await actor(app, 'moderator');
beforeEach(async () => {
  owner = await actor(app, 'user');
  trackId = await track(app, owner, 'Before', ['Soft', 'Female']);
});
afterAll(() => app.close());

const edit = (title: string) => post(owner, 'updateTrack', { trackId, updates: { title } });
const publicTitle = async () =>
  ((await get(visitor(app.url), 'getTracks', { user: owner.accountId })).json.data as TrackView[])[0]?.title;
const queue = async (client: Actor) =>
  ((await get(client, 'getPendingUploads')).json.data as PendingUploadView[]).filter(
    (row) => row.userId === owner.accountId,
  );
const history = async () => (await get(moderator, 'getTrackEdits', { trackId })).json.data as TrackEditView[];

test('a pending edit keeps the old details; approval applies it, and search finds it', async () => {
  const reply = await edit('Afterwards');
  expect(reply.json).toMatchObject({ requiresReview: true, data: { title: 'Before' } });
  expect(await publicTitle()).toBe('Before');
  const [row] = await queue(moderator);
  expect(row).toMatchObject({ title: 'Afterwards', status: 'pending_review', username: owner.username });
  // Only moderators see the review details.
  expect(row?.review).not.toBeNull();
  expect(await queue(owner)).toEqual([{ ...row, review: null }]);
  await callAction(moderator, 'approveUpload', { uploadId: row?.uploadId });
  expect(await publicTitle()).toBe('Afterwards');
  expect(await queue(moderator)).toEqual([]);
  const found = (await get(owner, 'getTracks', { query: 'afterwards' })).json.data as TrackView[];
  expect(found.map(({ id }) => id)).toEqual([trackId]);
  expect(await history()).toMatchObject([
    { before: { title: 'Before' }, after: { title: 'Afterwards' }, status: 'approved' },
  ]);
  expect((await post(moderator, 'approveUpload', { uploadId: row?.uploadId })).status).toBe(409);
});

test('a rejected edit changes nothing and shows the reason', async () => {
  await edit('Afterwards');
  const [row] = await queue(moderator);
  await callAction(moderator, 'rejectUpload', { uploadId: row?.uploadId, reason: 'Not that' });
  expect(await publicTitle()).toBe('Before');
  expect(await history()).toMatchObject([{ status: 'rejected', reason: 'Not that' }]);
  const snapshot = (await get(owner, 'getDatabase')).json.data as { notifications: object[] };
  expect(snapshot.notifications).toMatchObject([{ type: 'upload_rejected', commentText: 'Not that' }]);
});

test('a newer edit replaces the pending one; unchanged details are no edit', async () => {
  expect((await edit('Before')).json.requiresReview).toBe(false);
  await edit('First');
  await edit('Second');
  expect((await queue(moderator)).map(({ title }) => title)).toEqual(['Second']);
  expect(await history()).toHaveLength(1);
});

test('edits by verified users, moderators and with auto-approve apply at once; three open reports force a review', async () => {
  const { db } = app.deps;
  await db.updateTable('accounts').set({ is_verified: 1 }).where('id', '=', owner.accountId).execute();
  expect((await edit('Trusted')).json.requiresReview).toBe(false);
  expect(await publicTitle()).toBe('Trusted');
  const admin = await actor(app, 'admin');
  await callAction(admin, 'setAutoApproveStatus', { status: true });
  try {
    for (const _ of [1, 2]) await report(app, await actor(app, 'user'), trackId);
    expect((await edit('Two reports')).json.requiresReview).toBe(false);
    const third = await report(app, await actor(app, 'user'), trackId);
    expect((await edit('Three reports')).json.requiresReview).toBe(true);
    expect(await publicTitle()).toBe('Two reports');
    await callAction(moderator, 'updateReportStatus', { reportId: third, status: 'reviewed' });
    expect((await edit('Two again')).json.requiresReview).toBe(false);
  } finally {
    await callAction(admin, 'setAutoApproveStatus', { status: false });
  }
});

test('edits of a watched account wait also with auto-approve', async () => {
  const admin = await actor(app, 'admin');
  await callAction(admin, 'setAutoApproveStatus', { status: true });
  try {
    await callAction(admin, 'setUploaderTrust', { userId: owner.accountId, trust: 'watched' });
    expect((await edit('Watched')).json.requiresReview).toBe(true);
    expect(await publicTitle()).toBe('Before');
  } finally {
    await callAction(admin, 'setAutoApproveStatus', { status: false });
  }
});

test('others do not see an edit or its history, and it is deleted with its track', async () => {
  await edit('secret-words');
  const stranger = await actor(app, 'user');
  for (const client of [visitor(app.url), stranger]) {
    for (const read of ['getPendingUploads', 'getDatabase', 'getTracks', 'getTrackEdits']) {
      expect(JSON.stringify((await get(client, read, { trackId })).json)).not.toContain('secret-words');
    }
  }
  const [row] = await queue(moderator);
  expect((await post(stranger, 'approveUpload', { uploadId: row?.uploadId })).status).toBe(403);
  await callAction(owner, 'deleteTrack', { trackId });
  expect(await queue(moderator)).toEqual([]);
});

test('approving an older edit does not bring back a description that was taken down since', async () => {
  await edit('Afterwards');
  const [row] = await queue(moderator);
  const report = { type: 'description', trackId, category: 'privacy' };
  const { id: reportId } = await callAction<{ id: string }>(await actor(app, 'user'), 'addReport', {
    report,
  });
  const decision = { reportId, status: 'resolved', outcome: 'removed', ruleId: 'privacy' };
  await callAction(moderator, 'updateReportStatus', decision);
  await callAction(moderator, 'approveUpload', { uploadId: row?.uploadId });
  const [shown] = (await get(visitor(app.url), 'getTracks', { id: trackId })).json.data as TrackView[];
  expect(shown).toMatchObject({ title: 'Afterwards', description: '', tags: ['Soft', 'Female'] });
});
