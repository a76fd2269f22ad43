// Reports keep the reported content, outlive its recording, and are resolved for all reporters. The owner of removed
// content receives the reason and can appeal once.
import { afterAll, expect, test } from 'vitest';
import type { DecisionView, ReportView } from '../../api/contract/reports.ts';
import type { DatabaseView } from '../../api/contract/snapshot.ts';
import { retain } from '../../api/jobs/retention.ts';
import { openReports } from '../../api/reports/queries.ts';
import { type Actor, actor, comment, track } from '../support/server/actors.ts';
import { callAction } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const app = await createTestApp();
const [owner, fan, moderator] = [
  await actor(app, 'user'),
  await actor(app, 'guest'),
  await actor(app, 'moderator'),
];
afterAll(() => app.close());

const send = async (by: Actor, report: object) =>
  (await callAction<{ id: string }>(by, 'addReport', { report })).id;
const listed = async () => (await get(moderator, 'getReports')).json.data as ReportView[];
const find = async (id: string) => (await listed()).find((each) => each.id === id);
const settle = (reportId: string, more: object) =>
  callAction<ReportView>(moderator, 'updateReportStatus', {
    reportId,
    status: 'resolved',
    ruleId: 'other',
    ...more,
  });
const newsOf = async (person: Actor) =>
  ((await get(person, 'getDatabase')).json.data as DatabaseView).notifications;
const decisionsOf = async (person: Actor) => (await get(person, 'getDecisions')).json.data as DecisionView[];

test.each(['recording', 'description'] as const)('a %s report names only its track', async (type) => {
  const trackId = await track(app, owner, 'Named by its track');
  const report = { type, trackId, reason: '  Why  ', category: 'consent', atSeconds: 192.7 };
  const id = await send(fan, report);
  expect(await find(id)).toMatchObject({
    type,
    targetId: trackId,
    trackId,
    targetTitle: type === 'description' ? 'About it' : 'Named by its track',
    reportedId: owner.accountId,
    reason: 'Why',
    category: 'consent',
    atSeconds: 192,
    isThere: true,
  });
});

test('spaces around a reason do not count', async () => {
  const id = await send(await actor(app, 'guest'), {
    trackId: await track(app, owner),
    reason: `  ${'x'.repeat(500)}\n `,
  });
  expect((await find(id))?.reason).toHaveLength(500);
});

test.each([
  [{ type: 'comment', trackId: 'some-track' }, 422],
  [{}, 422],
  [{ trackId: 'no-such-track' }, 404],
  [{ trackId: 'some-track', category: 'boredom' }, 422],
  [{ trackId: 'some-track', atSeconds: -1 }, 422],
  [{ trackId: 'some-track', atSeconds: 3601 }, 422],
  [{ trackId: 'some-track', reason: 'x'.repeat(501) }, 422],
])('%j is answered with %i', async (report, status) => {
  expect((await post(fan, 'addReport', { report })).status).toBe(status);
});

test('a report keeps the reported text after edits and deletion, until the account is deleted', async () => {
  const leaver = await actor(app, 'user');
  const trackId = await track(app, leaver, 'evidence-title');
  const commentId = await comment(app, leaver, trackId);
  const ids = [
    await send(fan, { trackId }),
    await send(fan, { type: 'comment', targetId: commentId, trackId }),
    await send(fan, { type: 'description', trackId }),
  ];
  await app.deps.db
    .updateTable('accounts')
    .set({ is_verified: 1 })
    .where('id', '=', leaver.accountId)
    .execute();
  await callAction(leaver, 'updateTrack', { trackId, updates: { title: 'Harmless', description: '' } });
  expect((await find(ids[0] ?? ''))?.targetTitle).toBe('evidence-title');
  expect((await find(ids[2] ?? ''))?.isThere).toBe(false);
  await callAction(leaver, 'deleteTrack', { trackId });
  const kept = (await listed()).filter(({ id }) => ids.includes(id));
  expect(kept.map(({ targetTitle }) => targetTitle).sort()).toEqual(['About it', 'Hm', 'evidence-title']);
  expect(kept.map(({ isThere }) => isThere)).toEqual([false, false, false]);
  expect(await openReports(app.deps.db, { accountId: leaver.accountId })).toBe(0);
  expect(kept.map(({ closedBecause }) => closedBecause)).toEqual(Array(3).fill('deletedByOwner'));

  await callAction(leaver, 'deleteAccount', {});
  const after = (await listed()).filter(({ id }) => ids.includes(id));
  expect(after.map(({ targetTitle, reportedId }) => [targetTitle, reportedId])).toEqual(
    Array(3).fill(['', null]),
  );
});

test('reports about comments of others do not count against the owner', async () => {
  const host = await actor(app, 'user');
  const trackId = await track(app, host);
  await send(fan, { type: 'comment', targetId: await comment(app, owner, trackId) });
  expect(await openReports(app.deps.db, { accountId: host.accountId })).toBe(0);
  expect(await openReports(app.deps.db, { trackId })).toBe(0);
});

test('pending urgent reports come first', async () => {
  const trackId = await track(app, owner);
  const urgent = await send(await actor(app, 'guest'), { trackId, category: 'minor' });
  const usual = await send(fan, { trackId, category: 'spam' });
  const order = (await listed()).map(({ id }) => id);
  expect(order.indexOf(urgent)).toBeLessThan(order.indexOf(usual));
  await callAction(moderator, 'updateReportStatus', { reportId: urgent, status: 'reviewed' });
  const later = (await listed()).map(({ id }) => id);
  expect(later.indexOf(urgent)).toBeGreaterThan(later.indexOf(usual));
});

