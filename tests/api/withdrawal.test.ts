// A holder of the link withdraws consent without an account, and the recording is deleted at once.
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { ConsentView } from '../../api/contract/consents.ts';
import type { NotificationView } from '../../api/contract/news.ts';
import type { UploadData } from '../../api/contract/uploads.ts';
import { trustOf } from '../../api/uploads/trustStore.ts';
import { type Actor, actor } from '../support/server/actors.ts';
import { callAction, capToken, visitor } from '../support/server/publish.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import { get, post, upload } from '../support/server/wire.ts';

let owner: Actor;
const app = await createTestApp();
const moderator = await actor(app, 'moderator');
afterAll(() => app.close());
beforeEach(async () => {
  owner = await actor(app, 'user');
});

const consentAt = '2026-01-01T00:00:00.000Z';
const newsOf = async (who: Actor) => (await get(who, 'getNotifications')).json.data as NotificationView[];
const linkOf = async (recordingId: string) =>
  (await callAction<{ token: string }>(owner, 'createConsentLink', { recordingId })).token;

/** A pending recording of two people, sent over HTTP. */
async function waiting(title = 'Two voices') {
  const bytes = recording();
  const fields = {
    title,
    gender: 'Couple',
    consentAt,
    consentVersion: '1',
    capToken: await capToken(owner, bytes),
  };
  const { json } = await upload(app.url, fields, { bytes });
  return json.data as { uploadId: string; url: string };
}
async function published(title?: string) {
  const { uploadId, url } = await waiting(title);
  const approved = { uploadId, heard: { way: 'listened', seconds: 4 } };
  const { id } = await callAction<{ id: string }>(moderator, 'approveUpload', approved);
  return { uploadId, trackId: id, url };
}

test('a withdrawal deletes the track at once and notifies owner and moderators', async () => {
  const { uploadId, trackId, url } = await published();
  const stranger = visitor(app.url);
  const token = await linkOf(trackId);
  expect(await linkOf(uploadId), 'the same link however it is asked for').toBe(token);
  expect(await callAction<ConsentView>(stranger, 'checkConsent', { token })).toEqual({
    title: 'Two voices',
    givenAt: consentAt,
    withdrawnAt: null,
  });
  expect((await fetch(app.url + url)).status).toBe(200);

  const answer = await callAction<ConsentView>(stranger, 'withdrawConsent', { token });
  expect(answer).toEqual({ title: '', givenAt: consentAt, withdrawnAt: expect.any(String) });
  expect(stranger.cookie, 'no account is made for it').toBe('');
  for (const who of [stranger, owner, moderator]) expect((await get(who, 'getTracks')).json.data).toEqual([]);
  expect((await fetch(app.url + url, { headers: { cookie: owner.cookie } })).status).toBe(404);
  expect(await app.blobNames()).toEqual([]);
  const gone = { type: 'consent_withdrawn', trackTitle: 'Two voices', user: null, trackId: null };
  expect((await newsOf(owner))[0]).toMatchObject(gone);
  expect((await newsOf(moderator))[0]).toMatchObject(gone);
  expect((await trustOf(app.deps.db, owner.accountId)).cleanApprovals).toBe(0);
  const log = app.deps.db.selectFrom('audit_log').selectAll().where('action', '=', 'withdrawConsent');
  expect(await log.execute()).toMatchObject([{ actor_id: 'link', target_type: 'track', target_id: trackId }]);

  // A repeat answers the same and does nothing.
  const newsCount = (await newsOf(owner)).length;
  expect(await callAction<ConsentView>(stranger, 'withdrawConsent', { token })).toEqual(answer);
  expect(await callAction<ConsentView>(stranger, 'checkConsent', { token })).toEqual(answer);
  expect(await newsOf(owner)).toHaveLength(newsCount);
  expect(await log.execute()).toHaveLength(1);
});

test('a withdrawal rejects a pending upload and deletes its audio', async () => {
  const { uploadId } = await waiting('Not yet heard');
  const token = await linkOf(uploadId);
  await callAction(visitor(app.url), 'withdrawConsent', { token });
  const queue = (await get(moderator, 'getPendingUploads')).json.data as { uploadId: string }[];
  expect(queue.map((item) => item.uploadId)).not.toContain(uploadId);
  expect(await newsOf(owner)).toMatchObject([{ type: 'upload_rejected', trackTitle: 'Not yet heard' }]);
  expect(await app.blobNames()).toEqual([]);
  const { json } = await post(moderator, 'approveUpload', {
    uploadId,
    heard: { way: 'listened', seconds: 4 },
  });
  expect(json.success).toBe(false);
});

test('only the owner gets the link, and an invented one does nothing', async () => {
  const { trackId } = await published();
  for (const who of [await actor(app, 'user'), moderator])
    expect((await post(who, 'createConsentLink', { recordingId: trackId })).json.code).toBe('forbidden');
  const token = await linkOf(trackId);
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  for (const wrong of ['0'.repeat(32), token.toUpperCase(), trackId]) {
    expect((await post(visitor(app.url), 'withdrawConsent', { token: wrong })).json.code).toBe('not_found');
    expect((await post(visitor(app.url), 'checkConsent', { token: wrong })).json.code).toBe('not_found');
  }
  expect((await get(owner, 'getTracks')).json.data).toHaveLength(1);
  expect((await post(owner, 'createConsentLink', { recordingId: 'unknown' })).json.code).toBe('not_found');
});

test('the same sound sent again waits for a moderator, also when its owner is trusted', async () => {
  await callAction(await actor(app, 'admin'), 'setUploaderTrust', {
    ...{ userId: owner.accountId, trust: 'trusted' },
  });
  const bytes = recording();
  /** On a day of its own, so that no limit flags it. */
  const send = async (fields: Record<string, string>) => {
    app.advance(24 * 3600 * 1000);
    const { json } = await upload(app.url, { capToken: await capToken(owner, bytes), ...fields }, { bytes });
    return json.data as UploadData;
  };
  const first = await send({ title: 'Two voices', gender: 'Couple', consentAt, consentVersion: '1' });
  expect(first.autoApproved).toBe(true);
  await callAction(visitor(app.url), 'withdrawConsent', { token: await linkOf(first.uploadId) });
  expect(await send({ title: 'One voice', gender: 'Female' })).toMatchObject({
    autoApproved: false,
    flags: [],
  });
});
