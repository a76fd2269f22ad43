// The moderation queue: pending items, claims, decisions, and uploads that skip it (rows 42 and 48, issue 13).
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { UploaderRecord } from '../../api/contract/moderation.ts';
import type { ActivityView, NotificationView } from '../../api/contract/news.ts';
import { CLAIM_MS, TRUST_AFTER_APPROVALS, type TrustSetting } from '../../api/contract/review.ts';
import type { DatabaseView } from '../../api/contract/snapshot.ts';
import type { TrackView } from '../../api/contract/tracks.ts';
import type { PendingUploadView, UploadData } from '../../api/contract/uploads.ts';
import { noteUploadPreview } from '../../api/uploads/store.ts';
import { mergeTrust, trustOf } from '../../api/uploads/trustStore.ts';
import { type Actor, actor, report, track, waitingUpload } from '../support/server/actors.ts';
import { callAction, capToken, visitor } from '../support/server/publish.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import { get, post, upload } from '../support/server/wire.ts';

let owner: Actor;
let uploadId: string;
const app = await createTestApp();
const [one, two] = [await actor(app, 'moderator'), await actor(app, 'moderator')];
const chief = await actor(app, 'admin');
beforeEach(async () => {
  owner = await actor(app, 'user');
  uploadId = await waitingUpload(app, owner, 'Seen');
});
afterAll(() => app.close());

const queue = async (by: Actor) =>
  ((await get(by, 'getPendingUploads')).json.data as PendingUploadView[]).filter(
    ({ userId }) => userId === owner.accountId,
  );
const stateFor = async (by: Actor, id = uploadId) =>
  (await queue(by)).find((row) => row.uploadId === id)?.review;
const codeOf = async (by: Actor, action: string, body: object) =>
  (await post(by, action, body)).json.code ?? 'done';
const decided = (by: Actor, action: 'approveUpload' | 'rejectUpload' | 'escalateUpload') =>
  codeOf(by, action, { uploadId });
const auditOf = async (id: string) =>
  (await app.deps.db.selectFrom('audit_log').select('action').where('target_id', '=', id).execute()).map(
    ({ action }) => action,
  );

test('other moderators cannot claim or decide a claimed item until its release', async () => {
  await callAction(one, 'claimUpload', { uploadId });
  expect((await stateFor(one))?.claim).toMatchObject({ username: one.username, isMine: true });
  expect((await stateFor(two))?.claim).toMatchObject({ username: one.username, isMine: false });
  for (const action of ['claimUpload', 'approveUpload', 'rejectUpload', 'escalateUpload'] as const)
    expect(await codeOf(two, action, { uploadId })).toBe('claimed');
  await callAction(two, 'releaseClaim', { uploadId });
  expect(await codeOf(two, 'claimUpload', { uploadId })).toBe('claimed');
  await callAction(one, 'releaseClaim', { uploadId });
  expect(await codeOf(two, 'claimUpload', { uploadId })).toBe('done');
  expect(await decided(two, 'approveUpload')).toBe('done');
});

test('the cached queue shows changed details, names and previews, new and removed items', async () => {
  const { db } = app.deps;
  const seen = async () => (await queue(one)).find((row) => row.uploadId === uploadId);
  const first = await seen();
  expect(first).toMatchObject({ title: 'Seen', username: owner.username, version: 1, preview: null });
  expect(await seen()).toEqual(first);

  const track = { id: uploadId, title: 'Said anew' };
  await callAction(owner, 'addTrack', { track });
  expect(await seen()).toMatchObject({ title: 'Said anew', version: 2 });

  await db.updateTable('accounts').set({ username: 'Anew' }).where('id', '=', owner.accountId).execute();
  expect(await seen()).toMatchObject({ username: 'Anew' });

  const preview = { spans: [{ start: 0, seconds: 2, reason: 'start' }], heat: [1, 2] };
  const { file } = await db
    .selectFrom('uploads')
    .select('file')
    .where('id', '=', uploadId)
    .executeTakeFirstOrThrow();
  await noteUploadPreview(db, file, JSON.stringify(preview));
  expect((await seen())?.preview).toEqual(preview);

  const other = await waitingUpload(app, owner, 'Other');
  expect((await queue(one)).map(({ title }) => title)).toEqual(['Said anew', 'Other']);
  const version = (await seen())?.version;
  expect(await codeOf(one, 'rejectUpload', { uploadId, version })).toBe('done');
  expect((await queue(one)).map((row) => row.uploadId)).toEqual([other]);
});

