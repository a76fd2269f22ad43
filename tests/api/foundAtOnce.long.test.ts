// Compares search in tables and pages with a slow scan of every row. A small data set with few words, so most words
// match many rows; names, titles and dates have changed since their rows were indexed.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TABLE_COUNTED_ROWS } from '../../api/contract/tableSorts.ts';
import type { TrackView } from '../../api/contract/tracks.ts';
import { appendAudit } from '../../api/db/auditLog.ts';
import { indexTrack, unindexTrack } from '../../api/tracks/store.ts';
import { type Actor, actor, report, track } from '../support/server/actors.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { get } from '../support/server/wire.ts';

const WORDS = ['rain', 'Garden', 'ember', 'softly', 'Kettle', 'rainfall', "it's", '50%_off'];
const TAGS = ['night', 'slow', 'music'];
const PEOPLE = 6;
const TRACKS = 60;
const REPORTS = 120;
const ACTIONS = 150;
/** More than a search reads. */
const COMMENTS = 1300;
const READ = TABLE_COUNTED_ROWS + 1;

let app: TestApp;
let admin: Actor;
const people: Actor[] = [];

let state = 27;
/** The same numbers in every run. */
const below = (most: number) => {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return Math.floor(((state >>> 0) / 2 ** 32) * most);
};
const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;
const words = (count: number) => Array.from({ length: count }, () => one(WORDS)).join(' ');

beforeAll(async () => {
  app = await createTestApp();
  const { db, keys } = app.deps;
  admin = await actor(app, 'admin');
  for (let at = 0; at < PEOPLE; at++) people.push(await actor(app, 'user'));
  const ids: string[] = [];
  for (let at = 0; at < TRACKS; at++)
    ids.push(await track(app, one(people), words(2), ['Female', ...TAGS.filter(() => below(2) === 0)]));
  // A different order from the order of indexing.
  for (const id of ids)
    await db
      .updateTable('tracks')
      .set({ created_at: 1000 + below(40) })
      .where('id', '=', id)
      .execute();
  for (let at = 0; at < REPORTS; at++) {
    const id = await report(app, one(people), one(ids), words(3));
    await db
      .updateTable('reports')
      .set({ created_at: 1000 + below(90) })
      .where('id', '=', id)
      .execute();
  }
  await db.transaction().execute(async (tx) => {
    for (let at = 0; at < ACTIONS; at++) {
      const entry = { actorId: one(people).accountId, action: one(['rejectUpload', 'approveUpload']) };
      const detail = { reason: words(2) };
      await appendAudit(
        tx,
        { ...entry, targetType: 'upload', targetId: one(ids), detail, before: null, after: null },
        at,
        keys.audit,
      );
    }
  });
  await db.transaction().execute(async (tx) => {
    for (let at = 0; at < COMMENTS; at++)
      await tx
        .insertInto('comments')
        .values({
          id: randomUUID(),
          account_id: one(people).accountId,
          track_id: one(ids),
          content: `hum ${words(1)}${at % 100 === 0 ? ' seldom' : ''}`,
          likes: below(9),
          created_at: 1000 + at,
        })
        .execute();
  });
  const [renamed, gone, left] = people.map(({ accountId }) => accountId);
  await db
    .updateTable('accounts')
    .set({ username: 'Gardener' })
    .where('id', '=', renamed ?? '')
    .execute();
  for (const id of ids.slice(0, 10)) {
    const title = words(1);
    await db.updateTable('tracks').set({ title }).where('id', '=', id).execute();
    const known = await db.selectFrom('track_tags').select('tag').where('track_id', '=', id).execute();
    const tags = known.map(({ tag }) => tag);
    await indexTrack(db, { id, title, description: 'About it', tags, username: 'somebody' });
  }
  for (const id of ids.slice(10, 15)) {
    await unindexTrack(db, id);
    await db.deleteFrom('tracks').where('id', '=', id).execute();
  }
  const early = db.selectFrom('comments').select('id').where('created_at', '<', 1050);
  await db.updateTable('comments').set({ content: 'Said anew' }).where('id', 'in', early).execute();
  await db
    .updateTable('comments')
    .set({ account_id: left ?? '', track_id: ids[30] ?? '' })
    .where('created_at', '=', 1060)
    .execute();
  await db.deleteFrom('comments').where('created_at', '=', 1070).execute();
  await db
    .updateTable('reports')
    .set({ words: '', reason: 'ember' })
    .where('track_id', '=', ids[20] ?? '')
    .execute();
  await db
    .deleteFrom('reports')
    .where('reporter_id', '=', gone ?? '')
    .where('reported_id', '=', left ?? '')
    .execute();
});
afterAll(() => app.close());

