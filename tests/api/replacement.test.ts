// The owner replaces the sound of a published recording; a moderator compares both before listeners hear the new one.
import { afterAll, expect, test } from 'vitest';
import type { EvidenceCaseView, OpenedEvidenceView } from '../../api/contract/evidence.ts';
import type { ReportCategory } from '../../api/contract/reportCategories.ts';
import type { DecisionView } from '../../api/contract/reports.ts';
import type { TrackView } from '../../api/contract/tracks.ts';
import type { OwnUploadView, PendingUploadView, UploadData } from '../../api/contract/uploads.ts';
import { ledgerAfter } from '../../api/db/ledger.ts';
import { findCase } from '../../api/evidence/queries.ts';
import { repeatCase } from '../../api/evidence/store.ts';
import { replayLedger } from '../../api/jobs/replay.ts';
import { runJobs } from '../../api/jobs/schedule.ts';
import { PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { type Actor, actor, comment, like, report, track } from '../support/server/actors.ts';
import { callAction, capToken, visitor } from '../support/server/publish.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import { createTransfer, publishPieces, sendPiece } from '../support/server/transfers.ts';
import { get, post, upload } from '../support/server/wire.ts';

const app = await createTestApp();
const moderator = await actor(app, 'moderator');
const admin = await withPassword(app, await actor(app, 'admin'));
afterAll(() => app.close());

const { db } = app.deps;
const MINUTE_MS = 60_000;

async function send(by: Actor, fields: Record<string, string>, seconds = 6) {
  const bytes = recording(seconds);
  return upload(app.url, { capToken: await capToken(by, bytes), title: 'Ignored', ...fields }, { bytes });
}
const approve = (uploadId: string, by: Actor = moderator) =>
  post(by, 'approveUpload', { uploadId, version: 1 });
const reject = (uploadId: string, category?: ReportCategory) =>
  callAction(moderator, 'rejectUpload', {
    uploadId,
    version: 1,
    reason: 'No',
    ...(category && { category }),
  });

/** A published recording with its audio. */
async function published(owner: Actor, title = 'The sea', fields: Record<string, string> = {}) {
  const { json } = await send(owner, { title, description: 'Waves', ...fields });
  const { uploadId } = json.data as UploadData;
  const approved = await approve(uploadId);
  return { ...(approved.json.data as TrackView), uploadId };
}
async function replace(owner: Actor, replaces: string, seconds = 8, fields: Record<string, string> = {}) {
  const { status, json } = await send(owner, { replaces, ...fields }, seconds);
  return { status, code: json.code, ...((json.data ?? {}) as UploadData) };
}
async function setUp() {
  const owner = await actor(app, 'user');
  return { owner, before: await published(owner) };
}
const shown = async (id: string) =>
  ((await get(visitor(app.url), 'getTracks', { id })).json.data as TrackView[])[0];
const stored = (id: string) => db.selectFrom('tracks').selectAll().where('id', '=', id).executeTakeFirst();
const queued = async (uploadId: string, by: Actor = moderator) =>
  ((await get(by, 'getPendingUploads')).json.data as PendingUploadView[]).find(
    (row) => row.uploadId === uploadId,
  );
const fileOf = (url: string) => url.replace('/audio/', '');
const audioStatus = async (url: string, by?: Actor) =>
  (await fetch(`${app.url}${url}`, { headers: by ? { cookie: by.cookie } : {} })).status;
const isStored = async (url: string) => (await app.deps.blobs.stat(fileOf(url))) !== null;
const resolve = (reportId: string, outcome: 'kept' | 'removed') =>
  callAction(moderator, 'updateReportStatus', {
    reportId,
    status: 'resolved',
    outcome,
    ...(outcome === 'removed' ? { ruleId: 'other' } : {}),
  });

test('the old sound stays until a moderator approves the new one; id, details, reactions and comments stay', async () => {
  const { owner, before } = await setUp();
  const listener = await actor(app, 'user');
  await like(app, listener, before.id, owner);
  await comment(app, listener, before.id);
  await callAction(listener, 'incrementPlay', { trackId: before.id });
  const known = await shown(before.id);
  const sent = await replace(owner, before.id);
  expect([sent.status, sent.trackId, sent.autoApproved]).toEqual([200, null, false]);
  expect(await shown(before.id)).toEqual(known);
  expect(await audioStatus(sent.url)).toBe(404);
  expect(await audioStatus(sent.url, owner)).toBe(200);

  app.advance(MINUTE_MS);
  const approved = await approve(sent.uploadId);
  expect([approved.status, (approved.json.data as TrackView).id]).toEqual([200, before.id]);
  const after = await shown(before.id);
  expect(after).toMatchObject({
    ...known,
    url: sent.url,
    duration: 8,
    fileSize: sent.size,
    cover: expect.any(String),
    lufs: expect.any(Number),
    envelope: expect.stringMatching(/./),
    soundUpdatedAt: expect.any(String),
  });
  expect(after).toMatchObject({
    likes: 1,
    plays: 1,
    commentsCount: 1,
    title: 'The sea',
    description: 'Waves',
  });
  expect(known?.soundUpdatedAt).toBeNull();
  expect(after?.cover).not.toBe(known?.cover);
  expect(after?.envelope).not.toBe(known?.envelope);
  expect((await stored(before.id))?.sound_key).not.toBeNull();
  expect(await audioStatus(sent.url)).toBe(200);
  for (const who of [undefined, owner, moderator]) expect(await audioStatus(before.url, who)).toBe(404);
  expect(await isStored(before.url)).toBe(false);
  await runJobs(app.deps);
  expect(await isStored(sent.url)).toBe(true);
  expect(
    await db.selectFrom('uploads').select('id').where('file', '=', fileOf(before.url)).execute(),
  ).toEqual([]);
});

test('a replacement waits even for a trusted account and with auto-approval', async () => {
  const { owner, before } = await setUp();
  await callAction(admin, 'setUploaderTrust', { userId: owner.accountId, trust: 'trusted' });
  await callAction(admin, 'setAutoApproveStatus', { status: true });
  try {
    const sent = await replace(owner, before.id);
    expect([sent.status, sent.trackId]).toEqual([200, null]);
    expect((await shown(before.id))?.url).toBe(before.url);
    expect((await queued(sent.uploadId))?.review?.tier).toBe('hard');
  } finally {
    await callAction(admin, 'setAutoApproveStatus', { status: false });
  }
});

test('the queue shows the old sound with the new one, under the details of the recording', async () => {
  const { owner, before } = await setUp();
  const { uploadId, url } = await replace(owner, before.id, 8, { title: 'Another', description: 'Another' });
  expect(await queued(uploadId)).toMatchObject({
    title: 'The sea',
    description: 'Waves',
    url,
    duration: 8,
    replaces: { trackId: before.id, url: before.url, duration: 6 },
  });
  const own = (await get(owner, 'getMyUploads')).json.data as OwnUploadView[];
  expect(own[0]).toMatchObject({ uploadId, trackId: before.id, isReplacement: true, title: 'The sea' });
  // Details of a new sound are never published, so that nobody reviews them.
  const changed = await post(owner, 'addTrack', { track: { id: uploadId, title: 'Unseen' } });
  expect([changed.status, changed.json.code]).toEqual([409, 'conflict']);
});

test('only the owner replaces a sound', async () => {
  const { owner, before } = await setUp();
  const stranger = await actor(app, 'user');
  expect(await replace(stranger, before.id)).toMatchObject({ status: 403, code: 'forbidden' });
  expect(await replace(moderator, before.id)).toMatchObject({ status: 403, code: 'forbidden' });
  expect(await replace(owner, 'no-such-track')).toMatchObject({ status: 404, code: 'not_found' });
  await db.updateTable('tracks').set({ status: 'inactive' }).where('id', '=', before.id).execute();
  // A stranger does not learn that it is hidden.
  expect(await replace(stranger, before.id)).toMatchObject({ status: 404, code: 'not_found' });
  expect(
    await db
      .selectFrom('uploads')
      .select('id')
      .where('replaces', 'is not', null)
      .where('account_id', 'in', [stranger.accountId, moderator.accountId])
      .execute(),
  ).toEqual([]);
});

test('moderators do not approve a new sound of their own', async () => {
  const own = await actor(app, 'moderator');
  const before = await published(own);
  const { uploadId } = await replace(own, before.id);
  const refused = await approve(uploadId, own);
  expect([refused.status, refused.json.code]).toEqual([403, 'conflict_of_interest']);
  expect((await shown(before.id))?.url).toBe(before.url);
});

test('a second new sound is refused while the first one waits', async () => {
  const { owner, before } = await setUp();
  const first = await replace(owner, before.id);
  expect(await replace(owner, before.id)).toMatchObject({ status: 409, code: 'replacement_waiting' });
  await reject(first.uploadId);
  expect((await shown(before.id))?.url).toBe(before.url);
  expect(await replace(owner, before.id)).toMatchObject({ status: 200 });
});

test('of two new sounds sent at once one waits', async () => {
  const { owner, before } = await setUp();
  const both = await Promise.all([replace(owner, before.id), replace(owner, before.id)]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(both.find(({ status }) => status !== 200)).toMatchObject({ status: 409 });
  const waiting = await db.selectFrom('uploads').select('file').where('replaces', '=', before.id).execute();
  expect(waiting).toHaveLength(1);
  // The database decides between servers.
  const [row] = await db.selectFrom('uploads').selectAll().where('replaces', '=', before.id).execute();
  if (!row) throw new Error('nothing waits');
  const twin = { ...row, id: 'twin', file: 'twin.wav', upload_key: null };
  await expect(db.insertInto('uploads').values(twin).execute()).rejects.toThrow();
});

test('a rejected new sound leaves the old one, and its appeal publishes it', async () => {
  const { owner, before } = await setUp();
  const { uploadId, url } = await replace(owner, before.id);
  await reject(uploadId);
  expect((await shown(before.id))?.url).toBe(before.url);
  const { id } = await callAction<DecisionView>(owner, 'appealRejection', { uploadId, appeal: 'Please' });
  const answer = { reportId: id, outcome: 'accepted', answer: 'Right' };
  await callAction(await actor(app, 'moderator'), 'answerAppeal', answer);
  expect((await shown(before.id))?.url).toBe(url);
});

test('an appeal does not put an earlier sound in the place of a newer one', async () => {
  for (const isApproved of [true, false]) {
    const { owner, before } = await setUp();
    const earlier = await replace(owner, before.id);
    await reject(earlier.uploadId);
    const { uploadId } = earlier;
    const { id } = await callAction<DecisionView>(owner, 'appealRejection', { uploadId, appeal: 'Please' });
    const newer = await replace(owner, before.id, 9);
    if (isApproved) await approve(newer.uploadId);
    const answer = { reportId: id, outcome: 'accepted', answer: 'Right' };
    await callAction(await actor(app, 'moderator'), 'answerAppeal', answer);
    expect((await shown(before.id))?.url).toBe(isApproved ? newer.url : before.url);
    if (!isApproved) await approve(newer.uploadId);
    expect((await shown(before.id))?.url).toBe(newer.url);
  }
});

test.each(['recording', 'description'] as const)(
  'an undecided report of the %s keeps the reported sound until the decision',
  async (type) => {
    const { owner, before } = await setUp();
    const reporter = await actor(app, 'user');
    const waiting = await replace(owner, before.id);
    const id = await report(app, reporter, before.id);
    await db.updateTable('reports').set({ type }).where('id', '=', id).execute();
    const refused = await approve(waiting.uploadId);
    expect([refused.status, refused.json.code]).toEqual([409, 'recording_under_review']);
    expect((await shown(before.id))?.url).toBe(before.url);
    expect(await audioStatus(before.url)).toBe(200);
    await callAction(moderator, 'updateReportStatus', { reportId: id, status: 'reviewed' });
    expect((await approve(waiting.uploadId)).json.code).toBe('recording_under_review');
    await resolve(id, 'kept');
    expect((await approve(waiting.uploadId)).status).toBe(200);

    await report(app, reporter, before.id);
    expect(await replace(owner, before.id)).toMatchObject({ status: 409, code: 'recording_under_review' });
  },
);

test('a report of a comment does not stop a new sound', async () => {
  const { owner, before } = await setUp();
  const id = await report(app, await actor(app, 'user'), before.id);
  await db.updateTable('reports').set({ type: 'comment' }).where('id', '=', id).execute();
  expect(await replace(owner, before.id)).toMatchObject({ status: 200 });
});

test('a hidden or taken-down recording keeps its sound', async () => {
  const { owner, before } = await setUp();
  const { uploadId } = await replace(owner, before.id);
  for (const status of ['inactive', 'removed'] as const) {
    await db.updateTable('tracks').set({ status }).where('id', '=', before.id).execute();
    expect(await replace(owner, before.id)).toMatchObject({ status: 409, code: 'recording_under_review' });
    expect((await approve(uploadId)).json.code).toBe('recording_under_review');
    expect((await stored(before.id))?.file).toBe(fileOf(before.url));
  }
});

test('sealed evidence keeps the old sound, and the new one gets a case of its own', async () => {
  const { owner, before } = await setUp();
  await callAction(admin, 'holdEvidence', { subject: 'track', subjectId: before.id, reason: 'A letter' });
  const sent = await replace(owner, before.id);
  await db.updateTable('tracks').set({ title: 'Renamed' }).where('id', '=', before.id).execute();
  await approve(sent.uploadId);
  await runJobs(app.deps);
  expect(await isStored(before.url)).toBe(true);
  const casesOf = async () =>
    ((await get(admin, 'getEvidenceCases')).json.data as EvidenceCaseView[]).filter(
      ({ subjectId }) => subjectId === before.id,
    );
  expect(await casesOf()).toMatchObject([{ cause: 'held', isGone: true }]);
  await callAction(await actor(app, 'user'), 'addReport', {
    report: { trackId: before.id, category: 'minor' },
  });
  const [newer, older] = await casesOf();
  expect([newer, older]).toMatchObject([
    { cause: 'report', isGone: false },
    { cause: 'held', isGone: true },
  ]);
  const opened = (evidenceId = '') =>
    callAction<OpenedEvidenceView>(admin, 'getEvidence', {
      evidenceId,
      reason: 'Police',
      password: PASSWORD,
    });
  const heard = async (evidenceId?: string) => {
    const { audio } = await opened(evidenceId);
    return (await fetch(`${app.url}${audio?.url}`, { headers: { cookie: admin.cookie } })).headers.get(
      'content-length',
    );
  };
  expect((await opened(older?.id)).audio?.url).toContain(before.url);
  // The last state with the old sound.
  expect((await opened(older?.id)).states.map(({ words }) => words.title)).toEqual(['The sea', 'Renamed']);
  expect((await opened(newer?.id)).audio?.url).toContain(sent.url);
  expect(Number(await heard(older?.id))).toBe(before.fileSize);
  expect(Number(await heard(newer?.id))).toBe(sent.size);

  // A restore puts back each case of its own.
  for (const id of [older?.id, newer?.id]) {
    const row = await findCase(db, id ?? '');
    if (!row) throw new Error('the case is gone');
    await repeatCase(db, row);
  }
  expect(await casesOf()).toHaveLength(2);

  // Both stay after the recording is deleted, and the dismissal of the report ends only the new one.
  expect((await post(owner, 'deleteTrack', { trackId: before.id })).status).toBe(200);
  await runJobs(app.deps);
  for (const { url } of [before, sent]) expect(await isStored(url)).toBe(true);
  const { id: reportId } = await db
    .selectFrom('reports')
    .select('id')
    .where('track_id', '=', before.id)
    .executeTakeFirstOrThrow();
  await resolve(reportId, 'kept');
  await runJobs(app.deps);
  expect([await isStored(before.url), await isStored(sent.url)]).toEqual([true, false]);
  expect(await casesOf()).toMatchObject([{ id: older?.id }]);
});

test('a moderator who kept the old sound has not decided about the new one', async () => {
  const { owner, before } = await setUp();
  const send = async () =>
    callAction<{ id: string }>(await actor(app, 'user'), 'addReport', {
      report: { trackId: before.id, category: 'minor' },
    });
  const status = async () => (await stored(before.id))?.status;
  await resolve((await send()).id, 'kept');
  await resolve((await send()).id, 'kept');
  expect(await status()).toBe('active');
  app.advance(MINUTE_MS);
  const { uploadId } = await replace(owner, before.id);
  await approve(uploadId);
  await send();
  expect(await status()).toBe('inactive');
});

test('removed sound is recognised in a replacement', async () => {
  const { owner, before } = await setUp();
  const person = await actor(app, 'user');
  const bytes = recording(10);
  const sendBytes = async (by: Actor, fields: Record<string, string>) =>
    upload(app.url, { capToken: await capToken(by, bytes), title: 'Again', ...fields }, { bytes });
  const first = (await sendBytes(person, {})).json.data as UploadData;
  await reject(first.uploadId, 'minor');
  const again = (await sendBytes(owner, { replaces: before.id })).json.data as UploadData;
  expect(await queued(again.uploadId)).toMatchObject({ flags: expect.arrayContaining(['known']) });
  expect((await queued(again.uploadId))?.review?.match).toMatchObject({ category: 'minor' });
});

test('a Couple’s recording asks for the consent again; withdrawing it removes the recording', async () => {
  const owner = await actor(app, 'user');
  const consentAt = '2026-01-01T00:00:00.000Z';
  const before = await published(owner, 'Two', { gender: 'Couple', consentAt, consentVersion: '1' });
  const { status, json } = await send(owner, { replaces: before.id });
  expect([status, json.field, json.issue]).toEqual([422, 'consentAt', 'not_confirmed']);
  const sent = await replace(owner, before.id, 8, { consentAt, consentVersion: '1' });
  const { token } = await callAction<{ token: string }>(owner, 'createConsentLink', {
    recordingId: sent.uploadId,
  });
  await approve(sent.uploadId);
  await db.deleteFrom('uploads').where('id', '=', sent.uploadId).execute();
  await callAction(visitor(app.url), 'withdrawConsent', { token });
  expect(await stored(before.id)).toBeUndefined();
});

test('the new sound of a recording that is deleted goes with it', async () => {
  const { owner, before } = await setUp();
  const { uploadId, url } = await replace(owner, before.id);
  await callAction(owner, 'deleteTrack', { trackId: before.id });
  expect((await approve(uploadId)).json.code).toBe('not_found');
  expect(await audioStatus(url, moderator)).toBe(404);
  await runJobs(app.deps);
  expect(await isStored(url)).toBe(false);
});

test('a restored backup gets the approved sound again', async () => {
  const { owner, before } = await setUp();
  const { uploadId, url } = await replace(owner, before.id);
  const upload = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', uploadId)
    .executeTakeFirstOrThrow();
  const row = await stored(before.id);
  await approve(uploadId);
  const ledger = await ledgerAfter(db, 0);
  // As the backup had them.
  await db.deleteFrom('ledger').execute();
  await db.updateTable('uploads').set(upload).where('id', '=', uploadId).execute();
  await db
    .updateTable('tracks')
    .set(row ?? {})
    .where('id', '=', before.id)
    .execute();
  await db.transaction().execute((tx) => replayLedger(tx, ledger));
  expect((await shown(before.id))?.url).toBe(url);
  expect(await shown(before.id)).toMatchObject({ id: before.id, title: 'The sea' });
});

test('a kill between the approval and the deletion of the old sound leaves only the new one', async () => {
  const { owner, before } = await setUp();
  const { uploadId, url } = await replace(owner, before.id);
  const { blobs } = app.deps;
  const remove = blobs.remove.bind(blobs);
  blobs.remove = () => Promise.reject(new Error('killed'));
  await approve(uploadId);
  blobs.remove = remove;
  expect(await isStored(before.url)).toBe(true);
  expect(await audioStatus(before.url, moderator)).toBe(404);
  await runJobs(app.deps);
  expect([await isStored(before.url), await isStored(url)]).toEqual([false, true]);
});

test('a new sound can be sent in pieces', async () => {
  const { owner, before } = await setUp();
  const bytes = recording(8);
  const { key } = await createTransfer(owner, bytes);
  await sendPiece(owner, key, 0, bytes);
  const fields = { replaces: before.id };
  await db.updateTable('tracks').set({ status: 'inactive' }).where('id', '=', before.id).execute();
  const refused = await publishPieces(owner, key, fields);
  expect([refused.status, refused.json.code]).toEqual([409, 'recording_under_review']);
  await db.updateTable('tracks').set({ status: 'active' }).where('id', '=', before.id).execute();
  const sent = (await publishPieces(owner, key, fields)).json.data as UploadData;
  expect((await queued(sent.uploadId))?.replaces).toMatchObject({ trackId: before.id });
  expect((await approve(sent.uploadId)).status).toBe(200);
  expect((await shown(before.id))?.url).toBe(sent.url);
});

test('a recording without an upload of its own can be replaced, and the export names the recording', async () => {
  const owner = await actor(app, 'user');
  const trackId = await track(app, owner);
  const { uploadId } = await replace(owner, trackId);
  const row = await db.selectFrom('uploads').select('replaces').where('id', '=', uploadId).executeTakeFirst();
  expect(row?.replaces).toBe(trackId);
  expect((await approve(uploadId)).status).toBe(200);
});