test('a claim expires unless it is renewed', async () => {
  await callAction(one, 'claimUpload', { uploadId });
  app.advance(CLAIM_MS - 1000);
  await callAction(one, 'claimUpload', { uploadId });
  app.advance(CLAIM_MS - 1000);
  expect(await codeOf(two, 'claimUpload', { uploadId })).toBe('claimed');
  app.advance(2000);
  expect((await stateFor(two))?.claim).toBeNull();
  expect(await codeOf(two, 'claimUpload', { uploadId })).toBe('done');
  expect(await decided(one, 'approveUpload')).toBe('claimed');
});

test('only one of two concurrent claims succeeds', async () => {
  const codes = await Promise.all([one, two].map((by) => codeOf(by, 'claimUpload', { uploadId })));
  expect(codes.toSorted()).toEqual(['claimed', 'done']);
});

test('refuses claims of unknown and decided items; a decision removes claim, hidden mark and escalation', async () => {
  expect(await codeOf(one, 'claimUpload', { uploadId: 'nothing' })).toBe('not_found');
  await callAction(one, 'claimUpload', { uploadId });
  await callAction(two, 'hideUpload', { uploadId });
  await callAction(one, 'escalateUpload', { uploadId, note: 'Two voices, one says no' });
  expect(await decided(chief, 'rejectUpload')).toBe('done');
  expect(await codeOf(two, 'claimUpload', { uploadId })).toBe('conflict');
  for (const table of ['review_claims', 'review_hidden', 'review_escalations'] as const) {
    const left = await app.deps.db.selectFrom(table).select('upload_id').execute();
    expect(left.map((row) => row.upload_id)).not.toContain(uploadId);
  }
});

test('an escalated item leaves the moderators’ queue, and only an admin decides it', async () => {
  const later = await waitingUpload(app, owner, 'Later');
  await callAction(one, 'escalateUpload', { uploadId: later, note: ' Sounds young ' });
  expect((await queue(one)).map((row) => row.uploadId)).toEqual([uploadId]);
  const snapshotOf = async (by: Actor) =>
    ((await get(by, 'getDatabase')).json.data as DatabaseView).pendingUploads.map((row) => row.uploadId);
  expect(await snapshotOf(one)).not.toContain(later);
  for (const who of [owner, chief]) expect(await snapshotOf(who)).toContain(later);
  const [first] = await queue(chief);
  expect(first?.uploadId).toBe(later);
  expect(first?.review?.escalated).toMatchObject({ username: one.username, note: 'Sounds young' });
  expect(await codeOf(two, 'approveUpload', { uploadId: later })).toBe('forbidden');
  expect(await codeOf(two, 'claimUpload', { uploadId: later })).toBe('forbidden');
  expect(await codeOf(chief, 'approveUpload', { uploadId: later })).toBe('done');
  expect(await auditOf(later)).toEqual(['escalateUpload', 'approveUpload']);
});

test('an item hidden by one moderator stays in the queue of others', async () => {
  await callAction(one, 'hideUpload', { uploadId });
  expect([(await stateFor(one))?.isHidden, (await stateFor(two))?.isHidden]).toEqual([true, false]);
  await callAction(one, 'hideUpload', { uploadId, hidden: false });
  expect((await stateFor(one))?.isHidden).toBe(false);
});

test('an owner sees the own item without review details', async () => {
  await callAction(one, 'claimUpload', { uploadId });
  expect((await queue(owner)).map(({ review }) => review)).toEqual([null]);
});

test('soft-flagged items come after unflagged ones, and hard-flagged ones are marked', async () => {
  const { db } = app.deps;
  const soft = uploadId;
  const plain = await waitingUpload(app, owner, 'Plain');
  // The queue orders by arrival in milliseconds.
  app.advance(1);
  const hard = await waitingUpload(app, owner, 'Hard');
  await db.updateTable('uploads').set({ flags_json: '["daily"]' }).where('id', '=', soft).execute();
  await db.updateTable('uploads').set({ needs_person: 1 }).where('id', '=', hard).execute();
  expect((await queue(one)).map((row) => [row.uploadId, row.review?.tier])).toEqual([
    [plain, null],
    [hard, 'hard'],
    [soft, 'soft'],
  ]);
});

/** Publishes as the owner; returns the id of the upload and whether it is pending. */
async function published(fields: Record<string, string> = {}) {
  app.advance(26 * 3600 * 1000);
  const bytes = recording();
  const token = await capToken(owner, bytes);
  const usual = { title: 'A voice', gender: 'Female', tags: '[]', requiresReview: 'false', capToken: token };
  const { json } = await upload(app.url, { ...usual, ...fields }, { bytes });
  return { id: (json.data as UploadData).uploadId, waits: json.requiresReview as boolean };
}
const recordOf = async (id: string) =>
  (await get(one, 'getUploaderRecord', { uploadId: id })).json.data as UploaderRecord;