interface Row {
  id: string;
  [name: string]: unknown;
}
type Query = Record<string, string>;

/** Reads the whole table, nineteen rows at a time, and the number of rows that it reports. */
async function tableOf(action: 'getReportTable' | 'getAuditTable' | 'getCommentTable', query: Query) {
  const ids: string[] = [];
  let total: unknown;
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const asked: Query = { limit: '19', ...query, ...(cursor && { cursor }) };
    const { json, status } = await get(admin, action, asked);
    expect(status, JSON.stringify(json)).toBe(200);
    const page = json as unknown as { data: Row[]; nextCursor?: string; total?: number };
    total ??= page.total;
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return { ids, total };
}

const has = (texts: readonly (string | null)[], text: string) =>
  texts.some((each) => (each ?? '').toLowerCase().includes(text.toLowerCase()));
/** Of the matching rows, those that a search reads: the newest by index number. */
async function newestOf<T extends { id: string }>(
  rows: T[],
  table: 'comment_docs' | 'report_docs',
  column: 'comment_id' | 'report_id',
): Promise<T[]> {
  const docs = await app.deps.db
    .selectFrom(table as 'comment_docs')
    .select(['doc', column as 'comment_id'])
    .execute();
  const numbers = new Map(docs.map((row) => [(row as Record<string, unknown>)[column], row.doc]));
  return rows.toSorted((a, b) => (numbers.get(b.id) ?? 0) - (numbers.get(a.id) ?? 0)).slice(0, READ);
}
/** Byte order, as in both databases. */
const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
const inOrder = <T extends { id: string | number }>(
  rows: T[],
  by: (row: T) => string | number,
  way: string,
) =>
  rows
    .toSorted((a, b) => (way === 'asc' ? 1 : -1) * (compare(by(a), by(b)) || compare(a.id, b.id)))
    .map(({ id }) => String(id));

/** Whole words, pieces, text with spaces and punctuation, an old and a current name, no match, too short. */
const SEARCHES = [
  ...['rain', 'RAINFALL', 'arden', 'Gardener', "it's", '50%_off', 'ember softly', 'user_3', 'ser_'],
  ...['recording', 'approve', 'nothing like it', 'ra', '%'],
];

type Key<Row> = (row: Row) => string | number;
/** Every column, both ways. */
const ordersOf = <Row>(keys: Record<string, Key<Row>>) =>
  Object.entries(keys).flatMap(([sort, by]) => ['desc', 'asc'].map((direction) => ({ sort, by, direction })));
/** Two of them, others for the next search. */
const twoOf = <T>(orders: readonly T[], at: number): T[] =>
  [0, 3].map((step) => orders[(at + step) % orders.length] as T);

