// An urgent report, or reports of three accounts, hides the recording from listeners at once, until a moderator decides.
import { afterAll, afterEach, expect, test } from 'vitest';
import type { NotificationView } from '../../api/contract/news.ts';
import { type ReportCategory, urgentProofText } from '../../api/contract/reportCategories.ts';
import type { ReportView } from '../../api/contract/reports.ts';
import { type Listener, listen } from '../support/browser/listen.ts';
import { PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { type Actor, actor, comment, track } from '../support/server/actors.ts';
import { callAction, capToken, visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

let open: Listener[] = [];
const app = await createTestApp({ env: { METRICS_TOKEN: 'metrics-token-of-the-test' } });
const [owner, moderator] = [await actor(app, 'user'), await actor(app, 'moderator')];
afterEach(() => {
  for (const listener of open) listener.close();
  open = [];
});
afterAll(() => app.close());

const send = async (by: Actor, trackId: string, category: ReportCategory, more: object = {}) =>
  (await callAction<{ id: string }>(by, 'addReport', { report: { trackId, category }, ...more })).id;
const settle = (reportId: string, outcome: 'kept' | 'removed') =>
  callAction<ReportView>(moderator, 'updateReportStatus', {
    reportId,
    status: 'resolved',
    outcome,
    ruleId: 'other',
  });
const isListed = async (trackId: string, client = visitor(app.url)) =>
  ((await get(client, 'getTracks', { id: trackId })).json.data as unknown[]).length === 1;
const reportsOf = async (query: Record<string, string> = {}) =>
  (await get(moderator, 'getReportTable', query)).json.data as ReportView[];
const newsOf = async (person: Actor) =>
  ((await get(person, 'getNotifications')).json.data as NotificationView[]).map(({ type }) => type);
const proof = (by: Actor, trackId: string) =>
  capToken(by, Buffer.from(urgentProofText('recording', trackId)));

/** A published recording with bytes, and its address. */
async function withAudio(title = 'Heard') {
  const id = await track(app, owner, title);
  const { file } = await app.deps.db
    .selectFrom('tracks')
    .select('file')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await app.deps.blobs.put(file, Buffer.alloc(100));
  return { id, url: `${app.url}/audio/${file}` };
}
const statusOf = async (url: string, by?: Actor) =>
  (await fetch(url, by ? { headers: { cookie: by.cookie } } : {})).status;

test.each(['minor', 'consent'] as const)(
  'a report as %s hides the recording from all but moderators, notifies its owner, and a decision shows it again',
  async (category) => {
    const { id, url } = await withAudio(`Hidden as ${category}`);
    const fan = await actor(app, 'user');
    await callAction(fan, 'addLike', { like: { trackId: id } });
    await comment(app, fan, id);
    const stream = await listen(visitor(app.url));
    open.push(stream);
    expect([await isListed(id), await statusOf(url)]).toEqual([true, 200]);

    const reportId = await send(await actor(app, 'user'), id, category);
    for (const who of [visitor(app.url), fan, owner, moderator]) expect(await isListed(id, who)).toBe(false);
    for (const action of ['getComments', 'getTranscript'] as const)
      expect((await get(fan, action, { trackId: id })).status, action).toBe(404);
    expect((await post(fan, 'incrementPlay', { trackId: id })).status).toBe(404);
    const found = (await get(fan, 'getTracks', { search: `Hidden as ${category}` })).json.data;
    expect(JSON.stringify(found)).not.toContain(id);
    for (const who of [undefined, fan, owner]) expect(await statusOf(url, who)).toBe(404);
    expect(await statusOf(url, moderator)).toBe(200);
    await stream.untilHint<{ trackIds: string[] }>('tracksChanged', ({ trackIds }) => trackIds.includes(id));
    expect(await newsOf(owner)).toContain('track_hidden');
    const [row] = await reportsOf({ search: `Hidden as ${category}` });
    expect(row).toMatchObject({ id: reportId, gravity: 'urgent', recording: { isHidden: true } });

    await callAction(moderator, 'updateReportStatus', { reportId, status: 'reviewed' });
    expect(await isListed(id)).toBe(false);
    await settle(reportId, 'kept');
    expect([await isListed(id), await statusOf(url)]).toEqual([true, 200]);
    expect((await get(fan, 'getTracks', { id })).json.data).toMatchObject([{ likes: 1, commentsCount: 1 }]);
    expect(await newsOf(owner)).toContain('track_shown');
  },
);

test.each(['privacy', 'hate', 'rights', 'spam'] as const)(
  'a report as %s leaves the recording visible',
  async (category) => {
    const { id } = await withAudio();
    await send(await actor(app, 'user'), id, category);
    expect(await isListed(id)).toBe(true);
  },
);

test('undecided reports of three accounts hide the recording for any reason; guests, repeats and comments do not count', async () => {
  const { id, url } = await withAudio();
  const [first, second, third] = [
    await actor(app, 'user'),
    await actor(app, 'user'),
    await actor(app, 'user'),
  ];
  const one = await send(first, id, 'spam');
  await callAction(first, 'addReport', { report: { type: 'description', targetId: id, category: 'hate' } });
  const two = await send(second, id, 'rights');
  await send(await actor(app, 'guest'), id, 'spam');
  const targetId = await comment(app, owner, id);
  await callAction(third, 'addReport', { report: { type: 'comment', targetId, category: 'hate' } });
  expect(await isListed(id)).toBe(true);

  const hiding = (await callAction<{ id: string }>(third, 'addReport', { report: { trackId: id } })).id;
  expect([await isListed(id), await statusOf(url)]).toEqual([false, 404]);
  expect(await newsOf(owner)).toContain('track_hidden');

  await settle(hiding, 'kept');
  expect(await isListed(id)).toBe(true);
  // The same reason counts no more, and the other two accounts have said theirs.
  await callAction(await actor(app, 'user'), 'addReport', { report: { trackId: id } });
  expect(await isListed(id)).toBe(true);
  await settle(one, 'kept');
  await settle(two, 'kept');
  for (const by of [await actor(app, 'user'), await actor(app, 'user')]) await send(by, id, 'spam');
  await send(await actor(app, 'user'), id, 'privacy');
  expect(await isListed(id)).toBe(true);
});

test('an admin who deletes the report that hides a recording shows it again', async () => {
  const { id } = await withAudio();
  for (let reports = 1; reports < 3; reports++) await send(await actor(app, 'user'), id, 'spam');
  const reportId = await send(await actor(app, 'user'), id, 'spam');
  expect(await isListed(id)).toBe(false);
  await callAction(await actor(app, 'admin'), 'deleteReport', { reportId });
  expect(await isListed(id)).toBe(true);
  expect(await newsOf(owner)).toContain('track_shown');
});

test('an urgent report about a comment leaves the recording visible', async () => {
  const { id } = await withAudio();
  const targetId = await comment(app, owner, id);
  await callAction(await actor(app, 'user'), 'addReport', {
    report: { type: 'comment', targetId, category: 'minor' },
  });
  expect(await isListed(id)).toBe(true);
});

test('one decision settles all reports of the same reason, and the recording shows only when none is urgent', async () => {
  const { id } = await withAudio();
  const reporters = await Promise.all(Array.from({ length: 30 }, () => actor(app, 'user')));
  const minor: string[] = [];
  for (const by of reporters) minor.push(await send(by, id, 'minor'));
  const consent = await send(await actor(app, 'user'), id, 'consent');
  await settle(minor[7] ?? '', 'kept');
  const left = await app.deps.db
    .selectFrom('reports')
    .select('id')
    .where('track_id', '=', id)
    .where('status', '<>', 'resolved')
    .execute();
  expect(left).toEqual([{ id: consent }]);
  expect(await isListed(id)).toBe(false);
  await settle(consent, 'kept');
  expect(await isListed(id)).toBe(true);
});

test('a dismissed reason no longer hides this version, another reason and a new version do', async () => {
  const { id } = await withAudio();
  await settle(await send(await actor(app, 'user'), id, 'minor'), 'kept');
  const again = await send(await actor(app, 'user'), id, 'minor');
  expect(await isListed(id)).toBe(true);
  expect((await reportsOf()).find((row) => row.id === again)).toMatchObject({ status: 'pending' });
  const other = await send(await actor(app, 'user'), id, 'consent');
  expect(await isListed(id)).toBe(false);
  await settle(other, 'kept');
  await settle(again, 'kept');

  await app.deps.db
    .updateTable('accounts')
    .set({ is_verified: 1 })
    .where('id', '=', owner.accountId)
    .execute();
  app.advance(1000);
  await callAction(owner, 'updateTrack', { trackId: id, updates: { title: 'Another version' } });
  await send(await actor(app, 'user'), id, 'minor');
  expect(await isListed(id)).toBe(false);
});

test('a dismissed report about the description leaves reports about the recording their effect', async () => {
  const { id } = await withAudio();
  const about = { type: 'description', trackId: id, category: 'minor' };
  const described = await callAction<{ id: string }>(await actor(app, 'user'), 'addReport', {
    report: about,
  });
  expect(await isListed(id)).toBe(false);
  await settle(described.id, 'kept');
  await callAction(await actor(app, 'user'), 'addReport', { report: about });
  expect(await isListed(id)).toBe(true);
  await send(await actor(app, 'user'), id, 'minor');
  expect(await isListed(id)).toBe(false);
});

test('an account with three dismissed urgent reports no longer hides, but its reports arrive', async () => {
  const liar = await actor(app, 'user');
  for (let at = 0; at < 3; at++) {
    const { id } = await withAudio();
    const reportId = await send(liar, id, 'minor');
    expect(await isListed(id)).toBe(false);
    await settle(reportId, 'kept');
  }
  const { id } = await withAudio();
  const reportId = await send(liar, id, 'minor');
  expect(await isListed(id)).toBe(true);
  const row = (await reportsOf()).find((each) => each.id === reportId);
  expect(row).toMatchObject({ gravity: 'urgent', reporter: { isGuest: false, reports: 4, confirmed: 0 } });
});

test('a guest’s urgent report hides only with its own, unused proof of work', async () => {
  const guest = await actor(app, 'guest');
  const [first, second] = [await withAudio(), await withAudio()];
  await send(await actor(app, 'guest'), first.id, 'minor');
  expect(await isListed(first.id)).toBe(true);
  const token = await proof(guest, first.id);
  const wrong = (trackId: string, by: Actor) =>
    post(by, 'addReport', { report: { trackId, category: 'minor' }, capToken: token });
  expect((await wrong(second.id, guest)).json.code).toBe('cap_token_invalid');
  expect((await wrong(first.id, await actor(app, 'guest'))).json.code).toBe('cap_token_invalid');
  await send(guest, first.id, 'minor', { capToken: token });
  expect(await isListed(first.id)).toBe(false);
  const [{ id: reportId } = { id: '' }] = await app.deps.db
    .selectFrom('reports')
    .select('id')
    .where('reporter_id', '=', guest.accountId)
    .execute();
  await settle(reportId, 'removed');
  const third = await actor(app, 'guest');
  expect((await wrong(second.id, third)).json.code).toBe('cap_token_invalid');
});

test('a guest who repeats an urgent report with a proof of work hides the recording', async () => {
  const guest = await actor(app, 'guest');
  const { id } = await withAudio();
  const first = await send(guest, id, 'minor');
  expect(await isListed(id)).toBe(true);
  expect(await send(guest, id, 'minor', { capToken: await proof(guest, id) })).toBe(first);
  expect(await isListed(id)).toBe(false);
  await settle(first, 'kept');
  expect(await isListed(id)).toBe(true);
});

test('guests of one address hide five recordings a day', async () => {
  const limited = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const person = await actor(limited, 'user');
    const shown: boolean[] = [];
    for (let at = 0; at < 7; at++) {
      const by = await actor(limited, 'guest');
      const id = await track(limited, person, `Of many ${at}`);
      const token = await capToken(by, Buffer.from(urgentProofText('recording', id)));
      await callAction(by, 'addReport', { report: { trackId: id, category: 'minor' }, capToken: token });
      shown.push(((await get(person, 'getTracks', { id })).json.data as unknown[]).length === 1);
    }
    expect(shown).toEqual([false, false, false, false, false, true, true]);
  } finally {
    await limited.close();
  }
});

test('an urgent report after another one of the same account counts as a new one', async () => {
  const { id } = await withAudio();
  const by = await actor(app, 'user');
  const spam = await send(by, id, 'spam');
  const minor = await send(by, id, 'minor');
  expect(minor).not.toBe(spam);
  expect(await isListed(id)).toBe(false);
  expect(await send(by, id, 'minor')).toBe(minor);
});

test('a hidden recording stays hidden when its reporter deletes the account, and the report names no account', async () => {
  const { id } = await withAudio();
  const by = await actor(app, 'user');
  const reportId = await send(by, id, 'minor');
  const spam = await send(by, (await withAudio()).id, 'spam');
  await callAction(by, 'deleteAccount', {});
  expect(await isListed(id)).toBe(false);
  const rows = await app.deps.db
    .selectFrom('reports')
    .selectAll()
    .where('id', 'in', [reportId, spam])
    .execute();
  expect(rows).toMatchObject([{ id: reportId, reporter_id: null, reason: '' }]);
  expect((await reportsOf()).find((row) => row.id === reportId)).toMatchObject({ reporter: null });
  await settle(reportId, 'kept');
  expect(await isListed(id)).toBe(true);
});

test('an urgent report about a comment still waits for a moderator when its reporter deletes the account', async () => {
  const targetId = await comment(app, owner, (await withAudio()).id);
  const by = await actor(app, 'user');
  const report = { type: 'comment', targetId, category: 'minor', reason: 'secret-words' };
  const { id } = await callAction<{ id: string }>(by, 'addReport', { report });
  await callAction(by, 'deleteAccount', {});
  expect((await reportsOf()).find((row) => row.id === id)).toMatchObject({
    ...{ status: 'pending', gravity: 'urgent', reporter: null, reason: '' },
  });
});

test('a dismissed reason hides no more, also after its reporter deleted the account', async () => {
  const { id } = await withAudio();
  const by = await actor(app, 'user');
  await settle(await send(by, id, 'minor'), 'kept');
  await callAction(by, 'deleteAccount', {});
  await send(await actor(app, 'user'), id, 'minor');
  expect(await isListed(id)).toBe(true);
});

test('a guest who signs in keeps the recording hidden that both reported', async () => {
  const { id } = await withAudio();
  const [guest, account] = [await actor(app, 'guest'), await withPassword(app, await actor(app, 'user'))];
  const own = await send(account, id, 'minor');
  await app.deps.db.updateTable('reports').set({ hides: 0 }).where('id', '=', own).execute();
  await send(guest, id, 'minor', { capToken: await proof(guest, id) });
  const body = { username: account.username, password: PASSWORD, guestRows: 'keep' };
  expect((await post(guest, 'login', body)).status).toBe(200);
  const rows = await app.deps.db.selectFrom('reports').selectAll().where('track_id', '=', id).execute();
  expect(rows).toMatchObject([{ reporter_id: account.accountId, hides: 1 }]);
});

test('the table puts undecided urgent reports first, and filters, sorts and searches by category', async () => {
  const { id } = await withAudio('Of the table');
  const by = await actor(app, 'user');
  const sent: Record<string, string> = {};
  for (const category of ['minor', 'spam', 'hate', 'consent'] as const)
    sent[category] = await send(await actor(app, 'user'), id, category);
  sent.other = (await callAction<{ id: string }>(by, 'addReport', { report: { trackId: id } })).id;
  await callAction(moderator, 'updateReportStatus', {
    reportId: sent.consent,
    status: 'resolved',
    outcome: 'kept',
  });
  const names = Object.fromEntries(Object.entries(sent).map(([name, reportId]) => [reportId, name]));
  const ask = async (query: Record<string, string>) =>
    (await reportsOf({ search: 'Of the table', ...query })).map((row) => names[row.id]);
  expect(await ask({})).toEqual(['minor', 'hate', 'other', 'spam', 'consent']);
  expect(await ask({ category: 'hate' })).toEqual(['hate']);
  expect(await ask({ category: 'other' })).toEqual(['other']);
  expect(await ask({ status: 'resolved' })).toEqual(['consent']);
  expect(await ask({ sort: 'category', direction: 'asc' })).toEqual([
    'other',
    'consent',
    'hate',
    'minor',
    'spam',
  ]);
  const unsearched = (await reportsOf({ category: 'hate', status: 'pending' })).map((row) => row.category);
  expect(new Set(unsearched)).toEqual(new Set(['hate']));
  expect((await get(moderator, 'getReportTable', { category: 'boredom' })).status).toBe(422);
  const order = (await reportsOf()).map((row) => row.status === 'resolved');
  expect(order).toEqual(order.toSorted((a, b) => Number(a) - Number(b)));
});

test('moderators receive an event, the overview a count, and the metrics a gauge', async () => {
  const stream = await listen(moderator);
  open.push(stream);
  const counted = async () => {
    const { urgentReports } = (await get(moderator, 'getOverview')).json.data as { urgentReports: number };
    const headers = { authorization: 'Bearer metrics-token-of-the-test' };
    const text = await (await fetch(`${app.url}/metrics`, { headers })).text();
    return [urgentReports, Number(/^aural_urgent_reports_waiting (\d+)$/m.exec(text)?.[1])];
  };
  const [before = 0] = await counted();
  const queueEvents = () => stream.events.filter(({ name }) => name === 'queueChanged').length;
  const { id } = await withAudio();
  const reportId = await send(await actor(app, 'user'), id, 'minor');
  await expect.poll(queueEvents).toBe(1);
  expect(await counted()).toEqual([before + 1, before + 1]);
  await settle(reportId, 'kept');
  await expect.poll(queueEvents).toBe(2);
  expect(await counted()).toEqual([before, before]);
});