const trustAs = (trust: TrustSetting) =>
  callAction(chief, 'setUploaderTrust', { userId: owner.accountId, trust });

test('uploads skip the queue after enough approvals; a rejection restarts the count', async () => {
  await callAction(one, 'approveUpload', { uploadId });
  for (let n = 1; n < TRUST_AFTER_APPROVALS; n++) {
    const { id, waits } = await published();
    expect(waits).toBe(true);
    expect((await recordOf(id)).trust).toMatchObject({ isTrusted: false, cleanApprovals: n });
    await callAction(one, 'approveUpload', { uploadId: id });
  }
  expect((await published()).waits).toBe(false);
  const asked = await published({ requiresReview: 'true' });
  expect(asked.waits).toBe(true);
  expect((await recordOf(asked.id)).trust).toMatchObject({ isTrusted: true, setting: 'auto' });
  await callAction(one, 'rejectUpload', { uploadId: asked.id, reason: 'Not a voice' });
  const again = await published();
  expect(again.waits).toBe(true);
  const record = await recordOf(again.id);
  expect(record.trust).toMatchObject({ isTrusted: false, cleanApprovals: 0 });
  expect(record.decisions[0]).toMatchObject({ outcome: 'rejected', reason: 'Not a voice', byPerson: true });
  expect(record.decisions[1]).toMatchObject({ outcome: 'approved', reason: null, byPerson: false });
});

test('an admin’s trust setting overrides the count and is logged; flags override both', async () => {
  expect(await codeOf(one, 'setUploaderTrust', { userId: owner.accountId, trust: 'trusted' })).toBe(
    'forbidden',
  );
  await trustAs('trusted');
  expect((await published()).waits).toBe(false);
  expect((await published({ requiresReview: 'true' })).waits).toBe(true);
  await trustAs('watched');
  await callAction(chief, 'setAutoApproveStatus', { status: true });
  const watched = await published();
  await callAction(chief, 'setAutoApproveStatus', { status: false });
  expect(watched.waits).toBe(true);
  expect((await recordOf(watched.id)).trust).toMatchObject({ setting: 'watched', isTrusted: false });
  expect(await auditOf(owner.accountId)).toEqual(['setUploaderTrust', 'setUploaderTrust']);
});

test('a takedown resets the trust', async () => {
  await app.deps.db
    .insertInto('uploader_trust')
    .values({ account_id: owner.accountId, clean_approvals: TRUST_AFTER_APPROVALS, override: null })
    .execute();
  const trackId = await track(app, owner);
  const reportId = await report(app, await actor(app, 'user'), trackId);
  await callAction(one, 'updateReportStatus', {
    reportId,
    status: 'resolved',
    outcome: 'removed',
    ruleId: 'other',
  });
  expect(await recordOf(uploadId)).toMatchObject({ trust: { cleanApprovals: 0 }, takenDown: 1 });
});

test('merging a guest adds up the counts and keeps an admin’s setting', async () => {
  const { db } = app.deps;
  const guest = await actor(app, 'guest');
  const values = { clean_approvals: 3, override: 'watched' as const };
  await db
    .insertInto('uploader_trust')
    .values({ account_id: guest.accountId, ...values })
    .execute();
  const own = { account_id: owner.accountId, clean_approvals: 4, override: 'trusted' as const };
  await db.insertInto('uploader_trust').values(own).execute();
  await mergeTrust(db, guest.accountId, owner.accountId);
  expect(await trustOf(db, owner.accountId)).toEqual({ setting: 'watched', cleanApprovals: 7 });
  expect(await trustOf(db, guest.accountId)).toEqual({ setting: 'auto', cleanApprovals: 0 });
});

test('a pending edit shows the reports about the recording with their moments', async () => {
  const trackId = await track(app, owner);
  const reportId = await report(app, await actor(app, 'user'), trackId);
  const moment = { at_seconds: 7, category: 'minor' };
  await app.deps.db.updateTable('reports').set(moment).where('id', '=', reportId).execute();
  await callAction(owner, 'updateTrack', { trackId, updates: { title: 'Other words' } });
  const edit = (await queue(one)).find((row) => row.flags.includes('edit'));
  expect((await recordOf(edit?.uploadId ?? '')).reports).toMatchObject([{ id: reportId, atSeconds: 7 }]);
});