test('finds reports by content, reason, titles then and now, and current names', async () => {
  const { rows } = await sql<Record<string, string> & { id: string; created_at: number }>`
    select reports.*, accounts.role as reporter_role,
      coalesce(others.username, '') as reported, coalesce(tracks.title, '') as heard_title
    from reports join accounts on accounts.id = reporter_id left join accounts as others on others.id = reported_id
      left join tracks on tracks.id = track_id`.execute(app.deps.db);
  const text = (row: (typeof rows)[number]) =>
    ['words', 'reason', 'track_title', 'heard_title', 'reported'].map((name) => row[name] ?? '');
  const keys: Record<string, (row: (typeof rows)[number]) => string | number> = {
    date: (row) => row.created_at,
    reason: (row) => row.reason?.toLowerCase() ?? '',
    reporter: (row) => (row.reporter_role === 'guest' ? 0 : 1),
    status: (row) => row.status ?? '',
  };
  const some = new Set<number>();
  for (const [at, search] of SEARCHES.entries()) {
    const found = rows.filter((row) => has(text(row), search));
    some.add(found.length);
    for (const { sort, by, direction } of twoOf(ordersOf(keys), at))
      expect(
        await tableOf('getReportTable', { search, sort, direction }),
        `${search} ${sort} ${direction}`,
      ).toEqual({ ids: inOrder(found, by, direction), total: found.length });
    const user = people[2]?.accountId ?? '';
    const theirs = found.filter((row) => row.reported_id === user);
    expect((await tableOf('getReportTable', { search, user })).ids).toEqual(
      inOrder(theirs, ({ created_at }) => created_at, 'desc'),
    );
  }
  expect(some.size).toBeGreaterThan(5);
});

test('pages through many matching reports by every column', async () => {
  const { db } = app.deps;
  const [one] = await db.selectFrom('reports').selectAll().limit(1).execute();
  if (!one) throw new Error('there is no report');
  const many = Array.from({ length: 1100 }, (_, at) => ({
    ...one,
    id: `many-${at}`,
    words: `hollow ${at % 90}`,
    reason: at % 3 ? 'so' : 'Because',
    reporter_id: people[at % PEOPLE]?.accountId ?? '',
    created_at: 3000 + (at % 400),
  }));
  for (let at = 0; at < many.length; at += 100)
    await db
      .insertInto('reports')
      .values(many.slice(at, at + 100))
      .execute();
  const roles = new Map(
    (await db.selectFrom('accounts').select(['id', 'role']).execute()).map((row) => [row.id, row.role]),
  );
  const keys: Record<string, (row: (typeof many)[number]) => string | number> = {
    date: (row) => row.created_at,
    content: (row) => row.words,
    reason: (row) => row.reason.toLowerCase(),
    reporter: (row) => (roles.get(row.reporter_id) === 'guest' ? 0 : 1),
  };
  const read = await newestOf(many, 'report_docs', 'report_id');
  for (const [sort, by] of Object.entries(keys))
    for (const direction of ['desc', 'asc']) {
      const { json } = await get(admin, 'getReportTable', { search: 'HOLLOW', sort, direction });
      const page = (json.data as Row[]).map(({ id }) => id);
      expect(page.length).toBeGreaterThan(40);
      expect(page, `${sort} ${direction}`).toEqual(inOrder(read, by, direction).slice(0, page.length));
      expect([json.total, json.totalIsLeast]).toEqual([TABLE_COUNTED_ROWS, true]);
    }
  await db.deleteFrom('reports').where('id', 'like', 'many-%').execute();
});

async function checkComments(searches: readonly string[]) {
  const { rows } = await sql<Record<string, string> & { id: string; created_at: number; likes: number }>`
    select comments.id, content, comments.likes, comments.created_at, accounts.username, accounts.username_key, tracks.title
    from comments join accounts on accounts.id = comments.account_id join tracks on tracks.id = comments.track_id`.execute(
    app.deps.db,
  );
  const keys: Record<string, (row: (typeof rows)[number]) => string | number> = {
    date: (row) => row.created_at,
    user: (row) => row.username_key ?? '',
    track: (row) => row.title?.toLowerCase() ?? '',
    likes: (row) => row.likes,
  };
  const orders = ordersOf(keys);
  const some = new Set<number>();
  for (const [at, search] of searches.entries()) {
    const found = rows.filter((row) => has([row.content, row.username, row.title].map(String), search));
    const isFirstOfMany = found.length >= READ && Math.max(...some) < READ;
    some.add(found.length);
    const read = await newestOf(found, 'comment_docs', 'comment_id');
    for (const { sort, by, direction } of isFirstOfMany ? orders : twoOf(orders, at))
      expect(
        await tableOf('getCommentTable', { search, sort, direction, limit: '50' }),
        `${search} ${sort} ${direction}`,
      ).toEqual({ ids: inOrder(read, by, direction), total: Math.min(found.length, TABLE_COUNTED_ROWS) });
  }
  return some;
}

