// Every rejection and removal states a rule and facts, and its owner can appeal it.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_RULES } from '../../api/contract/defaultRules.ts';
import type { NotificationView } from '../../api/contract/news.ts';
import type { DecisionView, ReportView } from '../../api/contract/reports.ts';
import type { RulesView } from '../../api/contract/rules.ts';
import type { TrackView } from '../../api/contract/tracks.ts';
import type { OwnUploadView } from '../../api/contract/uploads.ts';
import { ledgerAfter } from '../../api/db/ledger.ts';
import { readEnv } from '../../api/env.ts';
import { replayLedger } from '../../api/jobs/replay.ts';
import { type Actor, actor, comment, report, track, waitingUpload } from '../support/server/actors.ts';
import { callAction, visitor } from '../support/server/publish.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const app = await createTestApp();
const [moderator, other] = [await actor(app, 'moderator'), await actor(app, 'moderator')];
afterAll(() => app.close());

const decisionsOf = async (who: Actor) => (await get(who, 'getDecisions')).json.data as DecisionView[];
const uploadsOf = async (who: Actor) => (await get(who, 'getMyUploads')).json.data as OwnUploadView[];
const newsOf = async (who: Actor) => (await get(who, 'getNotifications')).json.data as NotificationView[];
const rulesOf = async (of: TestApp) => (await get(visitor(of.url), 'getRules')).json.data as RulesView;

/** A rules file with this content. */
async function rulesFile(content: unknown): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'aural-rules-')), 'rules.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}
const rule = (id: string, more: object = {}) => ({
  id,
  title: `The rule ${id}`,
  text: 'One paragraph.',
  ...more,
});

test('the default rules are public', async () => {
  expect(await rulesOf(app)).toEqual(DEFAULT_RULES);
});

test('RULES_FILE replaces the rules, and decisions name its rules', async () => {
  const rules = [rule('shouting'), rule('young', { category: 'minor' }), rule('other')];
  const own = await createTestApp({ env: { RULES_FILE: await rulesFile({ language: 'en', rules }) } });
  try {
    expect(await rulesOf(own)).toEqual({
      language: 'en',
      rules: rules.map((each) => ({ category: null, ...each })),
    });
    const owner = await actor(own, 'user');
    const uploadId = await waitingUpload(own, owner);
    const by = await actor(own, 'moderator');
    const reject = (ruleId: string) => post(by, 'rejectUpload', { uploadId, ruleId });
    expect((await reject('adults')).json.code).toBe('rule_required');
    expect((await reject('shouting')).status).toBe(200);
    expect(await uploadsOf(owner)).toMatchObject([{ ruleId: 'shouting', reason: 'The rule shouting' }]);
  } finally {
    await own.close();
  }
});

test.each([
  ['no JSON', '{', /RULES_FILE .*rules\.json: .*JSON/],
  ['no list', { language: 'de' }, /rules\. rules must be a list/],
  ['no rule “other”', { language: 'de', rules: [rule('one')] }, /a rule must have the id other/],
  ['an id twice', { language: 'de', rules: [rule('other'), rule('other')] }, /each id may appear once/],
  ['a bad id', { language: 'de', rules: [rule('other'), rule('No Spaces')] }, /rules\.1\.id\. id must be/],
  [
    'a bad category',
    { language: 'de', rules: [rule('other', { category: 'x' })] },
    /rules\.0\.category\. category must/,
  ],
  [
    'a missing text',
    { language: 'de', rules: [{ id: 'other', title: 'Other' }] },
    /rules\.0\.text\. text must be text/,
  ],
])('the server does not start with a rules file that has %s', async (_what, content, message) => {
  const file = await rulesFile(content);
  expect(() => readEnv({ RULES_FILE: file })).toThrow(message);
});

test('the server does not start without the file that RULES_FILE names', () => {
  expect(() => readEnv({ RULES_FILE: '/nowhere/rules.json' })).toThrow(
    /RULES_FILE \/nowhere\/rules\.json: cannot be read \(ENOENT\)/,
  );
});

const reportedBy = async (owner: Actor, title: string) => {
  const trackId = await track(app, owner, title);
  return { trackId, reportId: await report(app, await actor(app, 'user'), trackId) };
};

test('a report cannot be resolved as removed without a known rule, and nothing changes', async () => {
  const owner = await actor(app, 'user');
  const { reportId } = await reportedBy(owner, 'Without a rule');
  const removal = { reportId, status: 'resolved', outcome: 'removed' };
  for (const ruleId of [undefined, 'unknown']) {
    const { status, json } = await post(moderator, 'updateReportStatus', { ...removal, ruleId });
    expect([status, json.code]).toEqual([409, 'rule_required']);
  }
  expect(await decisionsOf(owner)).toEqual([]);
  expect(await newsOf(owner)).toEqual([]);
});

