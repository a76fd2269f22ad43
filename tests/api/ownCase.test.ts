// Moderators and admins cannot decide about their own upload, text, report or decision if another one exists.
import { afterAll, expect, test } from 'vitest';
import type { ReportView } from '../../api/contract/reports.ts';
import type { PendingUploadView } from '../../api/contract/uploads.ts';
import { type Actor, actor, comment, report, track, waitingUpload } from '../support/server/actors.ts';
import { callAction } from '../support/server/publish.ts';
import { rowChanges } from '../support/server/rowChanges.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

type Name = Parameters<typeof post>[1];

interface OwnCase {
  action: Name;
  as: 'owner' | 'reporter' | 'decider';
  /** The body of a call by `self`, who has a part in the case. */
  body: (app: TestApp, self: Actor) => Promise<object>;
  roles?: readonly ('moderator' | 'admin')[];
}

const reportedBy = async (app: TestApp, by: Actor, owner: Actor) => report(app, by, await track(app, owner));
const guest = (app: TestApp) => actor(app, 'guest');
const user = (app: TestApp) => actor(app, 'user');

/** An appealed removal that `decider` made. */
async function appealed(app: TestApp, decider: Actor, owner: Actor): Promise<string> {
  const id = await reportedBy(app, await guest(app), owner);
  const decision = {
    status: 'resolved',
    outcome: 'removed',
    owner_notified: 1,
    reviewed_by: decider.accountId,
  } as const;
  const appeal = { appeal: 'It is mine', appealed_at: 1, reviewed_at: 1 };
  await app.deps.db
    .updateTable('reports')
    .set({ ...decision, ...appeal })
    .where('id', '=', id)
    .execute();
  return id;
}

const decided = { status: 'resolved', outcome: 'kept' };
const CASES: OwnCase[] = [
  {
    action: 'approveUpload',
    as: 'owner',
    body: async (app, self) => ({ uploadId: await waitingUpload(app, self) }),
  },
  {
    action: 'rejectUpload',
    as: 'owner',
    body: async (app, self) => ({ uploadId: await waitingUpload(app, self) }),
  },
  {
    action: 'escalateUpload',
    as: 'owner',
    body: async (app, self) => ({ uploadId: await waitingUpload(app, self) }),
  },
  {
    action: 'setUploaderTrust',
    as: 'owner',
    roles: ['admin'],
    body: async (_app, self) => ({ userId: self.accountId, trust: 'trusted' }),
  },
  {
    action: 'updateReportStatus',
    as: 'owner',
    body: async (app, self) => ({ reportId: await reportedBy(app, await guest(app), self), ...decided }),
  },
  {
    action: 'updateReportStatus',
    as: 'reporter',
    body: async (app, self) => ({ reportId: await reportedBy(app, self, await user(app)), ...decided }),
  },
  {
    // Another person reported the same recording: deciding that would settle the moderator's own report.
    action: 'updateReportStatus',
    as: 'reporter',
    body: async (app, self) => {
      const trackId = await track(app, await user(app));
      await report(app, self, trackId);
      return { reportId: await report(app, await guest(app), trackId), ...decided };
    },
  },
  {
    action: 'answerAppeal',
    as: 'decider',
    body: async (app, self) => ({
      reportId: await appealed(app, self, await user(app)),
      outcome: 'declined',
      answer: 'No',
    }),
  },
  {
    action: 'answerAppeal',
    as: 'owner',
    body: async (app, self) => ({
      reportId: await appealed(app, await actor(app, 'user'), self),
      outcome: 'accepted',
      answer: 'Yes',
    }),
  },
  {
    action: 'deleteReport',
    as: 'owner',
    body: async (app, self) => {
      const reportId = await reportedBy(app, await guest(app), self);
      const settled = { status: 'resolved', outcome: 'kept', reviewed_by: 'somebody' } as const;
      await app.deps.db.updateTable('reports').set(settled).where('id', '=', reportId).execute();
      return { reportId };
    },
  },
];
const table = CASES.flatMap((each) =>
  (each.roles ?? (['moderator', 'admin'] as const)).map(
    (role) => [each.action, each.as, role, each] as const,
  ),
);

const app = await createTestApp();
await actor(app, 'moderator');
await actor(app, 'admin');
afterAll(() => app.close());

test.each(table)('%s refuses the %s who is %s, and writes nothing', async (action, _as, role, { body }) => {
  const self = await actor(app, role);
  const sent = await body(app, self);
  const before = await rowChanges(app);
  const reply = await post(self, action, sent);
  expect([reply.status, reply.json.code]).toEqual([403, 'conflict_of_interest']);
  expect(await rowChanges(app)).toBe(before);
});

test.each(table)(
  '%s admits the %s who is the only %s, and the log says so',
  async (action, as, role, { body }) => {
    const alone = await createTestApp();
    try {
      const self = await actor(alone, role);
      expect((await post(self, action, await body(alone, self))).json).toMatchObject({ success: true });
      const rows = await alone.deps.db.selectFrom('audit_log').selectAll().execute();
      const [row] = rows.filter((each) => each.action === action);
      expect(JSON.parse(row?.detail_json ?? '{}')).toMatchObject({ ownCase: as });
    } finally {
      await alone.close();
    }
  },
);

