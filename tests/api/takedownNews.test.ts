// Owners of content that moderation removes are notified with the reason, also without a report.
import { afterAll, expect, test } from 'vitest';
import { REASON_MAX_LENGTH } from '../../api/contract/limits.ts';
import type { NotificationView } from '../../api/contract/news.ts';
import { type Actor, actor, track } from '../support/server/actors.ts';
import { callAction } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const app = await createTestApp();
const moderator = await actor(app, 'moderator');
afterAll(() => app.close());

const newsOf = async (who: Actor) => (await get(who, 'getNotifications')).json.data as NotificationView[];

/** Comments over HTTP. */
const comment = async (who: Actor, trackId: string) =>
  (await callAction<{ id: string }>(who, 'addComment', { trackId, content: 'secret-words' })).id;

test('a moderator’s deletion notifies the owner of title and reason, without naming the moderator (row 43)', async () => {
  const owner = await actor(app, 'guest');
  const trackId = await track(app, owner, 'Rain');
  await callAction(moderator, 'deleteTrack', { trackId, reason: ' A name is said ' });
  expect(await newsOf(owner)).toMatchObject([
    {
      type: 'track_taken_down',
      user: null,
      trackId: null,
      trackTitle: 'Rain',
      commentText: 'A name is said',
      isRead: false,
    },
  ]);
  const { db } = app.deps;
  const log = await db.selectFrom('audit_log').selectAll().where('target_id', '=', trackId).execute();
  expect(log).toMatchObject([
    { action: 'deleteTrack', detail_json: expect.stringContaining('A name is said') },
  ]);
});

test('a deletion without a reason also notifies the owner (row 43)', async () => {
  const owner = await actor(app, 'user');
  await callAction(moderator, 'deleteTrack', { trackId: await track(app, owner, 'Rain') });
  expect(await newsOf(owner)).toMatchObject([
    { type: 'track_taken_down', trackTitle: 'Rain', commentText: null },
  ]);
});

test('deleting several recordings by title and name notifies once (row 43)', async () => {
  const [admin, owner] = [await app.admin(), await actor(app, 'user')];
  for (let copies = 0; copies < 2; copies++) await track(app, owner, 'Twice');
  const target = {
    trackTitle: 'Twice',
    username: owner.username,
    ruleId: 'other',
    password: 'Correct-Horse-9',
  };
  expect(await callAction(admin, 'forceDeleteTrack', { ...target, reason: 'Not yours' })).toEqual({
    deleted: 2,
  });
  expect(await newsOf(owner)).toMatchObject([
    { type: 'track_taken_down', user: null, trackTitle: 'Twice', commentText: 'Not yours' },
  ]);
});

test('deleting a comment notifies its author of place and reason, without the text (row 44)', async () => {
  const [owner, author] = [await actor(app, 'user'), await actor(app, 'guest')];
  const trackId = await track(app, owner, 'Rain');
  const commentId = await comment(author, trackId);
  await callAction(moderator, 'deleteComment', { commentId, reason: 'Unkind' });
  const news = await newsOf(author);
  expect(news).toMatchObject([
    { type: 'comment_taken_down', user: null, trackId, trackTitle: 'Rain', commentText: 'Unkind' },
  ]);
  expect(JSON.stringify([news, await newsOf(owner)])).not.toContain('secret-words');
});

interface Decision {
  id: string;
  type: string;
  words: string;
  trackTitle: string;
  reason: string;
  appeal: string | null;
  appealAnswer: string;
}
const decisionsOf = async (who: Actor) => (await get(who, 'getDecisions')).json.data as unknown as Decision[];

test('the owner of content removed without a report can read the decision, appeal once and get an answer (row 47)', async () => {
  const [owner, author, admin] = [await actor(app, 'user'), await actor(app, 'guest'), await app.admin()];
  const trackId = await track(app, owner, 'Rain');
  const commentId = await comment(author, trackId);
  await callAction(moderator, 'deleteComment', { commentId, reason: 'Unkind' });
  await callAction(moderator, 'deleteTrack', { trackId, reason: ' A name is said ' });
  await track(app, owner, 'Forced');
  const target = {
    trackTitle: 'Forced',
    username: owner.username,
    ruleId: 'other',
    password: 'Correct-Horse-9',
  };
  await callAction(admin, 'forceDeleteTrack', target);
  expect(await decisionsOf(author)).toMatchObject([
    { type: 'comment', words: '', trackTitle: '', reason: 'Unkind', appeal: null },
  ]);
  const decisions = await decisionsOf(owner);
  expect(decisions.map(({ type, words, reason }) => [type, words, reason]).toSorted()).toEqual([
    ['recording', 'Forced', ''],
    ['recording', 'Rain', 'A name is said'],
  ]);
  expect(JSON.stringify([decisions, await decisionsOf(author)])).not.toContain(moderator.username);

  const { id: decisionId } = decisions.find(({ words }) => words === 'Rain') ?? { id: '' };
  const stranger = await post(author, 'appealDecision', { decisionId, appeal: 'Not mine' });
  expect(stranger.json.code).toBe('forbidden');
  await callAction(owner, 'appealDecision', { decisionId, appeal: 'No name is said' });
  expect((await post(owner, 'appealDecision', { decisionId, appeal: 'Again' })).json.code).toBe('conflict');
  const reports = (await get(moderator, 'getReportTable')).json.data as unknown as Record<string, unknown>[];
  expect(reports.find(({ id }) => id === decisionId)).toMatchObject({
    reporter: null,
    status: 'resolved',
    outcome: 'removed',
    appeal: 'No name is said',
    isThere: false,
  });
  await callAction(admin, 'answerAppeal', {
    reportId: decisionId,
    outcome: 'accepted',
    answer: 'You are right',
  });
  expect((await decisionsOf(owner)).find(({ id }) => id === decisionId)?.appealAnswer).toBe('You are right');
});

test('deleting one’s own content notifies no one, and a reason is ignored', async () => {
  const [owner, author] = [await actor(app, 'user'), await actor(app, 'user')];
  const trackId = await track(app, owner, 'Rain');
  const commentId = await comment(author, trackId);
  await callAction(owner, 'deleteComment', { commentId, reason: 'mine' });
  await callAction(owner, 'deleteTrack', { trackId, reason: 'mine' });
  expect([await decisionsOf(owner), await decisionsOf(author)]).toEqual([[], []]);
  expect(await newsOf(author)).toEqual([]);
  expect(await newsOf(owner)).toEqual([]);
  const stranger = await actor(app, 'user');
  const other = await track(app, owner, 'Rain');
  expect((await post(stranger, 'deleteTrack', { trackId: other, reason: 'x' })).json.code).toBe('forbidden');
  const long = 'x'.repeat(REASON_MAX_LENGTH + 1);
  expect((await post(moderator, 'deleteTrack', { trackId: other, reason: long })).json.code).toBe(
    'invalid_body',
  );
  expect(await newsOf(owner)).toEqual([]);
});
