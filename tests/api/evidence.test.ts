// Evidence of urgent cases is sealed: deletion takes it out of the product and leaves a copy for admins, until the hold ends.
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EvidenceCaseView } from '../../api/contract/evidence.ts';
import { findCase } from '../../api/evidence/queries.ts';
import { runJobs } from '../../api/jobs/schedule.ts';
import { PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { type Actor, actor, track, waitingUpload } from '../support/server/actors.ts';
import { callAction, visitor } from '../support/server/publish.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const DAY_MS = 24 * 3600 * 1000;

let app: TestApp;
let admin: Actor;
let moderator: Actor;
beforeAll(async () => {
  app = await createTestApp({ env: { EVIDENCE_DAYS: '90' } });
  [admin, moderator] = [await withPassword(app, await actor(app, 'admin')), await actor(app, 'moderator')];
});
afterAll(() => app.close());

/** Gives the row's audio some bytes. */
async function withBytes(table: 'tracks' | 'uploads', id: string) {
  const { file } = await app.deps.db
    .selectFrom(table)
    .select('file')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const bytes = randomBytes(200);
  await app.deps.blobs.put(file, bytes);
  return { id, file, bytes };
}
const published = async (owner: Actor, title: string) => withBytes('tracks', await track(app, owner, title));
const send = (by: Actor, trackId: string, category: string) =>
  callAction<{ id: string }>(by, 'addReport', { report: { trackId, category } });
const cases = async () => (await get(admin, 'getEvidenceCases')).json.data as EvidenceCaseView[];
const caseOf = async (subjectId: string) => (await cases()).find((row) => row.subjectId === subjectId);
const audioStatus = async (file: string, by: Actor) =>
  (await fetch(`${app.url}/audio/${file}`, { headers: { cookie: by.cookie } })).status;
const isStored = async (file: string) => (await app.deps.blobs.stat(file)) !== null;
const secret = { reason: 'Request of the police', password: PASSWORD };
/** Runs the jobs on each of these days, because the time of deletions follows by a day per run. */
async function pass(days: number) {
  for (let day = 0; day < days; day++) {
    app.advance(DAY_MS);
    await runJobs(app.deps);
  }
}

test('a track reported 21 times, deleted by its owner with the account, leaves the sealed copy for admins', async () => {
  const owner = await withPassword(app, await actor(app, 'user'));
  const { id, file, bytes } = await published(owner, 'Gone at once');
  for (let count = 0; count < 21; count++) await send(await actor(app, 'user'), id, 'minor');
  expect((await post(owner, 'deleteAccount', { password: PASSWORD })).status).toBe(200);
  for (const who of [visitor(app.url) as Actor, admin]) expect(await audioStatus(file, who)).toBe(404);
  await runJobs(app.deps);
  expect(await isStored(file)).toBe(true);
  const found = await caseOf(id);
  expect(found).toMatchObject({
    title: 'Gone at once',
    username: owner.username,
    cause: 'report',
    isGone: true,
  });
  const evidenceId = found?.id ?? '';

  for (const action of ['getEvidence', 'exportEvidence'] as const) {
    expect((await post(moderator, action, { evidenceId, ...secret })).status).toBe(403);
    expect((await post(admin, action, { evidenceId, reason: 'No', password: 'wrong' })).status).not.toBe(200);
  }
  const opened = await callAction<{ snapshot: Record<string, unknown> }>(admin, 'getEvidence', {
    evidenceId,
    ...secret,
  });
  expect(opened.snapshot).toMatchObject({ person: { id: owner.accountId, username: owner.username } });
  expect(opened.snapshot.reports).toHaveLength(21);
  expect((opened.snapshot.reports as { words: string }[])[0]?.words).toBe('Gone at once');

  const { files } = await callAction<{ files: { name: string; sha256: string; base64: string }[] }>(
    admin,
    'exportEvidence',
    { evidenceId, ...secret },
  );
  expect(files.map(({ name }) => name)).toEqual([`audio-${file}`, 'case.json', 'audit.json', 'SHA256SUMS']);
  expect(Buffer.from(files[0]?.base64 ?? '', 'base64')).toEqual(bytes);
  for (const each of files)
    expect(createHash('sha256').update(Buffer.from(each.base64, 'base64')).digest('hex')).toBe(each.sha256);
  const audit = await app.deps.db
    .selectFrom('audit_log')
    .select(['action', 'detail_json'])
    .where('target_id', '=', evidenceId)
    .orderBy('position')
    .execute();
  expect(audit.map(({ action, detail_json: detail }) => [action, JSON.parse(detail).reason])).toEqual([
    ['getEvidence', secret.reason],
    ['exportEvidence', secret.reason],
  ]);
});

test('rejecting as under 18 seals the audio at once; after another rejection it stays until the appeal’s end', async () => {
  const owner = await actor(app, 'user');
  const sealed = await withBytes('uploads', await waitingUpload(app, owner));
  const deleted = await withBytes('uploads', await waitingUpload(app, owner));
  await callAction(moderator, 'rejectUpload', { uploadId: sealed.id, reason: 'Under 18', category: 'minor' });
  await callAction(moderator, 'rejectUpload', { uploadId: deleted.id, reason: 'Noise' });
  await runJobs(app.deps);
  expect([await isStored(sealed.file), await isStored(deleted.file)]).toEqual([true, true]);
  for (const who of [owner, moderator, admin]) expect(await audioStatus(sealed.file, who)).toBe(404);
  expect(await caseOf(sealed.id)).toMatchObject({ cause: 'rejected', isGone: true });
  await app.deps.db.updateTable('uploads').set({ erase_at: 1 }).where('id', '=', deleted.id).execute();
  await runJobs(app.deps);
  // The next run deletes what this one erased.
  await runJobs(app.deps);
  expect([await isStored(sealed.file), await isStored(deleted.file)]).toEqual([true, false]);
});

test('a dismissed report ends the case, and a removal for an urgent reason keeps it', async () => {
  const owner = await actor(app, 'user');
  const [kept, removed] = [await published(owner, 'Kept'), await published(owner, 'Removed')];
  const settle = async (id: string, outcome: string) => {
    const { id: reportId } = await send(await actor(app, 'user'), id, 'consent');
    expect(await caseOf(id)).toBeDefined();
    await callAction(moderator, 'updateReportStatus', { reportId, status: 'resolved', outcome });
  };
  await settle(kept.id, 'kept');
  await settle(removed.id, 'removed');
  expect(await caseOf(kept.id)).toBeUndefined();
  expect(await isStored(kept.file)).toBe(true);
  expect(await caseOf(removed.id)).toMatchObject({ cause: 'removed' });
  expect(await isStored(removed.file)).toBe(true);
});

test('a removal for another reason keeps the case that an urgent report opened', async () => {
  const { id } = await published(await actor(app, 'user'), 'Removed as spam');
  await send(await actor(app, 'user'), id, 'minor');
  const { id: reportId } = await send(await actor(app, 'user'), id, 'spam');
  await callAction(moderator, 'updateReportStatus', { reportId, status: 'resolved', outcome: 'removed' });
  expect(await caseOf(id)).toMatchObject({ cause: 'removed' });
});

test('an admin holds a recording and extends the hold; at its end row and audio are erased', async () => {
  const owner = await actor(app, 'user');
  const { id, file } = await published(owner, 'Held by an admin');
  const hold = { subject: 'track', subjectId: id, reason: 'A letter' };
  const held = await callAction<EvidenceCaseView>(admin, 'holdEvidence', hold);
  await callAction(owner, 'deleteTrack', { trackId: id });
  expect(await audioStatus(file, owner)).toBe(404);
  await callAction(admin, 'extendEvidence', { evidenceId: held.id, days: 100, reason: 'Asked again' });
  await pass(95);
  expect(await isStored(file)).toBe(true);
  await pass(10);
  expect(await isStored(file)).toBe(false);
  // The sessions have ended since.
  expect(await findCase(app.deps.db, held.id)).toBeUndefined();
});
