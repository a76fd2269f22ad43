// Takes down all recordings in more than one transaction (row 50).
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EvidenceCaseView } from '../../api/contract/evidence.ts';
import { PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { type Actor, actor, comment, track, waitingUpload } from '../support/server/actors.ts';
import { callAction, capToken } from '../support/server/publish.ts';
import { createTestApp, recording, type TestApp } from '../support/server/testApp.ts';
import { get, post, upload } from '../support/server/wire.ts';

let app: TestApp;
let admin: Actor;
beforeEach(async () => {
  app = await createTestApp({ env: { DEMO_MODE: 'off' } });
  admin = await withPassword(app, await actor(app, 'admin'));
});
afterEach(() => app.close());

/** Several times the number in one transaction. */
const MANY = 260;

async function manyTracks(owner: Actor): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < MANY; index++) ids.push(await track(app, owner, `Track ${index}`));
  return ids;
}

const idsOf = async (table: 'tracks' | 'uploads' | 'comments' | 'doomed_blobs' | 'search_rows') =>
  (await app.deps.db.selectFrom(table).selectAll().execute()) as unknown as { id: string }[];

test('keeps only the first three seeded recordings, however many there were (row 50)', async () => {
  const owner = await actor(app, 'user');
  const seeded: string[] = [];
  for (const position of [4, 0, 2, 1, 3]) {
    const id = await track(app, owner, `Seeded ${position}`);
    seeded[position] = id;
    await app.deps.db.updateTable('tracks').set({ demo_position: position }).where('id', '=', id).execute();
  }
  await manyTracks(owner);
  const kept = seeded.slice(0, 3);
  for (let index = 0; index < 60; index++) {
    await comment(app, owner, kept[index % 3] ?? '');
    await waitingUpload(app, owner);
  }
  expect((await post(admin, 'deleteAllUserContent', { password: PASSWORD })).json.data).toEqual({ kept: 3 });
  const left = await app.deps.db.selectFrom('tracks').select(['id', 'comments_count']).execute();
  expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
  expect(left.map(({ comments_count }) => comments_count)).toEqual([0, 0, 0]);
  expect([await idsOf('uploads'), await idsOf('comments'), await idsOf('doomed_blobs')]).toEqual([
    [],
    [],
    [],
  ]);
  expect(await idsOf('search_rows')).toHaveLength(3);
  const [entry] = await app.deps.db
    .selectFrom('audit_log')
    .select('detail_json')
    .where('action', '=', 'deleteAllUserContent')
    .execute();
  expect(JSON.parse(entry?.detail_json ?? '{}')).toMatchObject({ tracks: MANY + 2, uploads: 60, kept: 3 });
});

test('no upload comes back when a device that missed the answer sends it again', async () => {
  const owner = await actor(app, 'guest');
  const sounds = { waiting: recording(6), published: recording(7), rejected: recording(8) };
  const keys = new Map(Object.keys(sounds).map((name) => [name, randomUUID()]));
  const send = async ([name, bytes]: [string, Buffer]) => {
    const fields = { capToken: await capToken(owner, bytes), title: name, uploadKey: keys.get(name) ?? '' };
    return upload(app.url, fields, { bytes });
  };
  const ids = new Map<string, string>();
  for (const each of Object.entries(sounds)) {
    const { data } = (await send(each)).json as { data: { uploadId: string } };
    ids.set(each[0], data.uploadId);
  }
  await callAction(admin, 'approveUpload', { uploadId: ids.get('published') });
  await callAction(admin, 'rejectUpload', { uploadId: ids.get('rejected'), reason: 'No' });
  await callAction(admin, 'deleteAllUserContent', { password: PASSWORD });
  for (const each of Object.entries(sounds)) {
    const { status, json } = await send(each);
    expect([status, json.code], each[0]).toEqual([404, 'not_found']);
  }
  expect(await idsOf('uploads')).toEqual([]);
});

test('an upload that a moderator left to the admins stays as evidence', async () => {
  const owner = await actor(app, 'user');
  const uploadId = await waitingUpload(app, owner);
  const harmless = await waitingUpload(app, owner);
  const moderator = await actor(app, 'moderator');
  await callAction(moderator, 'escalateUpload', { uploadId, note: 'Sounds young' });
  await callAction(admin, 'deleteAllUserContent', { password: PASSWORD });
  const cases = (await get(admin, 'getEvidenceCases')).json.data as EvidenceCaseView[];
  expect(cases.map((row) => [row.subjectId, row.isGone])).toEqual([[uploadId, true]]);
  expect(cases.map((row) => row.subjectId)).not.toContain(harmless);
});