test('only the owner and moderators can play a pending upload; approval publishes it and notifies owner and followers (row 42)', async () => {
  const follower = await actor(app, 'user');
  await callAction(follower, 'addFollow', { follow: { followingId: owner.accountId } });
  const { id } = await published({ title: 'A quiet evening' });
  const row = (await queue(owner)).find((each) => each.uploadId === id);
  const audioStatus = async (by: Actor | ReturnType<typeof visitor>) =>
    (await fetch(`${app.url}${row?.url}`, { headers: { cookie: by.cookie } })).status;
  expect([await audioStatus(visitor(app.url)), await audioStatus(follower)]).toEqual([404, 404]);
  expect([await audioStatus(owner), await audioStatus(chief), await audioStatus(one)]).toEqual([
    200, 200, 200,
  ]);
  await callAction(one, 'approveUpload', { uploadId: id });
  const tracks = (await get(visitor(app.url), 'getTracks')).json.data as TrackView[];
  expect(tracks.find(({ title }) => title === 'A quiet evening')?.status).toBe('active');
  expect(await audioStatus(visitor(app.url))).toBe(200);
  const newsTypes = async (by: Actor) =>
    ((await get(by, 'getNotifications')).json.data as NotificationView[]).map(({ type }) => type);
  expect(await newsTypes(owner)).toContain('upload_approved');
  expect(await newsTypes(follower)).toContain('followed_user_upload');
});

test('a rejected upload never becomes a track; its audio is for moderators and its owner, who reads the reason (row 42)', async () => {
  const { id } = await published({ title: 'Not for everybody' });
  const url = (await queue(owner)).find((each) => each.uploadId === id)?.url;
  await callAction(one, 'rejectUpload', { uploadId: id });
  const tracks = (await get(visitor(app.url), 'getTracks')).json.data as TrackView[];
  expect(tracks.map(({ title }) => title)).not.toContain('Not for everybody');
  const audioStatus = async (by: { cookie: string }) =>
    (await fetch(`${app.url}${url}`, { headers: { cookie: by.cookie } })).status;
  expect([await audioStatus(visitor(app.url)), await audioStatus(owner), await audioStatus(one)]).toEqual([
    404, 200, 200,
  ]);
  const news = (await get(owner, 'getNotifications')).json.data as NotificationView[];
  expect(news.find(({ type }) => type === 'upload_rejected')?.commentText).toBe('Rejected by admin');
  const diary = (await get(owner, 'getActivities')).json.data as ActivityView[];
  expect(diary.map(({ type }) => type)).toContain('my_upload_rejected');
});

test('the log shows how much was heard before a decision, within the recording’s length (row 48)', async () => {
  const detailOf = async (id: string, action: string): Promise<Record<string, unknown>> => {
    const rows = app.deps.db.selectFrom('audit_log').select('detail_json').where('target_id', '=', id);
    const { detail_json: json } = await rows.where('action', '=', action).executeTakeFirstOrThrow();
    return JSON.parse(json);
  };
  const { duration = 0 } = (await queue(one)).find((row) => row.uploadId === uploadId) ?? {};
  const ofSeconds = Math.round(duration * 10) / 10;
  expect(ofSeconds).toBeGreaterThan(0);
  for (const heard of [
    { way: 'sampled', seconds: -1 },
    { way: 'sampled', seconds: 3601 },
    { way: 'sampled', seconds: '2' },
    { way: 'all of it', seconds: 2 },
    { way: 'nothing', seconds: 2 },
    { way: 'listened', seconds: 0 },
    { way: 'listened' },
    'listened',
  ])
    expect(await codeOf(one, 'approveUpload', { uploadId, heard })).toBe('invalid_body');
  expect(await codeOf(one, 'escalateUpload', { uploadId, heard: { way: 'sampled', seconds: 1.26 } })).toBe(
    'done',
  );
  expect(await detailOf(uploadId, 'escalateUpload')).toMatchObject({
    heard: 'sampled',
    heardSeconds: Math.min(1.3, ofSeconds),
    ofSeconds,
  });
  expect(await codeOf(chief, 'approveUpload', { uploadId, heard: { way: 'listened', seconds: 3600 } })).toBe(
    'done',
  );
  expect(await detailOf(uploadId, 'approveUpload')).toMatchObject({
    heard: 'listened',
    heardSeconds: ofSeconds,
    ofSeconds,
  });
  const other = await waitingUpload(app, owner, 'Unheard');
  await callAction(one, 'rejectUpload', { uploadId: other, heard: { way: 'nothing', seconds: 0 } });
  expect(await detailOf(other, 'rejectUpload')).toMatchObject({ heard: 'nothing', heardSeconds: 0 });
  const silent = await waitingUpload(app, owner, 'Told nothing');
  await callAction(one, 'rejectUpload', { uploadId: silent });
  expect(await detailOf(silent, 'rejectUpload')).not.toHaveProperty('heard');
});
