// A recording of several people needs a statement that all agreed; the server keeps that statement.
import { afterAll, expect, test } from 'vitest';
import { CONSENT_VERSION } from '../../api/contract/uploadForm.ts';
import { actor, track, waitingUpload } from '../support/server/actors.ts';
import { capToken } from '../support/server/publish.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import { post, upload } from '../support/server/wire.ts';

const app = await createTestApp();
const person = await actor(app, 'user');
afterAll(() => app.close());

const consents = () => app.deps.db.selectFrom('consents').selectAll().execute();
async function send(fields: Record<string, string>) {
  const bytes = recording();
  return upload(
    app.url,
    { title: 'Two voices', capToken: await capToken(person, bytes), ...fields },
    { bytes },
  );
}

test('refuses Couple without the consent statement and stores nothing', async () => {
  const blobs = await app.blobNames();
  const { status, json } = await send({ gender: 'Couple' });
  expect([status, json.field, json.issue]).toEqual([422, 'consentAt', 'not_confirmed']);
  const unknown = await send({ gender: 'Couple', consentAt: '2026-01-01T00:00:00Z', consentVersion: '9999' });
  expect([unknown.status, unknown.json.field]).toEqual([422, 'consentVersion']);
  expect(await consents()).toEqual([]);
  expect(await app.blobNames()).toEqual(blobs);
  expect((await send({ gender: 'Female' })).status).toBe(200);
  expect(await consents()).toEqual([]);
});

test('keeps the statement with version and time after the upload’s row is deleted', async () => {
  const consentAt = '2026-01-01T00:00:00.000Z';
  const version = String(CONSENT_VERSION);
  const { status, json } = await send({ gender: 'Couple', consentAt, consentVersion: version });
  expect(status).toBe(200);
  const id = (json.data as { uploadId: string }).uploadId;
  await app.deps.db.deleteFrom('uploads').where('id', '=', id).execute();
  expect(await consents()).toMatchObject([
    { id, account_id: person.accountId, version: CONSENT_VERSION, given_at: Date.parse(consentAt) },
  ]);
});

test.each<[string, (updates: object) => Promise<[string, object]>]>([
  ['published', async (updates) => ['updateTrack', { trackId: await track(app, person), updates }]],
  [
    'waiting',
    async (updates) => ['addTrack', { track: { id: await waitingUpload(app, person), ...updates } }],
  ],
])('a %s recording becomes a Couple’s only with the statement', async (_kind, call) => {
  const count = (await consents()).length;
  const refused = await post(person, ...(await call({ gender: 'Couple' })));
  expect([refused.status, refused.json.field, refused.json.issue]).toEqual([
    422,
    'consentVersion',
    'not_confirmed',
  ]);
  expect((await consents()).length).toBe(count);
  const taken = await post(person, ...(await call({ gender: 'Couple', consentVersion: CONSENT_VERSION })));
  expect(taken.status).toBe(200);
  expect((await consents()).length).toBe(count + 1);
});
