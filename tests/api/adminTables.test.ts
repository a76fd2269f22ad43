// Tables of the admin area: sorted pages, search, and actions on reports and appeals (rows 43 to 47).
import { afterAll, expect, test } from 'vitest';
import type { ReportView } from '../../api/contract/reports.ts';
import { isPostgres } from '../../api/db/dialect.ts';
import { PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { actor, comment, like, report, track, waitingUpload } from '../support/server/actors.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const ids: string[] = [];

const app = await createTestApp();
const admin = await withPassword(app, await actor(app, 'admin'));
const moderator = await actor(app, 'moderator');
const owner = await actor(app, 'user');
for (const title of ['Zimt', 'abend', 'Mond', 'Über den Dächern', 'Feuer'])
  ids.push(await track(app, owner, title));
for (const [index, id] of ids.entries()) {
  const change = { likes: index, duration: 10 * (index % 3), size: 1000 - index, created_at: 1000 + index };
  await app.deps.db.updateTable('tracks').set(change).where('id', '=', id).execute();
}
afterAll(() => app.close());

interface Row {
  id: string;
  title: string;
  [name: string]: unknown;
}
const rowsOf = async (action: string, query: Record<string, string>, who = moderator) => {
  const { status, json } = await get(who, action as 'getTrackTable', query);
  expect(status, JSON.stringify(json)).toBe(200);
  return json as unknown as { data: Row[]; nextCursor?: string; total?: number };
};

test('refuses every table to guests and users', async () => {
  for (const who of [await actor(app, 'guest'), owner])
    for (const action of ['getOverview', 'getTrackTable', 'getUserTable', 'getReportTable', 'getAuditTable'])
      expect((await get(who, action as 'getOverview', {})).status).toBe(403);
});

test('every column sorts both ways, and each page continues the previous one (row 44)', async () => {
  const values: Record<string, (row: Row) => unknown> = {
    date: (row) => row.createdAt,
    title: (row) => row.title.toLowerCase(),
    user: (row) => (row.user as { username: string }).username.toLowerCase(),
    length: (row) => row.duration,
    size: (row) => row.fileSize,
    likes: (row) => row.likes,
    comments: (row) => row.commentsCount,
  };
  for (const [sort, keyOf] of Object.entries(values))
    for (const direction of ['asc', 'desc']) {
      const seen: Row[] = [];
      for (let cursor: string | undefined = '', page = 0; cursor !== undefined && page < 9; page++) {
        const query = { sort, direction, limit: '2', ...(cursor && { cursor }) };
        const answer = await rowsOf('getTrackTable', query);
        if (page === 0) expect(answer.total).toBe(5);
        else expect(answer.total).toBeUndefined();
        seen.push(...answer.data);
        cursor = answer.nextCursor;
      }
      expect(seen.map(({ id }) => id).toSorted(), `${sort} ${direction}`).toEqual(ids.toSorted());
      const shown = seen.map(keyOf);
      const sorted = shown.toSorted((a, b) =>
        (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0,
      );
      expect(shown, `${sort} ${direction}`).toEqual(direction === 'asc' ? sorted : sorted.reverse());
    }
});

test('"WHIS" finds the tag whisper; search ignores case in titles, descriptions and names (row 43)', async () => {
  const tagged = await track(app, owner, 'Quiet one');
  await app.deps.db
    .updateTable('accounts')
    .set({ is_verified: 1 })
    .where('id', '=', owner.accountId)
    .execute();
  await post(owner, 'updateTrack', {
    trackId: tagged,
    updates: { tags: ['whisper'], description: 'Kaminfeuer' },
  });
  const found = async (search: string) =>
    (await rowsOf('getTrackTable', { search })).data.map(({ title }) => title).toSorted();
  expect(await found('WHIS')).toEqual(['Quiet one']);
  expect(await found('HISP')).toEqual(['Quiet one']);
  expect(await found('über DEN')).toEqual(['Über den Dächern']);
  expect(await found('kamin')).toEqual(['Quiet one']);
  expect(await found(owner.username.toUpperCase())).toHaveLength(6);
  expect(await found('nobody said this')).toEqual([]);
  await post(owner, 'deleteTrack', { trackId: tagged });
});

test('search finds and counts comments by part of a word, punctuation, username and title (row 43)', async () => {
  const writer = await actor(app, 'user');
  const there = await track(app, owner, 'Leuchtturmlicht');
  const say = async (trackId: string, content: string) => {
    const { json } = await post(writer, 'addComment', { trackId, content });
    return (json.data as { id: string }).id;
  };
  const storm = await say(there, 'Ein Sturmflüstern, 100 % "echt"');
  const calm = await say(ids[0] ?? '', 'Ganz still');
  const found = async (search: string, more: Record<string, string> = {}) => {
    const { data, total } = await rowsOf('getCommentTable', { search, ...more });
    expect(total, search).toBe(data.length);
    return data.map(({ id }) => id).toSorted();
  };
  const both = [storm, calm].toSorted();
  expect(await found('MFLÜST')).toEqual([storm]);
  expect(await found('100 % "e')).toEqual([storm]);
  expect(await found('st')).toEqual(both);
  expect(await found('uchtturm')).toEqual([storm]);
  expect(await found(writer.username)).toEqual(both);
  expect(await found(writer.username, { track: there })).toEqual([storm]);
  expect(await found('still still')).toEqual([]);
  await post(writer, 'deleteComment', { commentId: storm });
  expect(await found('MFLÜST')).toEqual([]);
  await post(owner, 'deleteTrack', { trackId: there });
  await post(writer, 'deleteComment', { commentId: calm });
});

test('a table can show only the rows of one account (row 43)', async () => {
  const other = await actor(app, 'user');
  const mine = await track(app, other, 'Of another');
  const { data, total } = await rowsOf('getTrackTable', { user: other.accountId });
  expect([data.map(({ id }) => id), total]).toEqual([[mine], 1]);
  await post(other, 'deleteTrack', { trackId: mine });
});

test('the cards count the rows of the tables (row 43)', async () => {
  await waitingUpload(app, owner);
  const { data } = (await get(moderator, 'getOverview', {})).json as unknown as {
    data: Record<string, number>;
  };
  const { n } = await app.deps.db
    .selectFrom('accounts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  expect(data).toMatchObject({ users: n, tracks: 5, comments: 0, pendingUploads: 1, pendingReports: 0 });
  expect((await rowsOf('getUserTable', {})).total).toBe(n);
});

test('refuses a forged cursor', async () => {
  const reply = await get(moderator, 'getTrackTable', { cursor: 'bm9uc2Vuc2U' });
  expect([reply.status, reply.json.code]).toEqual([422, 'invalid_body']);
});

test('refuses the cursor of another order on PostgreSQL; SQLite compares any values', async () => {
  const cursor = Buffer.from(JSON.stringify(['a name', 'an id', 'an id'])).toString('base64url');
  const reply = await get(moderator, 'getTrackTable', { sort: 'likes', cursor });
  expect(reply.status).toBe(isPostgres(app.deps.db) ? 422 : 200);
});

test('only admins see, search and sort by e-mail addresses (row 45)', async () => {
  const hidden = await actor(app, 'user');
  await app.deps.db
    .updateTable('accounts')
    .set({ email: 'zz-secret@example.org' })
    .where('id', '=', hidden.accountId)
    .execute();
  expect((await rowsOf('getUserTable', { search: 'zz-secret' })).data).toEqual([]);
  const byEmail = await rowsOf('getUserTable', { sort: 'email' });
  const byDate = await rowsOf('getUserTable', {});
  expect(byEmail.data.map(({ id }) => id)).toEqual(byDate.data.map(({ id }) => id));
  expect(byEmail.data.every(({ email }) => email === null)).toBe(true);
  const found = await rowsOf('getUserTable', { search: 'ZZ-SECRET' }, admin);
  expect(found.data).toMatchObject([{ id: hidden.accountId, email: 'zz-secret@example.org' }]);
});

test('deleting an account deletes its tracks, comments, likes and follows (row 45)', async () => {
  const doomed = await actor(app, 'user');
  const other = ids[0] ?? '';
  const own = await track(app, doomed, 'Doomed');
  await comment(app, doomed, other);
  await like(app, doomed, other, doomed);
  await post(doomed, 'addFollow', { follow: { followingId: owner.accountId } });
  const deletion = { userId: doomed.accountId, reason: 'Spam', password: PASSWORD };
  expect((await post(moderator, 'deleteUser', deletion)).status).toBe(403);
  expect((await post(admin, 'deleteUser', deletion)).status).toBe(200);
  const query = { user: doomed.accountId };
  expect((await rowsOf('getTrackTable', query)).total).toBe(0);
  expect((await rowsOf('getCommentTable', query)).total).toBe(0);
  expect((await rowsOf('getUserTable', query)).total).toBe(0);
  const left = async (table: 'likes' | 'follows', column: 'account_id' | 'follower_id') =>
    app.deps.db
      .selectFrom(table)
      .selectAll()
      .where(column as never, '=', doomed.accountId as never)
      .execute();
  expect([await left('likes', 'account_id'), await left('follows', 'follower_id')]).toEqual([[], []]);
  expect((await get(moderator, 'getTracks', { id: own })).json.data).toEqual([]);
});

test('a report only moves forward, and the table shows when and by whom it was reviewed (row 47)', async () => {
  const id = await report(app, owner, ids[1] ?? '');
  const set = (status: ReportView['status']) =>
    post(moderator, 'updateReportStatus', { reportId: id, status });
  expect((await set('reviewed')).status).toBe(200);
  const { data } = await rowsOf('getReportTable', {});
  expect(data[0]).toMatchObject({ id, status: 'reviewed', reviewedBy: 'admin' });
  expect(data[0]?.reviewedAt).toEqual(expect.any(String));
  expect((await set('pending')).json.code).toBe('conflict');
  expect((await set('resolved')).status).toBe(200);
  for (const status of ['pending', 'reviewed', 'resolved'] as const)
    expect((await set(status)).json.code).toBe('conflict');
  expect((await post(moderator, 'deleteReport', { reportId: id })).status).toBe(200);
});

test('an appeal is answered once, and its author is notified (row 47)', async () => {
  const person = await actor(app, 'user');
  const removed = await track(app, person, 'Taken down');
  const reportId = await report(app, owner, removed);
  const decided = {
    reportId,
    status: 'resolved',
    outcome: 'removed',
    ruleId: 'other',
    decisionReason: 'Names somebody',
  };
  expect((await post(moderator, 'updateReportStatus', decided)).status).toBe(200);
  const answer = { reportId, outcome: 'accepted', answer: 'You are right. Publish it again.' };
  expect((await post(admin, 'answerAppeal', answer)).json.code).toBe('conflict');
  expect(
    (await post(person, 'appealDecision', { decisionId: reportId, appeal: 'Nobody is named' })).status,
  ).toBe(200);
  expect((await post(person, 'answerAppeal', answer)).status).toBe(403);
  expect((await post(admin, 'answerAppeal', { ...answer, answer: ' ' })).status).toBe(422);
  const answered = await post(admin, 'answerAppeal', answer);
  expect(answered.json.data).toMatchObject({ appealOutcome: 'accepted', appealAnswer: answer.answer });
  expect((await post(admin, 'answerAppeal', answer)).json.code).toBe('conflict');
  const news = (await get(person, 'getNotifications', {})).json.data as {
    type: string;
    commentText: string;
  }[];
  expect(news.find(({ type }) => type === 'appeal_answered')?.commentText).toBe(answer.answer);
  const [decision] = (await get(person, 'getDecisions', {})).json.data as object[];
  expect(decision).toMatchObject({ appealOutcome: 'accepted', appealAnswer: answer.answer });
});