test('the owner of a removed recording reads the rule, the facts, how it was found, and until when to appeal', async () => {
  const owner = await actor(app, 'user');
  const { reportId } = await reportedBy(owner, 'With a rule');
  const stated = { ruleId: 'privacy', decisionReason: 'A street is named', atSeconds: 12.7 };
  const removal = { reportId, status: 'resolved', outcome: 'removed', ...stated };
  const decided = await callAction<ReportView>(moderator, 'updateReportStatus', removal);
  expect(decided).toMatchObject({ ruleId: 'privacy', decisionReason: 'A street is named' });
  expect(await decisionsOf(owner)).toMatchObject([
    {
      ruleId: 'privacy',
      reason: 'A street is named',
      atSeconds: 12,
      foundBy: 'report',
      appealUntil: expect.any(String),
    },
  ]);
  expect(await newsOf(owner)).toMatchObject([{ type: 'taken_down', commentText: 'A street is named' }]);
});

test('without words the notification names the rule', async () => {
  const owner = await actor(app, 'user');
  const { reportId } = await reportedBy(owner, 'No words');
  const removal = { reportId, status: 'resolved', outcome: 'removed', ruleId: 'honest' };
  await callAction(moderator, 'updateReportStatus', removal);
  expect(await newsOf(owner)).toMatchObject([{ type: 'taken_down', commentText: 'Ehrliche Worte' }]);
});

test('keeping content, and resolving what is gone, need no rule', async () => {
  const owner = await actor(app, 'user');
  const kept = await reportedBy(owner, 'Kept');
  const resolved = { status: 'resolved', outcome: 'kept', reportId: kept.reportId };
  expect((await post(moderator, 'updateReportStatus', resolved)).status).toBe(200);
  const by = await actor(app, 'user');
  const trackId = await track(app, owner, 'Gone');
  const sent = { report: { trackId, category: 'minor' } };
  const { id: reportId } = await callAction<{ id: string }>(by, 'addReport', sent);
  await callAction(owner, 'deleteAccount', {});
  const gone = await post(moderator, 'updateReportStatus', {
    reportId,
    status: 'resolved',
    outcome: 'removed',
  });
  expect(gone.status).toBe(200);
});

test('deleting by title and name needs a rule; other removals by moderators state the rule or the other one', async () => {
  const [admin, owner, author] = [await app.admin(), await actor(app, 'user'), await actor(app, 'user')];
  const [one, two] = [await track(app, owner, 'One'), await track(app, owner, 'Two')];
  const commentId = await comment(app, author, two);
  const target = { trackTitle: 'One', username: owner.username, password: 'Correct-Horse-9' };
  expect((await post(admin, 'forceDeleteTrack', target)).json.code).toBe('rule_required');
  await callAction(admin, 'forceDeleteTrack', { ...target, ruleId: 'own' });
  await callAction(moderator, 'deleteComment', { commentId, ruleId: 'comments' });
  await callAction(moderator, 'deleteTrack', { trackId: two });
  expect((await decisionsOf(owner)).map(({ ruleId, foundBy }) => [ruleId, foundBy]).toSorted()).toEqual([
    ['other', 'moderator'],
    ['own', 'moderator'],
  ]);
  expect(await decisionsOf(author)).toMatchObject([{ ruleId: 'comments' }]);
  expect(one).not.toBe(two);
});

test('a rejection without rule and reason still works: it gets the rule “other” and the specified reason', async () => {
  const owner = await actor(app, 'user');
  await callAction(moderator, 'rejectUpload', { uploadId: await waitingUpload(app, owner) });
  expect(await uploadsOf(owner)).toMatchObject([
    { ruleId: 'other', reason: 'Rejected by admin', isAppealed: false },
  ]);
});

test('the owner of a rejected upload or edit reads the rule, the facts and how it was found', async () => {
  const owner = await actor(app, 'user');
  const uploadId = await waitingUpload(app, owner);
  await app.deps.db
    .updateTable('uploads')
    .set({ flags_json: '["daily"]' })
    .where('id', '=', uploadId)
    .execute();
  await callAction(moderator, 'rejectUpload', {
    uploadId,
    ruleId: 'privacy',
    reason: 'A name',
    atSeconds: 3,
  });
  const stated = { ruleId: 'privacy', reason: 'A name', atSeconds: 3, foundBy: 'automation' };
  expect(await uploadsOf(owner)).toMatchObject([{ ...stated, appealUntil: expect.any(String) }]);
  await callAction(owner, 'appealRejection', { uploadId, appeal: 'There is no name' });
  expect(await uploadsOf(owner)).toMatchObject([{ isAppealed: true, appealUntil: null }]);
  expect(await decisionsOf(owner)).toMatchObject([{ type: 'upload', ...stated, appeal: 'There is no name' }]);

  const editor = await actor(app, 'user');
  const trackId = await track(app, editor, 'To edit');
  await report(app, await actor(app, 'user'), trackId);
  await callAction(editor, 'updateTrack', { trackId, updates: { title: 'An advert' } });
  const [edit] = await uploadsOf(editor);
  await callAction(moderator, 'rejectUpload', { uploadId: edit?.uploadId, ruleId: 'honest' });
  expect(await uploadsOf(editor)).toMatchObject([
    { trackId, ruleId: 'honest', reason: 'Ehrliche Worte', atSeconds: null },
  ]);
});

