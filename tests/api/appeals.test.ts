// A removal can be undone: an accepted appeal restores the recording, and only its time to appeal erases it.
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { NotificationView } from '../../api/contract/news.ts';
import type { DecisionView, ReportView } from '../../api/contract/reports.ts';
import type { TrackView } from '../../api/contract/tracks.ts';
import type { OwnUploadView } from '../../api/contract/uploads.ts';
import { ledgerAfter } from '../../api/db/ledger.ts';
import { backup } from '../../api/jobs/backup.ts';
import { replayLedger } from '../../api/jobs/replay.ts';
import { retain } from '../../api/jobs/retention.ts';
import { unlinkDoomed } from '../../api/jobs/tidy.ts';
import { createDiskStore } from '../../api/storage/disk.ts';
import { removeTrack } from '../../api/tracks/store.ts';
import { type Actor, actor, comment, like, track, waitingUpload } from '../support/server/actors.ts';
import { callAction, visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const DAY_MS = 24 * 3600 * 1000;
const app = await createTestApp({ env: { APPEAL_DAYS: '10' } });
const [moderator, other] = [await actor(app, 'moderator'), await actor(app, 'moderator')];
afterAll(() => app.close());

const decisionsOf = async (who: Actor) => (await get(who, 'getDecisions')).json.data as DecisionView[];
const listed = async (query: Record<string, string>) =>
  (await get(visitor(app.url), 'getTracks', query)).json.data as TrackView[];
const newsOf = async (who: Actor) =>
  ((await get(who, 'getNotifications')).json.data as NotificationView[]).map(({ type }) => type);
const personOf = async (who: Actor) =>
  (await get(visitor(app.url), 'getUser', { userId: who.accountId })).json.data;
const blobs = async (file: string) => (await app.deps.blobs.stat(file)) !== null;

/** An owner with three recordings; the middle one has audio, reactions and comments. */
async function scene() {
  const [owner, fan] = [await actor(app, 'user'), await actor(app, 'user')];
  const title = `Scene of ${owner.username}`;
  await track(app, owner, title);
  app.advance(1000);
  const id = await track(app, owner, title);
  app.advance(1000);
  await track(app, owner, title);
  await like(app, fan, id, owner);
  await like(app, fan, id, owner, 'bookmarks');
  await comment(app, fan, id);
  const { db } = app.deps;
  const { file } = await db
    .selectFrom('tracks')
    .select('file')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await app.deps.blobs.put(file, Buffer.from(`audio of ${id}`));
  return { owner, fan, id, file, title };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const audioHash = async ({ file }: Scene, by?: Actor) => {
  const reply = await fetch(`${app.url}/audio/${file}`, by ? { headers: { cookie: by.cookie } } : {});
  const bytes = Buffer.from(await reply.arrayBuffer());
  return reply.status === 200 ? createHash('sha256').update(bytes).digest('hex') : reply.status;
};
/** What listeners see of the scene. */
const shown = async (of: Scene) => ({
  list: await listed({ user: of.owner.accountId }),
  found: (await listed({ search: of.title })).map(({ id }) => id),
  person: await personOf(of.owner),
  audio: await audioHash(of),
  comments: (await get(of.fan, 'getComments', { trackId: of.id })).json.data,
});

/** Each way to remove a recording. */
const REMOVALS: Record<string, (of: Scene) => Promise<unknown>> = {
  'after a report': async ({ id }) => {
    const report = { trackId: id, category: 'spam' };
    const { id: reportId } = await callAction<{ id: string }>(await actor(app, 'user'), 'addReport', {
      report,
    });
    return callAction(moderator, 'updateReportStatus', {
      reportId,
      status: 'resolved',
      outcome: 'removed',
      ruleId: 'other',
      decisionReason: 'Spam',
    });
  },
  'without a report': ({ id }) => callAction(moderator, 'deleteTrack', { trackId: id, reason: 'Spam' }),
};
const byWay = Object.entries(REMOVALS);

test.each(byWay)('an accepted appeal restores a recording removed %s', async (_way, remove) => {
  const all = await scene();
  const before = await shown(all);
  await remove(all);
  const during = await shown(all);
  expect(during.list.map(({ id }) => id)).not.toContain(all.id);
  expect(during.found).not.toContain(all.id);
  expect(during.person).toMatchObject({ totalUploads: 2, totalLikes: 0 });
  expect([during.audio, await audioHash(all, all.owner)]).toEqual([404, 404]);
  expect(await audioHash(all, other)).toBe(before.audio);
  expect((await post(all.fan, 'incrementPlay', { trackId: all.id })).status).toBe(404);

  const [decision] = await decisionsOf(all.owner);
  const until = app.deps.now() + 10 * DAY_MS;
  expect(Date.parse(decision?.appealUntil ?? '')).toBeGreaterThan(until - 60_000);
  await callAction(all.owner, 'appealDecision', { decisionId: decision?.id, appeal: 'It is a poem' });
  const answer = { reportId: decision?.id, outcome: 'accepted', answer: 'You are right' };
  expect((await post(moderator, 'answerAppeal', answer)).json.code).toBe('conflict_of_interest');
  await callAction(other, 'answerAppeal', answer);
  expect(await shown(all)).toEqual(before);
  expect(await newsOf(all.owner)).toContain('track_restored');
  expect(await newsOf(all.fan)).toContain('bookmark_restored');
});

test('a declined appeal leaves it removed', async () => {
  const all = await scene();
  await REMOVALS['without a report']?.(all);
  const [decision] = await decisionsOf(all.owner);
  await callAction(all.owner, 'appealDecision', { decisionId: decision?.id, appeal: 'Please' });
  const answer = { reportId: decision?.id, outcome: 'declined', answer: 'It stays removed' };
  const after = await callAction<ReportView>(other, 'answerAppeal', answer);
  expect(after).toMatchObject({ isThere: false, recording: { isHidden: true } });
  expect(await audioHash(all)).toBe(404);
});

test('an accepted appeal never publishes a recording after an urgent report of it was upheld since', async () => {
  const all = await scene();
  const report = { trackId: all.id, category: 'minor' };
  // Without a proof of work it hides nothing.
  const guest = visitor(app.url);
  const { id: reportId } = await callAction<{ id: string }>(guest, 'addReport', { report });
  await REMOVALS['without a report']?.(all);
  const [decision] = await decisionsOf(all.owner);
  await callAction(all.owner, 'appealDecision', { decisionId: decision?.id, appeal: 'It is no spam' });
  app.advance(1000);
  await callAction(moderator, 'updateReportStatus', { reportId, status: 'resolved', outcome: 'removed' });
  const answer = { reportId: decision?.id, outcome: 'accepted', answer: 'Indeed' };
  expect((await post(other, 'answerAppeal', answer)).json.code).toBe('conflict');
  expect(await listed({ id: all.id })).toEqual([]);
  await callAction(other, 'answerAppeal', { ...answer, outcome: 'declined' });
});

test('it is erased when the time to appeal is over, unless an appeal is open', async () => {
  const [gone, open] = [await scene(), await scene()];
  for (const all of [gone, open]) await REMOVALS['without a report']?.(all);
  const [decision] = await decisionsOf(open.owner);
  await callAction(open.owner, 'appealDecision', { decisionId: decision?.id, appeal: 'Please' });
  const at = (days: number) => ({ ...app.deps, now: () => app.deps.now() + days * DAY_MS });
  const erasedAt = async (days: number) => {
    const ids = (await retain(at(days))).takedowns;
    return ids.filter((id) => [gone.id, open.id].includes(id));
  };
  expect(await erasedAt(9.9)).toEqual([]);
  expect(await erasedAt(10.1)).toEqual([gone.id]);
  await unlinkDoomed(app.deps);
  expect([await blobs(gone.file), await blobs(open.file)]).toEqual([false, true]);
  const answer = { reportId: decision?.id, outcome: 'declined', answer: 'No' };
  await callAction(other, 'answerAppeal', answer);
  expect(await erasedAt(10.1)).toEqual([open.id]);
  expect(await personOf(open.owner)).toMatchObject({ totalUploads: 2, totalLikes: 0, totalPlays: 0 });
});

/** Each way in which the account of a reporter ends. */
const ENDINGS: Record<string, (reporter: Actor) => Promise<unknown>> = {
  'the reporter deletes the account': (reporter) => callAction(reporter, 'deleteAccount', {}),
  'the reporter is an idle guest': async ({ accountId }) => {
    await app.deps.db.updateTable('accounts').set({ last_seen_at: 0 }).where('id', '=', accountId).execute();
    expect((await retain(app.deps)).erased).toContain(accountId);
  },
};

test.each(Object.entries(ENDINGS))(
  'the owner keeps a decision and the appeal against it when %s',
  async (_how, end) => {
    const [before, after] = [await scene(), await scene()];
    const reporter = await actor(app, 'guest');
    for (const { id } of [before, after]) {
      const report = { trackId: id, category: 'spam', reason: 'secret-words' };
      const { id: reportId } = await callAction<{ id: string }>(reporter, 'addReport', { report });
      await callAction(moderator, 'updateReportStatus', {
        ...{ reportId, status: 'resolved', outcome: 'removed', ruleId: 'other', decisionReason: 'Spam' },
      });
    }
    const appeal = async ({ owner }: Scene) => {
      const [decision] = await decisionsOf(owner);
      expect(decision).toMatchObject({ ruleId: 'other', reason: 'Spam', foundBy: 'report' });
      await callAction(owner, 'appealDecision', { decisionId: decision?.id, appeal: 'It is a poem' });
      return decision?.id;
    };
    const early = await appeal(before);
    await end(reporter);
    const late = await appeal(after);
    const rows = await app.deps.db
      .selectFrom('reports')
      .select(['reporter_id', 'reason'])
      .where('id', 'in', [early ?? '', late ?? ''])
      .execute();
    expect(rows).toEqual(Array(2).fill({ reporter_id: null, reason: '' }));
    for (const reportId of [early, late])
      await callAction(other, 'answerAppeal', { reportId, outcome: 'accepted', answer: 'You are right' });
    for (const { id } of [before, after]) expect(await listed({ id })).toHaveLength(1);
  },
);

test('nobody deletes a decision that its owner can still appeal', async () => {
  const all = await scene();
  await REMOVALS['after a report']?.(all);
  const [decision] = await decisionsOf(all.owner);
  const remove = async (by: Actor) =>
    (await post(by, 'deleteReport', { reportId: decision?.id ?? '' })).json.code ?? 'done';
  for (const by of [moderator, other, await actor(app, 'admin')]) expect(await remove(by)).toBe('conflict');
  await callAction(all.owner, 'appealDecision', { decisionId: decision?.id, appeal: 'It is a poem' });
  await callAction(other, 'answerAppeal', { reportId: decision?.id, outcome: 'declined', answer: 'No' });
  expect(await remove(other)).toBe('done');
});

test('refuses an appeal after its time', async () => {
  const all = await scene();
  await REMOVALS['without a report']?.(all);
  const [decision] = await decisionsOf(all.owner);
  const { db } = app.deps;
  await db
    .updateTable('reports')
    .set({ appeal_until: app.deps.now() - 1 })
    .where('id', '=', decision?.id ?? '')
    .execute();
  const late = await post(all.owner, 'appealDecision', { decisionId: decision?.id, appeal: 'Please' });
  expect([late.status, late.json.code]).toEqual([409, 'conflict']);
});

test('only the owner can delete it at once', async () => {
  const all = await scene();
  await REMOVALS['without a report']?.(all);
  expect((await post(all.fan, 'deleteTrack', { trackId: all.id })).status).toBe(404);
  expect((await post(moderator, 'deleteTrack', { trackId: all.id })).status).toBe(404);
  await callAction(all.owner, 'deleteTrack', { trackId: all.id });
  expect(await blobs(all.file)).toBe(false);
  const [decision] = await decisionsOf(all.owner);
  await callAction(all.owner, 'appealDecision', { decisionId: decision?.id, appeal: 'It was mine' });
  const answer = { reportId: decision?.id, outcome: 'accepted', answer: 'It is gone' };
  await callAction(other, 'answerAppeal', answer);
  expect(await listed({ id: all.id })).toEqual([]);
});

test('likes that end while it is removed leave the counters of its owner right', async () => {
  const all = await scene();
  await REMOVALS['without a report']?.(all);
  await callAction(all.fan, 'deleteAccount', {});
  expect(await personOf(all.owner)).toMatchObject({ totalLikes: 0, totalUploads: 2 });
  const [decision] = await decisionsOf(all.owner);
  await callAction(all.owner, 'appealDecision', { decisionId: decision?.id, appeal: 'Please' });
  await callAction(other, 'answerAppeal', { reportId: decision?.id, outcome: 'accepted', answer: 'Yes' });
  expect(await personOf(all.owner)).toMatchObject({ totalLikes: 0, totalUploads: 3 });
  expect(await listed({ id: all.id })).toMatchObject([{ likes: 0, commentsCount: 0 }]);
});

test('a restored backup repeats the removal, and its undoing', async () => {
  const [removed, restored] = [await scene(), await scene()];
  const { db } = app.deps;
  for (const all of [removed, restored]) await REMOVALS['without a report']?.(all);
  const [decision] = await decisionsOf(restored.owner);
  await callAction(restored.owner, 'appealDecision', { decisionId: decision?.id, appeal: 'Please' });
  await callAction(other, 'answerAppeal', { reportId: decision?.id, outcome: 'accepted', answer: 'Yes' });
  const ids = [removed.id, restored.id];
  const entries = (await ledgerAfter(db, 0)).filter(({ id }) => ids.includes(id));
  // The state of a backup from before both decisions.
  await db.deleteFrom('ledger').where('id', 'in', ids).execute();
  await db.updateTable('tracks').set({ status: 'active', erase_at: null }).where('id', 'in', ids).execute();
  await db.transaction().execute((tx) => replayLedger(tx, entries));
  const after = await db.selectFrom('tracks').select(['id', 'status']).where('id', 'in', ids).execute();
  expect(new Map(after.map(({ id, status }) => [id, status]))).toEqual(
    new Map([
      [removed.id, 'removed'],
      [restored.id, 'active'],
    ]),
  );
});

/** A rejected upload with audio. */
async function rejected() {
  const owner = await actor(app, 'user');
  const title = `Rejected of ${owner.username}`;
  const id = await waitingUpload(app, owner, title);
  const { db } = app.deps;
  const row = await db.selectFrom('uploads').select('file').where('id', '=', id).executeTakeFirstOrThrow();
  await app.deps.blobs.put(row.file, Buffer.from(`audio of ${id}`));
  await callAction(moderator, 'rejectUpload', { uploadId: id, version: 1, reason: 'Too loud' });
  return { owner, fan: owner, id, title, file: row.file };
}
const ownUpload = async (who: Actor) => ((await get(who, 'getMyUploads')).json.data as OwnUploadView[])[0];
const appealed = async (of: Scene) =>
  (
    await callAction<DecisionView>(of.owner, 'appealRejection', {
      uploadId: of.id,
      appeal: 'It is quiet',
    })
  ).id;

test('an accepted appeal publishes a rejected upload with the same audio and text', async () => {
  const all = await rejected();
  const sound = await audioHash(all, all.owner);
  expect(sound).toMatch(/^[0-9a-f]{64}$/);
  expect([await audioHash(all), await audioHash(all, other)]).toEqual([404, sound]);
  expect((await ownUpload(all.owner))?.appealUntil).not.toBeNull();
  const decisionId = await appealed(all);
  expect(await ownUpload(all.owner)).toMatchObject({ status: 'rejected', appealUntil: null });
  expect(await decisionsOf(all.owner)).toMatchObject([
    { id: decisionId, type: 'upload', words: all.title, reason: 'Too loud', appeal: 'It is quiet' },
  ]);
  const again = await post(all.owner, 'appealRejection', { uploadId: all.id, appeal: 'Again' });
  expect(again.json.code).toBe('conflict');
  const answer = { reportId: decisionId, outcome: 'accepted', answer: 'You are right' };
  expect((await post(moderator, 'answerAppeal', answer)).json.code).toBe('conflict_of_interest');
  await callAction(other, 'answerAppeal', answer);
  const [published] = await listed({ user: all.owner.accountId });
  expect(published).toMatchObject({ title: all.title });
  expect(await audioHash(all)).toBe(sound);
  const { db } = app.deps;
  const row = await db.selectFrom('uploads').selectAll().where('id', '=', all.id).executeTakeFirst();
  expect(row).toMatchObject({ status: 'approved', track_id: published?.id, erase_at: null });
});

test('a backup includes the audio of a rejected upload as long as an appeal can publish it', async () => {
  // PostgreSQL has its own backup tools.
  if (app.deps.env.postgres !== null) return;
  const [open, over] = [await rejected(), await rejected()];
  await app.deps.db.updateTable('uploads').set({ erase_at: null }).where('id', '=', over.id).execute();
  const directory = await mkdtemp(join(tmpdir(), 'aural-appeal-'));
  try {
    await backup(app.deps.env, directory);
    const copies = createDiskStore(join(directory, 'blobs'));
    expect(await copies.stat(open.file)).not.toBeNull();
    expect(await copies.stat(over.file)).toBeNull();
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test('the audio of a rejected upload is erased when the time to appeal is over, unless an appeal is open', async () => {
  const [gone, open] = [await rejected(), await rejected()];
  const decisionId = await appealed(open);
  const at = (days: number) => ({ ...app.deps, now: () => app.deps.now() + days * DAY_MS });
  const erasedAt = async (days: number) => {
    const ids = (await retain(at(days))).rejections;
    return ids.filter((id) => [gone.id, open.id].includes(id));
  };
  expect(await erasedAt(9.9)).toEqual([]);
  expect(await erasedAt(10.1)).toEqual([gone.id]);
  await unlinkDoomed(app.deps);
  expect([await blobs(gone.file), await blobs(open.file)]).toEqual([false, true]);
  expect(await ownUpload(gone.owner)).toMatchObject({ url: null, appealUntil: null, reason: 'Too loud' });
  expect((await post(gone.owner, 'appealRejection', { uploadId: gone.id, appeal: 'Late' })).json.code).toBe(
    'conflict',
  );
  await callAction(other, 'answerAppeal', { reportId: decisionId, outcome: 'declined', answer: 'No' });
  expect(await erasedAt(10.1)).toEqual([open.id]);
});

test('deleting the account erases its rejected audio at once', async () => {
  const all = await rejected();
  await callAction(all.owner, 'deleteAccount', {});
  expect(await blobs(all.file)).toBe(false);
});

test('a restored backup repeats a rejection and its undoing', async () => {
  const all = await rejected();
  const decisionId = await appealed(all);
  await callAction(other, 'answerAppeal', { reportId: decisionId, outcome: 'accepted', answer: 'Yes' });
  const { db } = app.deps;
  const entries = (await ledgerAfter(db, 0)).filter(({ id }) => id === all.id);
  // The state of a backup from between both decisions.
  const [{ id: trackId = '' } = {}] = await listed({ user: all.owner.accountId });
  await db.transaction().execute((tx) => removeTrack(tx, trackId, app.deps.now()));
  await db.deleteFrom('ledger').where('id', '=', trackId).execute();
  await db
    .updateTable('uploads')
    .set({ status: 'rejected', track_id: null, erase_at: app.deps.now() + DAY_MS })
    .where('id', '=', all.id)
    .execute();
  await db.deleteFrom('ledger').where('id', '=', all.id).execute();
  await db.transaction().execute((tx) => replayLedger(tx, entries));
  expect(await listed({ user: all.owner.accountId })).toMatchObject([{ id: trackId }]);
});

const openOnes = async (trackId: string) =>
  app.deps.db
    .selectFrom('reports')
    .select(['category', 'type', 'status', 'outcome', 'closed_because'])
    .where('track_id', '=', trackId)
    .where('owner_notified', '=', 0)
    .execute();
/** 30 reports of one reason, one of another, and one about a comment. */
async function reported({ owner }: { owner: Actor }) {
  const trackId = await track(app, owner, 'Reported by many');
  const commentId = await comment(app, await actor(app, 'user'), trackId);
  const send = async (report: object) =>
    (await callAction<{ id: string }>(await actor(app, 'user'), 'addReport', { report })).id;
  // The third report hides the recording with its comments.
  await send({ trackId, type: 'comment', targetId: commentId, category: 'hate' });
  const spam: string[] = [];
  for (let count = 0; count < 30; count++) spam.push(await send({ trackId, category: 'spam' }));
  await send({ trackId, type: 'description', category: 'rights' });
  return { trackId, reportId: spam[17] ?? '' };
}

test.each([
  ['kept', 29, 2],
  ['removed', 31, 0],
] as const)('one press settles 30 reports as %s', async (outcome, settled, open) => {
  const { trackId, reportId } = await reported({ owner: await actor(app, 'user') });
  const decision = { reportId, status: 'resolved', outcome, ruleId: 'other' };
  const answer = await callAction<{ settled: number }>(moderator, 'updateReportStatus', decision);
  expect(answer.settled).toBe(settled + 1);
  const rows = await app.deps.db
    .selectFrom('reports')
    .select(['id', 'status', 'outcome'])
    .where('track_id', '=', trackId)
    .execute();
  const others = rows.filter(({ id }) => id !== reportId);
  expect(others.filter((row) => row.outcome === outcome && row.status === 'resolved')).toHaveLength(settled);
  expect(others.filter(({ status }) => status === 'pending')).toHaveLength(open);
});

test.each(['deleteTrack', 'deleteAccount'] as const)(
  'closes reports with the cause when the owner calls %s; urgent ones wait for a moderator',
  async (action) => {
    const owner = await actor(app, 'user');
    const { trackId } = await reported({ owner });
    const urgent = { trackId, type: 'description', category: 'consent' };
    // A report about the recording would hide it from its owner.
    const { id } = await callAction<{ id: string }>(await actor(app, 'user'), 'addReport', {
      report: { ...urgent, category: 'privacy' },
    });
    await app.deps.db
      .updateTable('reports')
      .set({ gravity: 2, category: 'consent' })
      .where('id', '=', id)
      .execute();
    await callAction(owner, action, action === 'deleteTrack' ? { trackId } : {});
    const rows = await openOnes(trackId);
    const because = action === 'deleteTrack' ? 'deletedByOwner' : 'accountDeleted';
    const closed = rows.filter((row) => row.closed_because === because && row.status === 'resolved');
    // The reported comment belongs to another account; erasing that account deletes it.
    expect(closed).toHaveLength(action === 'deleteTrack' ? 32 : 31);
    expect(rows.find(({ category }) => category === 'consent')).toMatchObject({
      status: 'pending',
      closed_because: null,
    });
  },
);

test('two moderators at once decide once', async () => {
  const { reportId } = await reported({ owner: await actor(app, 'user') });
  const decide = (by: Actor, outcome: ReportView['outcome']) =>
    post(by, 'updateReportStatus', { reportId, status: 'resolved', outcome, ruleId: 'other' });
  const replies = await Promise.all([decide(moderator, 'removed'), decide(other, 'kept')]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const all = await scene();
  await REMOVALS['without a report']?.(all);
  const [decision] = await decisionsOf(all.owner);
  await callAction(all.owner, 'appealDecision', { decisionId: decision?.id, appeal: 'Please' });
  const third = await actor(app, 'moderator');
  const answer = (by: Actor, outcome: ReportView['appealOutcome']) =>
    post(by, 'answerAppeal', { reportId: decision?.id, outcome, answer: 'So' });
  const answers = await Promise.all([answer(other, 'accepted'), answer(third, 'declined')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});