test('a removal resolves all reports of the content; reporters get the outcome without the text, the owner the reason', async () => {
  const [author, first, second] = [
    await actor(app, 'user'),
    await actor(app, 'guest'),
    await actor(app, 'user'),
  ];
  const trackId = await track(app, author, 'secret-title');
  const id = await send(first, { trackId, category: 'consent', reason: 'secret-reason' });
  const other = await send(second, { trackId });
  const decisionReason = 'Somebody in it did not agree';
  expect(await settle(id, { outcome: 'removed', decisionReason })).toMatchObject({
    outcome: 'removed',
    isThere: false,
    targetTitle: 'secret-title',
  });
  expect(await find(other)).toMatchObject({ status: 'resolved', outcome: 'removed' });
  expect((await get(fan, 'getTracks', { id: trackId })).json.data).toEqual([]);
  for (const reporter of [first, second]) {
    expect(await newsOf(reporter)).toMatchObject([
      { type: 'report_removed', user: null, trackId: null, trackTitle: null, commentText: null },
    ]);
  }
  expect(await newsOf(author)).toMatchObject([
    { type: 'taken_down', user: null, commentText: decisionReason },
  ]);

  const [decision] = await decisionsOf(author);
  expect(decision).toMatchObject({ words: 'secret-title', reason: decisionReason, appeal: null });
  expect(JSON.stringify(await decisionsOf(author))).not.toMatch(/secret-reason/);
  expect(await decisionsOf(first)).toEqual([]);
  const appeal = { decisionId: id, appeal: ' It is my own voice ' };
  expect((await post(second, 'appealDecision', appeal)).json.code).toBe('forbidden');
  expect((await post(author, 'appealDecision', { ...appeal, decisionId: other })).json.code).toBe(
    'forbidden',
  );
  expect(await callAction(author, 'appealDecision', appeal)).toMatchObject({ appeal: 'It is my own voice' });
  expect((await post(author, 'appealDecision', appeal)).json.code).toBe('conflict');
  expect(await find(id)).toMatchObject({ appeal: 'It is my own voice', appealedAt: expect.any(String) });
  const copy = (await get(author, 'exportAccount')).json.data as { decisions: DecisionView[] };
  expect(copy.decisions).toMatchObject([{ words: 'secret-title', appeal: 'It is my own voice' }]);
});

test('a comment or description can be removed without its recording', async () => {
  const author = await actor(app, 'user');
  const trackId = await track(app, author);
  const commentReport = await send(fan, { type: 'comment', targetId: await comment(app, author, trackId) });
  const described = await send(fan, { type: 'description', trackId });
  await settle(commentReport, { outcome: 'removed' });
  await settle(described, { outcome: 'removed' });
  expect((await get(fan, 'getTracks', { id: trackId })).json.data).toMatchObject([
    { description: '', commentsCount: 0 },
  ]);
  expect((await decisionsOf(author)).map(({ words }) => words).sort()).toEqual(['About it', 'Hm']);
});

test('notifies reporters of kept content and of content deleted by its owner', async () => {
  const [reporter, author] = [await actor(app, 'guest'), await actor(app, 'user')];
  const trackId = await track(app, author);
  const id = await send(reporter, { trackId });
  await settle(id, {});
  expect(await find(id)).toMatchObject({ outcome: 'kept', isThere: true });
  const again = await send(reporter, { trackId });
  expect(again).not.toBe(id);
  await callAction(author, 'deleteTrack', { trackId });
  expect(await find(again)).toMatchObject({ status: 'resolved', outcome: null });
  expect((await newsOf(reporter)).map(({ type }) => type).sort()).toEqual(['report_closed', 'report_kept']);
  expect((await newsOf(author)).map(({ type }) => type)).toEqual([]);
});

test('deletes resolved reports after half a year; open ones and their idle guest stay', async () => {
  const reporter = await actor(app, 'guest');
  const trackId = await track(app, owner);
  const open = await send(reporter, { trackId, category: 'spam' });
  const settled = await send(fan, { trackId });
  await settle(settled, { outcome: 'kept' });
  const day = 24 * 3600 * 1000;
  const now = app.deps.now();
  const left = async () => {
    const rows = await app.deps.db.selectFrom('reports').select('id').execute();
    return [open, settled].map((id) => rows.some((row) => row.id === id));
  };
  await retain({ ...app.deps, now: () => now + 180 * day });
  expect(await left()).toEqual([true, true]);
  await retain({ ...app.deps, now: () => now + 184 * day });
  expect(await left()).toEqual([true, false]);
});

test('an appeal that nobody has answered stays, however old its decision', async () => {
  const [author, reporter, judge] = [
    await actor(app, 'user'),
    await actor(app, 'user'),
    await actor(app, 'moderator'),
  ];
  const id = await send(reporter, { trackId: await track(app, author) });
  const decision = { reportId: id, status: 'resolved', outcome: 'removed', ruleId: 'other' };
  await callAction(judge, 'updateReportStatus', decision);
  await callAction(author, 'appealDecision', { decisionId: id, appeal: 'It is my own voice' });
  const day = 24 * 3600 * 1000;
  const later = app.deps.now() + 400 * day;
  const left = async () =>
    (await app.deps.db.selectFrom('reports').select('id').where('id', '=', id).execute()).length;
  await retain({ ...app.deps, now: () => later });
  expect(await left()).toBe(1);
  await app.deps.db.updateTable('reports').set({ appeal_outcome: 'declined' }).where('id', '=', id).execute();
  await retain({ ...app.deps, now: () => later });
  expect(await left()).toBe(0);
});