const blobOf = async (id: string) => {
  const { db } = app.deps;
  const { file } = await db
    .selectFrom('uploads')
    .select('file')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await app.deps.blobs.put(file, Buffer.from(`audio of ${id}`));
  return file;
};
const audioStatus = async (file: string, by?: Actor) =>
  (await fetch(`${app.url}/audio/${file}`, by ? { headers: { cookie: by.cookie } } : {})).status;
const caseOf = (id: string) =>
  app.deps.db.selectFrom('evidence').selectAll().where('subject_id', '=', id).executeTakeFirst();

test('a rejection under an urgent rule seals the audio; moderators hear it only while its appeal is open, and an accepted appeal publishes it', async () => {
  const owner = await actor(app, 'user');
  const uploadId = await waitingUpload(app, owner);
  const file = await blobOf(uploadId);
  await callAction(moderator, 'rejectUpload', { uploadId, ruleId: 'adults' });
  expect(await caseOf(uploadId)).toMatchObject({ cause: 'rejected', file });
  expect(await uploadsOf(owner)).toMatchObject([{ url: null, appealUntil: expect.any(String) }]);
  for (const who of [owner, moderator, other]) expect(await audioStatus(file, who)).toBe(404);

  const appeal = { uploadId, appeal: 'I am 34' };
  const { id: reportId } = await callAction<DecisionView>(owner, 'appealRejection', appeal);
  expect([await audioStatus(file), await audioStatus(file, owner), await audioStatus(file, other)]).toEqual([
    404, 404, 200,
  ]);
  const [row] = ((await get(other, 'getReportTable')).json.data as ReportView[]).filter(
    ({ id }) => id === reportId,
  );
  expect(row?.recording?.url).toContain(file);

  const before = (await caseOf(uploadId))?.last_event_at ?? 0;
  app.advance(60_000);
  await callAction(other, 'answerAppeal', { reportId, outcome: 'accepted', answer: 'You are' });
  const published = (await get(visitor(app.url), 'getTracks', { user: owner.accountId })).json
    .data as TrackView[];
  expect(published).toHaveLength(1);
  expect(await audioStatus(file)).toBe(200);
  // The case stays open: its hold counts from the answer.
  expect(await caseOf(uploadId)).toMatchObject({ cause: 'rejected', file });
  expect((await caseOf(uploadId))?.last_event_at).toBeGreaterThanOrEqual(before + 60_000);
});

test('a declined appeal leaves sealed audio silent again', async () => {
  const owner = await actor(app, 'user');
  const uploadId = await waitingUpload(app, owner);
  const file = await blobOf(uploadId);
  await callAction(moderator, 'rejectUpload', { uploadId, ruleId: 'consent' });
  const { id: reportId } = await callAction<DecisionView>(owner, 'appealRejection', {
    uploadId,
    appeal: 'All did',
  });
  await callAction(other, 'answerAppeal', { reportId, outcome: 'declined', answer: 'They did not' });
  for (const who of [owner, moderator, other]) expect(await audioStatus(file, who)).toBe(404);
  expect(await caseOf(uploadId)).toMatchObject({ cause: 'rejected' });
});

test('a removal under an urgent rule seals the recording', async () => {
  const { trackId, reportId } = await reportedBy(await actor(app, 'user'), 'Reported as spam');
  const removal = { reportId, status: 'resolved', outcome: 'removed', ruleId: 'adults' };
  await callAction(moderator, 'updateReportStatus', removal);
  expect(await caseOf(trackId)).toMatchObject({ cause: 'removed' });
});

test('a restored backup repeats the statements', async () => {
  const owner = await actor(app, 'user');
  const uploadId = await waitingUpload(app, owner);
  const { reportId } = await reportedBy(owner, 'In the backup');
  await callAction(moderator, 'rejectUpload', { uploadId, ruleId: 'privacy', atSeconds: 4 });
  const removal = { reportId, status: 'resolved', outcome: 'removed', ruleId: 'own', atSeconds: 5 };
  await callAction(moderator, 'updateReportStatus', removal);
  const { db } = app.deps;
  const entries = (await ledgerAfter(db, 0)).filter(({ id }) => [uploadId, reportId].includes(id));
  await db.deleteFrom('ledger').where('id', 'in', [uploadId, reportId]).execute();
  const unstated = { rule_id: null, decision_at_seconds: null };
  await db
    .updateTable('uploads')
    .set({ status: 'pending_review', erase_at: null, ...unstated })
    .where('id', '=', uploadId)
    .execute();
  await db
    .updateTable('reports')
    .set({ status: 'pending', ...unstated })
    .where('id', '=', reportId)
    .execute();
  await db.transaction().execute((tx) => replayLedger(tx, entries));
  expect(await uploadsOf(owner)).toMatchObject([{ ruleId: 'privacy', atSeconds: 4 }]);
  expect(await decisionsOf(owner)).toMatchObject([{ ruleId: 'own', atSeconds: 5 }]);
});
