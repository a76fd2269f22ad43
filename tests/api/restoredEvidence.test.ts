// A restore of a backup keeps the evidence that was sealed since, with its audio.
import { randomBytes } from 'node:crypto';
import { rmSync, truncateSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenedEvidenceView } from '../../api/contract/evidence.ts';
import { backup } from '../../api/jobs/backup.ts';
import { restore } from '../../api/jobs/restore.ts';
import { sweep, unlinkDoomed } from '../../api/jobs/tidy.ts';
import { PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { type Actor, actor, track, waitingUpload } from '../support/server/actors.ts';
import { createInstallation, type Installation, type OpenApp } from '../support/server/installation.ts';
import { callAction, signIn } from '../support/server/publish.ts';
import type { TestApp } from '../support/server/testApp.ts';

let installation: Installation;
let folder: string;
beforeEach(async () => {
  installation = await createInstallation({ STORAGE_ADOPT: 'on' }, 'file');
  folder = `${installation.directory}-backup`;
});
afterEach(async () => {
  await installation.remove();
  await rm(folder, { recursive: true, force: true });
});

const run = () => restore(installation.env, folder);
const casesIn = ({ deps }: OpenApp) =>
  deps.db.selectFrom('evidence').selectAll().orderBy('subject_id').execute();

/** Gives the row's audio some bytes. */
async function withBytes({ deps }: OpenApp, table: 'tracks' | 'uploads', id: string) {
  const { file } = await deps.db
    .selectFrom(table)
    .select('file')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const bytes = randomBytes(1000);
  await deps.blobs.put(file, bytes);
  await deps.db.updateTable(table).set({ size: bytes.length }).where('id', '=', id).execute();
  return { id, file, bytes };
}

/** Cases of every age around the backup; closed when it resolves. */
async function stage() {
  const app = await installation.open();
  const asApp = app as unknown as TestApp;
  const admin = await withPassword(asApp, await actor(asApp, 'admin'));
  const [owner, reporter] = [await actor(asApp, 'user'), await actor(asApp, 'user')];
  const uploader = await withPassword(asApp, await actor(asApp, 'user'));
  const published = async (title: string) => withBytes(app, 'tracks', await track(asApp, owner, title));
  const urgent = (trackId: string) =>
    callAction<{ id: string }>(reporter, 'addReport', { report: { trackId, category: 'minor' } });
  const [before, dismissed, since] = [
    await published('Sealed before'),
    await published('Dismissed since'),
    await published('Sealed since'),
  ];
  await urgent(before.id);
  const { id: reportId } = await urgent(dismissed.id);
  await backup(installation.env, folder);

  const uploaded = await withBytes(app, 'uploads', await waitingUpload(asApp, uploader, 'Uploaded since'));
  const held = { subject: 'upload', subjectId: uploaded.id, reason: 'A letter' };
  await callAction(admin, 'holdEvidence', held);
  await callAction(uploader, 'deleteAccount', { password: PASSWORD });
  await urgent(since.id);
  await callAction(owner, 'deleteTrack', { trackId: since.id });
  await callAction(admin, 'updateReportStatus', { reportId, status: 'resolved', outcome: 'kept' });
  const [{ id: evidenceId } = { id: '' }] = (await casesIn(app)).filter(
    ({ subject_id: id }) => id === before.id,
  );
  await callAction(admin, 'extendEvidence', { evidenceId, days: 300, reason: 'A letter' });
  const cases = await casesIn(app);
  await app.close();
  expect(cases.map(({ subject_id: id }) => id).sort()).toEqual([before.id, since.id, uploaded.id].sort());
  return { admin, cases, before, since, uploaded };
}

const opened = async (app: OpenApp, admin: Actor, evidenceId: string) => {
  const again = await signIn(app.url, admin.username, PASSWORD);
  const secret = { reason: 'A letter', password: PASSWORD };
  const { audio } = await callAction<OpenedEvidenceView>(again, 'getEvidence', { evidenceId, ...secret });
  const reply = await fetch(`${app.url}${audio?.url}`, { headers: { cookie: again.cookie } });
  return Buffer.from(await reply.arrayBuffer());
};

test('a restore of an older backup keeps every case of the replaced database with its audio', async () => {
  const { admin, cases, since, uploaded } = await stage();
  for (let times = 0; times < 2; times++)
    expect(await run()).toMatchObject({ missing: [], preservesEvidence: true });
  const app = await installation.open();
  try {
    expect(await casesIn(app)).toEqual(cases);
    const unlinked = await unlinkDoomed(app.deps);
    expect(unlinked.unlinked).toEqual([]);
    const swept = await sweep(app.deps, 0, false);
    expect(swept).toMatchObject({ moved: [], missing: [], refusal: null });
    for (const { id, bytes } of [since, uploaded]) {
      const evidenceId = cases.find(({ subject_id: about }) => about === id)?.id ?? '';
      expect((await opened(app, admin, evidenceId)).equals(bytes)).toBe(true);
    }
  } finally {
    await app.close();
  }
});

test('a case takes its audio out of quarantine', async () => {
  const { uploaded } = await stage();
  const app = await installation.open();
  await app.deps.blobs.quarantine.put(uploaded.file);
  await app.close();
  expect(await run()).toMatchObject({ missing: [] });
  const again = await installation.open();
  try {
    expect(await again.deps.blobs.stat(uploaded.file)).toMatchObject({ size: uploaded.bytes.length });
  } finally {
    await again.close();
  }
});

test.each([
  ['missing', (file: string) => rmSync(file)],
  ['cut in the middle of a page', (file: string) => truncateSync(file, 3 * 4096 + 100)],
])('a restore over a database that is %s says that cases may be lost', async (_kind, damage) => {
  const { before } = await stage();
  damage(installation.env.databaseFile);
  expect(await run()).toMatchObject({ preservesEvidence: false });
  const app = await installation.open();
  try {
    expect((await casesIn(app)).map(({ subject_id: id }) => id)).toEqual([before.id]);
  } finally {
    await app.close();
  }
});