test('an escalated upload of the only admin can be decided by that admin, although moderators exist', async () => {
  const one = await createTestApp();
  try {
    const [admin, moderator] = [await actor(one, 'admin'), await actor(one, 'moderator')];
    const uploadId = await waitingUpload(one, admin);
    expect((await post(admin, 'approveUpload', { uploadId })).json.code).toBe('conflict_of_interest');
    await callAction(moderator, 'escalateUpload', { uploadId });
    expect((await post(admin, 'approveUpload', { uploadId })).status).toBe(200);
  } finally {
    await one.close();
  }
});

test('the queue and the reports tell the moderator why a decision is for others', async () => {
  const [self, other] = [await actor(app, 'moderator'), await actor(app, 'moderator')];
  const uploadId = await waitingUpload(app, self);
  const queueOf = async (who: Actor) =>
    (await get(who, 'getPendingUploads')).json.data as PendingUploadView[];
  const isOwnCase = async (who: Actor) =>
    (await queueOf(who)).find((row) => row.uploadId === uploadId)?.review?.isOwnCase;
  expect([await isOwnCase(self), await isOwnCase(other)]).toEqual([true, false]);
  expect((await post(self, 'claimUpload', { uploadId })).json.code).toBe('conflict_of_interest');

  const mine = await reportedBy(app, await guest(app), self);
  const sent = await reportedBy(app, self, await user(app));
  const answered = await appealed(app, self, await user(app));
  for (const action of ['getReports', 'getReportTable'] as const) {
    const of = async (who: Actor) => {
      const rows = (await get(who, action)).json.data as ReportView[];
      return [mine, sent, answered].map((id) => rows.find((row) => row.id === id));
    };
    expect((await of(self)).map((row) => row?.barredAs)).toEqual(['owner', 'reporter', 'decider']);
    expect((await of(other)).map((row) => row?.barredAs)).toEqual([null, null, null]);
    // The reporter's words could give them away to the person they reported.
    expect((await of(self)).map((row) => row?.reason)).toEqual(['', 'secret-report', 'secret-report']);
  }
});

test('no answer to a moderator says who reported, and no search or filter finds it out', async () => {
  const [moderator, reporter] = [await actor(app, 'moderator'), await actor(app, 'user')];
  const first = await reportedBy(app, reporter, await user(app));
  await callAction(moderator, 'updateReportStatus', {
    reportId: first,
    status: 'resolved',
    outcome: 'removed',
    ruleId: 'other',
  });
  const second = await reportedBy(app, reporter, await user(app));
  const says = async (action: Name, query: Record<string, string> = {}) =>
    JSON.stringify((await get(moderator, action, query)).json.data);
  for (const action of ['getReports', 'getReportTable', 'getDatabase'] as const) {
    const answer = await says(action);
    expect(answer, action).toContain(second);
    expect(answer, action).not.toContain(reporter.accountId);
    expect(answer, action).not.toContain(`"${reporter.username}"`);
  }
  expect(await says('getReportTable', { search: reporter.username })).toBe('[]');
  expect(await says('getReportTable', { user: reporter.accountId })).toBe('[]');
  const rows = (await get(moderator, 'getReports')).json.data as ReportView[];
  expect(rows.find(({ id }) => id === second)?.reporter).toEqual({
    isGuest: false,
    reports: 2,
    confirmed: 1,
  });
});

test('moderators cannot delete an undecided report, and admins no undecided urgent one', async () => {
  const [moderator, admin] = [await actor(app, 'moderator'), await actor(app, 'admin')];
  const owner = await user(app);
  const reporter = await guest(app);
  const send = async (category: string) =>
    (
      await callAction<{ id: string }>(reporter, 'addReport', {
        report: { trackId: await track(app, owner), category },
      })
    ).id;
  const remove = async (who: Actor, reportId: string) => (await post(who, 'deleteReport', { reportId })).json;
  const [spam, minor] = [await send('spam'), await send('minor')];
  expect([await remove(moderator, spam), await remove(moderator, minor), await remove(admin, minor)]).toEqual(
    Array(3).fill(expect.objectContaining({ code: 'conflict' })),
  );
  expect(await remove(admin, spam)).toMatchObject({ success: true });
  const open = await appealed(app, moderator, owner);
  expect((await remove(admin, open)).code).toBe('conflict');
});

test('a moderator deletes their own comment and recording like any user', async () => {
  const self = await actor(app, 'admin');
  const trackId = await track(app, self);
  const commentId = await comment(app, self, trackId);
  expect((await post(self, 'deleteComment', { commentId })).status).toBe(200);
  expect((await post(self, 'deleteTrack', { trackId })).status).toBe(200);
  const rows = await app.deps.db.selectFrom('reports').selectAll().where('track_id', '=', trackId).execute();
  expect(rows).toEqual([]);
});