test('finds comments by current text, names and titles, also with many matches', async () => {
  const some = await checkComments([...SEARCHES, 'hum', 'said anew', 'seldom', 'hum seldom']);
  expect(some.size).toBeGreaterThan(8);
  expect(Math.max(...some)).toBeGreaterThan(1000);
});

test('finds log entries by action, target, reason and actor', async () => {
  const { rows } = await sql<Record<string, string> & { id: number }>`select audit_log.*, position as id,
    coalesce(accounts.username, actor_id) as actor
    from audit_log left join accounts on accounts.id = actor_id`.execute(app.deps.db);
  const text = (row: (typeof rows)[number]) =>
    ['action', 'target_type', 'target_id', 'detail_json', 'actor'].map((name) => row[name] ?? '');
  const target = rows[5]?.target_id?.slice(3, 20) ?? '';
  for (const search of [...SEARCHES, target])
    for (const direction of ['desc', 'asc']) {
      const found = rows.filter((row) => has(text(row), search));
      expect(await tableOf('getAuditTable', { search, direction }), `${search} ${direction}`).toEqual({
        ids: inOrder(found, ({ id }) => id, direction),
        total: found.length,
      });
    }
});

test('finds recordings by words and tags, page after page, newest first in any order of indexing', async () => {
  const { rows } = await sql<{ id: string; title: string; tags_json: string; created_at: number }>`
    select id, title, tags_json, created_at from tracks where status = 'active'`.execute(app.deps.db);
  const { rows: indexed } = await sql<{ id: string }>`select track_id as id from search_rows`.execute(
    app.deps.db,
  );
  expect(indexed.length).toBe(rows.length);
  const page = async (query: Query) => {
    const ids: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const asked: Query = { ...query, limit: '4', ...(cursor && { cursor }) };
      const { json } = await get({ url: app.url, cookie: '' }, 'getTracks', asked);
      ids.push(...(json.data as TrackView[]).map(({ id }) => id));
      cursor = json.nextCursor as string | undefined;
    }
    return ids;
  };
  for (const tags of ['night', 'night,slow', 'slow,night,music', 'female,music', 'night,unknown']) {
    const found = rows.filter(({ tags_json }) => {
      const all = (JSON.parse(tags_json) as string[]).map((tag) => tag.toLowerCase());
      return tags.split(',').every((tag) => all.includes(tag));
    });
    expect(await page({ tags }), tags).toEqual(inOrder(found, ({ created_at }) => created_at, 'desc'));
    // Every description contains it.
    expect(await page({ tags, query: 'about' }), `about, ${tags}`).toEqual(
      inOrder(found, ({ created_at }) => created_at, 'desc'),
    );
  }
  const all = inOrder(rows, ({ created_at }) => created_at, 'desc');
  expect(await page({ query: 'about' })).toEqual(all);
  expect(await page({ query: 'about', gender: 'females' })).toEqual(all);
  expect(await page({ query: 'about', gender: 'males' })).toEqual([]);
  for (const direction of ['desc', 'asc']) {
    const ids: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const asked: Query = { search: 'about', direction, limit: '7', ...(cursor && { cursor }) };
      const { json } = await get(admin, 'getTrackTable', asked);
      ids.push(...(json.data as Row[]).map(({ id }) => id));
      cursor = json.nextCursor as string | undefined;
    }
    expect(ids).toEqual(direction === 'desc' ? all : all.toReversed());
  }
});
