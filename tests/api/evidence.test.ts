// Evidence of urgent cases is sealed: deletion takes it out of the product and leaves a copy for admins, until the hold ends.
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { insertAccount } from '../../api/accounts/store.ts';
import type {
  EvidenceCaseView,
  EvidenceExportView,
  OpenedEvidenceView,
} from '../../api/contract/evidence.ts';
import type { ReportCategory } from '../../api/contract/reportCategories.ts';
import type { ReportView } from '../../api/contract/reports.ts';
import { TABLE_PAGE_ROWS } from '../../api/contract/tableSorts.ts';
import type { PendingUploadView } from '../../api/contract/uploads.ts';
import { DEMO_USER } from '../../api/demo/tracks.ts';
import { findCase, findCaseOf } from '../../api/evidence/queries.ts';
import { sealEvidence } from '../../api/evidence/store.ts';
import { runJobs } from '../../api/jobs/schedule.ts';
import { noteConsent } from '../../api/tracks/consentStore.ts';
import { PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { type Actor, actor, comment, track, waitingUpload } from '../support/server/actors.ts';
import { callAction, visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const DAY_MS = 24 * 3600 * 1000;
const APPEAL_DAYS = 30;

let admin: Actor;
let moderator: Actor;
const app = await createTestApp({ env: { EVIDENCE_DAYS: '90' } });
// Some tests last until sessions end.
beforeEach(async () => {
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
const send = (by: Actor, trackId: string, category: ReportCategory) =>
  callAction<{ id: string }>(by, 'addReport', { report: { trackId, category } });
const cases = async () => (await get(admin, 'getEvidenceCases')).json.data as EvidenceCaseView[];
const caseOf = async (subjectId: string) => (await cases()).find((row) => row.subjectId === subjectId);
const audioStatus = async (file: string, by: Actor) =>
  (await fetch(`${app.url}/audio/${file}`, { headers: { cookie: by.cookie } })).status;
const isStored = async (file: string) => (await app.deps.blobs.stat(file)) !== null;
const fetchAudio = (by: Actor, url: string) => fetch(`${app.url}${url}`, { headers: { cookie: by.cookie } });
const openCase = (evidenceId: string) =>
  callAction<OpenedEvidenceView>(admin, 'getEvidence', { evidenceId, ...secret });
const hold = (subject: EvidenceCaseView['subject'], subjectId: string) =>
  callAction<EvidenceCaseView>(admin, 'holdEvidence', { subject, subjectId, reason: 'A letter' });
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
  expect(found).toMatchObject({ cause: 'report', isGone: true, bytes: expect.any(Number) });
  // The list contains no names.
  expect(JSON.stringify(await cases())).not.toMatch(new RegExp(`Gone at once|${owner.username}`));
  const evidenceId = found?.id ?? '';

  for (const action of ['getEvidence', 'exportEvidence'] as const) {
    expect((await post(moderator, action, { evidenceId, ...secret })).status).toBe(403);
    expect((await post(admin, action, { evidenceId, reason: 'No', password: 'wrong' })).status).not.toBe(200);
  }
  const opened = await openCase(evidenceId);
  expect(opened.states[0]).toMatchObject({
    words: { title: 'Gone at once', description: 'About it' },
    person: { id: owner.accountId, username: owner.username },
  });
  expect(opened.reports).toHaveLength(21);
  expect(opened.reports[0]).toMatchObject({ reported: 'Gone at once', category: 'minor' });

  const { files, audio } = await callAction<EvidenceExportView>(admin, 'exportEvidence', {
    evidenceId,
    ...secret,
  });
  expect(files.map(({ name }) => name)).toEqual(['case.json', 'audit.json', 'SHA256SUMS']);
  expect(audio?.name).toBe(`audio-${file}`);
  const audioBytes = Buffer.from(await (await fetchAudio(admin, audio?.url ?? '')).arrayBuffer());
  expect(audioBytes).toEqual(bytes);
  const sum = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
  expect(files[2]?.text).toBe(
    [
      `${sum(audioBytes)}  audio-${file}\n`,
      ...files.slice(0, 2).map(({ name, text }) => `${sum(text)}  ${name}\n`),
    ].join(''),
  );
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

test('the owner deletes a recording that an urgent report hides, and the sealed copy stays', async () => {
  const owner = await actor(app, 'user');
  const { id, file } = await published(owner, 'Hidden, then deleted');
  await send(await actor(app, 'user'), id, 'minor');
  expect((await post(moderator, 'deleteTrack', { trackId: id, ruleId: 'other' })).status).toBe(404);
  expect((await post(owner, 'deleteTrack', { trackId: id })).status).toBe(200);
  await runJobs(app.deps);
  expect(await caseOf(id)).toMatchObject({ cause: 'report', isGone: true });
  expect(await isStored(file)).toBe(true);
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
  // The next run deletes the files of the rows that this one erased.
  await runJobs(app.deps);
  expect([await isStored(sealed.file), await isStored(deleted.file)]).toEqual([true, false]);
});

test('a dismissed report ends the case, and a removal for an urgent reason keeps it', async () => {
  const owner = await actor(app, 'user');
  const [kept, removed] = [await published(owner, 'Kept'), await published(owner, 'Removed')];
  const settle = async (id: string, outcome: ReportView['outcome']) => {
    const { id: reportId } = await send(await actor(app, 'user'), id, 'consent');
    expect(await caseOf(id)).toBeDefined();
    await callAction(moderator, 'updateReportStatus', {
      reportId,
      status: 'resolved',
      outcome,
      ruleId: 'other',
    });
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
  await callAction(moderator, 'updateReportStatus', {
    reportId,
    status: 'resolved',
    outcome: 'removed',
    ruleId: 'other',
  });
  expect(await caseOf(id)).toMatchObject({ cause: 'removed' });
});

test('an admin holds a recording and extends the hold; at its end row and audio are erased', async () => {
  const owner = await actor(app, 'user');
  const { id, file } = await published(owner, 'Held by an admin');
  const evidence = await hold('track', id);
  await callAction(owner, 'deleteTrack', { trackId: id });
  expect(await audioStatus(file, owner)).toBe(404);
  await callAction(admin, 'extendEvidence', { evidenceId: evidence.id, days: 100, reason: 'Asked again' });
  await pass(95);
  expect(await isStored(file)).toBe(true);
  await pass(10);
  expect(await isStored(file)).toBe(false);
  // The sessions have ended since.
  expect(await findCase(app.deps.db, evidence.id)).toBeUndefined();
});

test('at the end of the hold no table has a row with its text, whichever database stores them', async () => {
  const canary = `canary-${randomBytes(8).toString('hex')}`;
  const tablesWith = async (text: string) => {
    const tables = await app.deps.db.introspection.getTables();
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(app.deps.db);
      if (JSON.stringify(rows).includes(text)) found.push(name);
    }
    return found;
  };
  const owner = await withPassword(app, await actor(app, 'user'));
  const { id, file } = await published(owner, `Title ${canary}`);
  await comment(app, await actor(app, 'user'), id);
  await hold('track', id);
  await callAction(owner, 'deleteAccount', { password: PASSWORD });
  expect(await tablesWith(canary)).toContain('evidence');
  await pass(95);
  expect(await tablesWith(canary)).toEqual([]);
  expect(await isStored(file)).toBe(false);
});

test('the list comes in pages, newest first, and says what is gone', async () => {
  const own = await createTestApp({});
  try {
    const chief = await actor(own, 'admin');
    const owner = await actor(own, 'user');
    const pages = async () => {
      const found: EvidenceCaseView[] = [];
      let total: unknown;
      let lengths: number[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const { json } = await get(chief, 'getEvidenceCases', cursor === '' ? {} : { cursor });
        found.push(...(json.data as EvidenceCaseView[]));
        lengths = [...lengths, (json.data as unknown[]).length];
        total ??= json.total;
        cursor = json.nextCursor as string | undefined;
      }
      return { found, total, lengths };
    };
    const ids: string[] = [];
    for (let count = 0; count < TABLE_PAGE_ROWS + 1; count++) {
      own.advance(1000);
      const id = count % 2 === 0 ? await track(own, owner) : await waitingUpload(own, owner);
      const subject = count % 2 === 0 ? 'track' : 'upload';
      await sealEvidence(own.deps.db, { subject, id }, 'held', own.deps.now());
      ids.unshift(id);
    }
    await callAction(owner, 'deleteTrack', { trackId: ids[0] });
    await callAction(chief, 'rejectUpload', { uploadId: ids[1], reason: 'No' });
    const { found, total, lengths } = await pages();
    expect(found.map(({ subjectId }) => subjectId)).toEqual(ids);
    expect([total, lengths]).toEqual([TABLE_PAGE_ROWS + 1, [TABLE_PAGE_ROWS, 1]]);
    expect(found.map(({ isGone }) => isGone)).toEqual(ids.map((_, index) => index < 2));
  } finally {
    await own.close();
  }
});

test('only an admin finds the case of a subject', async () => {
  const { id } = await published(await actor(app, 'user'), 'Looked up');
  const find = async (by: Actor, subjectId: string) =>
    (await get(by, 'findEvidence', { subject: 'track', subjectId })).json;
  expect((await find(admin, id)).data).toBeNull();
  const { id: caseId } = await hold('track', id);
  expect((await find(admin, id)).data).toMatchObject({ id: caseId, cause: 'held', isGone: false });
  expect((await find(moderator, id)).code).toBe('forbidden');
});

test('an admin whose own recording was reported leaves the case, with the words of the report, to another admin', async () => {
  const suspect = await withPassword(app, await actor(app, 'admin'));
  const { id } = await published(suspect, 'By an admin');
  await callAction(await actor(app, 'user'), 'addReport', {
    report: { trackId: id, category: 'minor', reason: 'I know her' },
  });
  const evidenceId = (await caseOf(id))?.id ?? '';
  for (const action of ['getEvidence', 'exportEvidence'] as const) {
    const { json } = await post(suspect, action, { evidenceId, ...secret });
    expect([json.code, JSON.stringify(json)]).toEqual([
      'conflict_of_interest',
      expect.not.stringContaining('I know her'),
    ]);
  }
  expect((await openCase(evidenceId)).reports[0]?.reason).toBe('I know her');
});

test('sealed audio plays only by the link, in the session that opened the case, for two hours', async () => {
  const owner = await actor(app, 'user');
  const { id, file, bytes } = await published(owner, 'Heard by one admin');
  const { id: caseId } = await hold('track', id);
  await callAction(owner, 'deleteTrack', { trackId: id });
  expect(await audioStatus(file, admin)).toBe(404);
  const url = (await openCase(caseId)).audio?.url ?? '';
  const response = await fetchAudio(admin, url);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
  const other = await actor(app, 'admin');
  for (const who of [other, moderator, owner]) expect((await fetchAudio(who, url)).status).toBe(404);
  const later = url.replace(/opened=(\d)/, (_, digit: string) => `opened=${Number(digit) + 1}`);
  expect((await fetchAudio(admin, later)).status).toBe(404);
  app.advance(2 * 3600 * 1000 + 1);
  expect((await fetchAudio(admin, url)).status).toBe(404);
});

test('a later seal adds a state with its time, and equal states are kept once', async () => {
  const owner = await actor(app, 'user');
  const { id } = await published(owner, 'First words');
  await hold('track', id);
  await hold('track', id);
  const first = app.deps.now();
  app.advance(60_000);
  await callAction(owner, 'updateTrack', { trackId: id, updates: { title: 'Second words' } });
  await callAction(admin, 'approveUpload', { uploadId: await waitingEdit(owner) });
  app.advance(60_000);
  await callAction(owner, 'deleteTrack', { trackId: id });
  const { states, versions } = await openCase((await caseOf(id))?.id ?? '');
  const titles = states.map(({ words }) => words.title);
  expect(titles).toEqual([...titles].sort());
  expect([...new Set(titles)]).toEqual(['First words', 'Second words']);
  expect(Date.parse(states[0]?.at ?? '')).toBeLessThanOrEqual(first);
  expect(new Set(states.map(({ at }) => at)).size).toBe(states.length);
  expect(versions).toMatchObject([{ status: 'approved', after: { title: 'Second words' } }]);
});

test('devices and the received file stay in the case when the upload’s rows are gone', async () => {
  const owner = await actor(app, 'user');
  const uploadId = await waitingUpload(app, owner);
  const event = { device_key: 'a-device', address_key: null, site_key: null, file_key: 'secret-file-key' };
  await app.deps.db
    .insertInto('upload_events')
    .values({ ...event, id: uploadId, account_id: owner.accountId, seconds: 1, created_at: app.deps.now() })
    .execute();
  const { id: caseId } = await hold('upload', uploadId);
  await app.deps.db.deleteFrom('upload_events').where('id', '=', uploadId).execute();
  await callAction(admin, 'rejectUpload', { uploadId, reason: 'No' });
  const { states } = await openCase(caseId);
  expect(states.map(({ devices, status }) => [devices, status])).toEqual([
    [['a-device'], 'pending_review'],
    [[], 'rejected'],
  ]);
  expect(states[0]).toMatchObject({ fileName: 'secret-name.mp3' });
  expect(states[1]?.decision).toMatchObject({ byId: admin.accountId, reason: 'No' });
});

/** Id of the edit of this person's recording that waits for review. */
async function waitingEdit(owner: Actor): Promise<string> {
  const rows = (await get(moderator, 'getPendingUploads')).json.data as PendingUploadView[];
  return rows.find(({ userId }) => userId === owner.accountId)?.uploadId ?? '';
}

test('an edit rejected for an urgent reason opens a case with the refused text', async () => {
  const owner = await actor(app, 'user');
  const { id } = await published(owner, 'Edited');
  await callAction(owner, 'updateTrack', { trackId: id, updates: { title: 'Refused words' } });
  const uploadId = await waitingEdit(owner);
  await callAction(moderator, 'rejectUpload', { uploadId, reason: 'Under 18', category: 'minor' });
  const found = await caseOf(id);
  expect(found).toMatchObject({ cause: 'rejected', isGone: false });
  const { versions } = await openCase(found?.id ?? '');
  expect(versions).toMatchObject([{ status: 'rejected', after: { title: 'Refused words' } }]);
});

test('a waiting edit that its owner replaces stays in the case', async () => {
  const owner = await actor(app, 'user');
  const { id } = await published(owner, 'Edited twice');
  await callAction(owner, 'updateTrack', { trackId: id, updates: { title: 'Shown for a moment' } });
  await hold('track', id);
  await callAction(owner, 'updateTrack', { trackId: id, updates: { title: 'Harmless' } });
  await callAction(owner, 'deleteTrack', { trackId: id });
  const { versions } = await openCase((await caseOf(id))?.id ?? '');
  expect(versions.map(({ after }) => after.title)).toEqual(['Shown for a moment', 'Harmless']);
});

test.each(['replaces it', 'deletes the recording'])(
  'an edit that a moderator left to the admins stays as evidence when its owner %s',
  async (how) => {
    const owner = await actor(app, 'user');
    const { id } = await published(owner, 'Edited');
    await callAction(owner, 'updateTrack', { trackId: id, updates: { title: 'Suspicious words' } });
    const uploadId = await waitingEdit(owner);
    await callAction(moderator, 'escalateUpload', { uploadId, note: 'Sounds young' });
    if (how === 'replaces it')
      await callAction(owner, 'updateTrack', { trackId: id, updates: { title: 'Harmless words' } });
    else await callAction(owner, 'deleteTrack', { trackId: id });
    const { versions } = await openCase((await caseOf(id))?.id ?? '');
    expect(versions[0]?.after).toMatchObject({ title: 'Suspicious words' });
  },
);

test('an upload that a moderator left to the admins keeps its text when its owner changes it', async () => {
  const owner = await actor(app, 'user');
  const uploadId = await waitingUpload(app, owner, 'Suspicious words');
  await callAction(moderator, 'escalateUpload', { uploadId, note: 'Sounds young' });
  await callAction(owner, 'addTrack', { track: { id: uploadId, title: 'Harmless words' } });
  const { states } = await openCase((await caseOf(uploadId))?.id ?? '');
  expect(states[0]?.words.title).toBe('Suspicious words');
});

test('the case keeps the text of a waiting upload that its owner changes', async () => {
  const owner = await actor(app, 'user');
  const uploadId = await waitingUpload(app, owner, 'Shown to moderators');
  const { id: caseId } = await hold('upload', uploadId);
  await callAction(owner, 'addTrack', { track: { id: uploadId, title: 'Harmless now' } });
  await callAction(moderator, 'rejectUpload', { uploadId, version: 2, reason: 'No' });
  const { states } = await openCase(caseId);
  expect(states.map(({ words }) => words.title)).toEqual(['Shown to moderators', 'Harmless now']);
});

test('a held comment stays readable for admins after each way of deleting it', async () => {
  const ways = ['deleteComment', 'deleteTrack', 'deleteAccount'] as const;
  for (const way of ways) {
    const owner = await withPassword(app, await actor(app, 'user'));
    const author = await withPassword(app, await actor(app, 'user'));
    const trackId = await track(app, owner);
    const commentId = await comment(app, author, trackId);
    const { id } = await hold('comment', commentId);
    if (way === 'deleteComment') await callAction(author, way, { commentId });
    if (way === 'deleteTrack') await callAction(owner, way, { trackId });
    if (way === 'deleteAccount') await callAction(author, way, { password: PASSWORD });
    const opened = await openCase(id);
    expect(opened.case.isGone, way).toBe(true);
    expect(opened.states.at(-1), way).toMatchObject({
      words: { title: 'Hm' },
      person: { username: author.username },
    });
    expect(opened.audio).toBeNull();
  }
});

test('a comment that a moderator deletes under an urgent rule stays as evidence, under another it does not', async () => {
  const trackId = await track(app, await actor(app, 'user'));
  const author = await actor(app, 'user');
  const [young, rude] = [await comment(app, author, trackId), await comment(app, author, trackId)];
  await callAction(moderator, 'deleteComment', { commentId: young, ruleId: 'adults' });
  await callAction(moderator, 'deleteComment', { commentId: rude, ruleId: 'respect' });
  const found = await caseOf(young);
  expect(found).toMatchObject({ subject: 'comment', cause: 'removed', isGone: true });
  expect((await openCase(found?.id ?? '')).states).toMatchObject([
    { words: { title: 'Hm' }, person: { username: author.username } },
  ]);
  expect(await caseOf(rude)).toBeUndefined();
});

test('a second extension never shortens the first', async () => {
  const { id } = await published(await actor(app, 'user'), 'Extended twice');
  const { id: evidenceId } = await hold('track', id);
  const extend = (days: number) =>
    callAction<EvidenceCaseView>(admin, 'extendEvidence', { evidenceId, days, reason: 'A letter' });
  const { until } = await extend(300);
  expect((await extend(100)).until).toBe(until);
  expect((await extend(301)).until > until).toBe(true);
});

/** Each way of deleting the published recording or its waiting upload that is held. */
const WAYS: Record<string, (held: { owner: Actor; id: string; title: string }) => Promise<unknown>> = {
  'the owner deletes the recording': ({ owner, id }) => callAction(owner, 'deleteTrack', { trackId: id }),
  'the owner deletes the account': ({ owner }) => callAction(owner, 'deleteAccount', { password: PASSWORD }),
  'an admin deletes the account': ({ owner }) =>
    callAction(admin, 'deleteUser', { userId: owner.accountId, reason: 'Spam', password: PASSWORD }),
  'an admin takes the recording down and the time to appeal ends': async ({ owner, title }) => {
    const body = { trackTitle: title, username: owner.username, ruleId: 'other', password: PASSWORD };
    await callAction(admin, 'forceDeleteTrack', body);
    await pass(APPEAL_DAYS + 2);
  },
  'an admin deletes everything': () => callAction(admin, 'deleteAllUserContent', { password: PASSWORD }),
  'an admin resets the demo': async () => {
    const { db, now } = app.deps;
    await db.deleteFrom('accounts').where('id', '=', DEMO_USER.id).execute();
    await insertAccount(db, { ...DEMO_USER, role: 'moderator' }, now());
    // Without its user no piece of the demo is made again.
    await db.updateTable('accounts').set({ deleted_at: 1 }).where('id', '=', DEMO_USER.id).execute();
    await callAction(admin, 'resetDatabase');
  },
  'a person withdraws their consent': async ({ owner, id }) => {
    await app.deps.db.transaction().execute(async (tx) => {
      const given = { id, accountId: owner.accountId, version: 1, givenAt: app.deps.now() };
      await noteConsent(tx, given);
    });
    const { token } = await callAction<{ token: string }>(owner, 'createConsentLink', { recordingId: id });
    await callAction(visitor(app.url), 'withdrawConsent', { token });
  },
};
const OF_UPLOADS = [
  'the owner deletes the account',
  'an admin deletes the account',
  'an admin deletes everything',
  'an admin resets the demo',
  'a person withdraws their consent',
];

for (const [way, remove] of Object.entries(WAYS))
  for (const subject of ['track', 'upload'] as const) {
    if (subject === 'upload' && !OF_UPLOADS.includes(way)) continue;
    test(`the sealed copy of the ${subject} stays when ${way}`, async () => {
      const owner = await withPassword(app, await actor(app, 'user'));
      const title = `Held ${subject} ${way}`;
      const { id, file, bytes } =
        subject === 'track'
          ? await published(owner, title)
          : await withBytes('uploads', await waitingUpload(app, owner, title));
      await hold(subject, id);
      await remove({ owner, id, title });
      await runJobs(app.deps);
      await runJobs(app.deps);
      const { file: sealed, id: caseId } = (await findCaseOf(app.deps.db, { subject, id })) ?? {};
      expect(sealed).toBe(file);
      for (const who of [owner, moderator, admin]) expect(await audioStatus(file, who)).toBe(404);
      admin = await withPassword(app, await actor(app, 'admin'));
      moderator = await actor(app, 'moderator');
      const { states, audio, case: view } = await openCase(caseId ?? '');
      expect(view.isGone).toBe(true);
      expect(states.at(-1)).toMatchObject({ words: { title }, person: { username: owner.username } });
      expect(Buffer.from(await (await fetchAudio(admin, audio?.url ?? '')).arrayBuffer())).toEqual(bytes);
    });
  }
