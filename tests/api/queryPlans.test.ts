// How SQLite answers what moderators ask, and what everybody asks about blocks and devices: along an index, or by
// reading a whole table. Which whole tables are read is written down here, so that another one is seen.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countAdmins, dueForErasure } from '../../api/accounts/queries.ts';
import { blockOf, blocksOf } from '../../api/blocks/queries.ts';
import {
  AUDIT_SORTS,
  COMMENT_SORTS,
  DIRECTIONS,
  REPORT_SORTS,
  TRACK_SORTS,
  USER_SORTS,
} from '../../api/contract/overview.ts';
import { type Db, openDatabase } from '../../api/db/client.ts';
import { forKysely, openReadOnly, type RawDatabase } from '../../api/db/driver.ts';
import type { ReadPool } from '../../api/db/readPool.ts';
import type { Schema } from '../../api/db/schema.ts';
import { readTotals } from '../../api/db/totals.ts';
import {
  claimHolder,
  decidedUploads,
  escalations,
  heldClaims,
  hiddenFor,
  isEscalated,
  publishedCount,
  reportsOfTrack,
  takenDownCount,
} from '../../api/moderation/queries.ts';
import { wasTold } from '../../api/notifications/queries.ts';
import { auditOfTable, fewAudit } from '../../api/overview/auditQueries.ts';
import { commentsOfTable, countComments } from '../../api/overview/commentQueries.ts';
import { type CommentsAsked, findComments } from '../../api/overview/commentWordQueries.ts';
import { countAll } from '../../api/overview/countQueries.ts';
import { writePlace } from '../../api/overview/cursor.ts';
import { fewReports, reportsOfTable } from '../../api/overview/reportQueries.ts';
import { countTracks, tracksOfTable } from '../../api/overview/trackQueries.ts';
import { findTracks } from '../../api/overview/trackWordQueries.ts';
import { usersOfTable } from '../../api/overview/userQueries.ts';
import { findUsers, type UsersAsked } from '../../api/overview/userWordQueries.ts';
import { decisionsAbout } from '../../api/reports/queries.ts';
import { sessionsOf } from '../../api/sessions/queries.ts';
import { localDays } from '../../api/statistics/days.ts';
import { finishedDaysOf } from '../../api/statistics/finishedDays.ts';
import { dayTallies, waitingSums } from '../../api/statistics/queries.ts';
import { pendingEdits } from '../../api/tracks/editStore.ts';
import { estimatedReviewTime, pendingUploadsById, waitingStamps } from '../../api/uploads/queries.ts';
import { trustOf } from '../../api/uploads/trustStore.ts';
import { manyTracks } from '../support/manyTracks.ts';

/** More than a search fetches and sorts: `st` is looked for along the order, `nobodysaidthis` is not. */
const TRACKS = 4000;
const NOW = Date.UTC(2026, 10, 22);

let folder: string;
let raw: RawDatabase;
let db: Kysely<Schema>;
let asked: { sql: string; parameters: readonly unknown[] }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aural-plans-'));
  const file = join(folder, 'aural.db');
  const database = await openDatabase(file);
  await manyTracks(database, TRACKS, 50);
  await database.close();
  raw = await openReadOnly(file);
  db = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: forKysely(raw) }),
    log: ({ query }) => {
      asked.push(query);
    },
  });
}, 60_000);
afterAll(async () => {
  await db.destroy();
  await rm(folder, { recursive: true, force: true });
});

/** Tables read row by row without an index, `sort` for rows that are sorted after all of them were read. */
async function dear(ask: (db: Db) => Promise<unknown>): Promise<string[]> {
  asked = [];
  await ask(db);
  const found = new Set<string>();
  for (const { sql, parameters } of asked) {
    const plan = raw.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
    for (const { detail } of plan) {
      const scan = /^SCAN (\w+)(?! USING| VIRTUAL)/.exec(detail)?.[1];
      // Lists that came with the question, and what a compound has found.
      if (scan !== undefined && !['json_each', 'each', 'day', 'found', 'CONSTANT'].includes(scan)) {
        if (/^SCAN \w+$/.test(detail)) found.add(scan);
      }
      if (/USE TEMP B-TREE FOR ORDER BY/.test(detail)) found.add('sort');
    }
  }
  return [...found].sort();
}

async function dearOnes(questions: Record<string, (db: Db) => Promise<unknown>>) {
  const all: Record<string, string[]> = {};
  for (const [name, ask] of Object.entries(questions)) {
    const plan = await dear(ask);
    if (plan.length > 0) all[name] = plan;
  }
  return all;
}

/** A page with what has to be known of it first. */
const peopleCalled = async (on: Db, asked: UsersAsked) =>
  usersOfTable(on, asked, true, await findUsers(on, asked, true));
const commentsSaying = async (on: Db, asked: CommentsAsked) =>
  commentsOfTable(on, asked, await findComments(on, asked));

/** Every column both ways, first page and a later one. */
function sorted<Sort extends string>(
  sorts: readonly Sort[],
  ask: (db: Db, asked: { sort: Sort; direction: 'asc' | 'desc' }) => Promise<unknown>,
) {
  return Object.fromEntries(
    sorts.flatMap((sort) =>
      DIRECTIONS.map((direction) => [`${sort} ${direction}`, (on: Db) => ask(on, { sort, direction })]),
    ),
  );
}

const whole = (sorts: readonly string[], plan: string[]): Record<string, string[]> =>
  Object.fromEntries(sorts.flatMap((sort) => DIRECTIONS.map((way) => [`${sort} ${way}`, plan])));

/** The step that meets the rows of a page in an index alone. */
async function walkOf(ask: Promise<unknown>): Promise<string | undefined> {
  asked = [];
  await ask;
  const steps = asked.flatMap(
    ({ sql: text, parameters }) =>
      raw.prepare(`explain query plan ${text}`).all(...parameters) as { detail: string }[],
  );
  return steps.find(({ detail }) => /^SCAN (tracks|comments) USING COVERING/.test(detail))?.detail;
}

test('what is searched for and sorted by another column is met in the index of the order alone', async () => {
  const isFound = { isFound: sql<boolean>`+tracks.index_number in (1, 2)` };
  const isAlong = { isAlong: sql<boolean>`+comments.index_number in (1, 2)` };
  const search = 'hispe';
  const walks = [];
  for (const sort of ['title', 'length', 'size', 'likes', 'comments'] as const)
    walks.push(await walkOf(tracksOfTable(db, { search, sort }, isFound)));
  walks.push(await walkOf(commentsOfTable(db, { search, sort: 'likes' }, isAlong)));
  expect(walks).toEqual([
    'SCAN tracks USING COVERING INDEX table_tracks_title',
    'SCAN tracks USING COVERING INDEX table_tracks_length',
    'SCAN tracks USING COVERING INDEX table_tracks_size',
    'SCAN tracks USING COVERING INDEX tracks_liked',
    'SCAN tracks USING COVERING INDEX tracks_commented',
    'SCAN comments USING COVERING INDEX table_comments_likes',
  ]);
});

test('the table of tracks reads along an index by every column, with words and without', async () => {
  const table = async (search: string | undefined) => {
    const asked = { ...(search === undefined ? {} : { search }) };
    return dearOnes(
      sorted(TRACK_SORTS, async (on, by) =>
        tracksOfTable(on, { ...by, ...asked }, await findTracks(on, { ...by, ...asked })),
      ),
    );
  };
  expect(await table(undefined)).toEqual({});
  // The page that is found along an index is put in order once more. By date the index of words gives a page of what has them at a
  // beginning and one of what has them inside: both are sorted; by person every row comes in its order.
  const { 'user desc': _, 'user asc': __, ...others } = whole(TRACK_SORTS, ['sort']);
  // Two letters have no piece.
  const { 'date desc': ___, 'date asc': ____, ...short } = others;
  expect(await table('st')).toEqual(short);
  expect(await table('hispe')).toEqual(others);
  // What is found is sorted, and nothing else is read.
  expect([...new Set(Object.values(await table('nobodysaidthis')).flat())]).toEqual(['sort']);
  expect(await dear((on) => findTracks(on, { search: 'st' }))).toEqual([]);
  expect(await dear((on) => countTracks(on, { user: 'a' }, { isFound: sql`true` }))).toEqual([]);
});

test('the tables of people, comments, reports and the log read along an index by every column', async () => {
  expect(await dearOnes(sorted(USER_SORTS, (on, by) => usersOfTable(on, by, true)))).toEqual({});
  expect(await dearOnes(sorted(COMMENT_SORTS, (on, by) => commentsOfTable(on, by)))).toEqual({});
  // Names are read along their index, and the page that is found so is sorted.
  expect(await dearOnes(sorted(REPORT_SORTS, reportsOfTable))).toEqual(whole(['reporter'], ['sort']));
  expect(await dearOnes(sorted(AUDIT_SORTS, auditOfTable))).toEqual(
    // By its own key, a page of it.
    whole(['date'], ['audit_log']),
  );
});

test('words are looked for in pieces of comments and titles, and in names', async () => {
  const plans = await dearOnes({
    comments: (on) => commentsSaying(on, { search: 'hispe' }),
    'comments by likes': (on) => commentsSaying(on, { search: 'nobodysaid', sort: 'likes' }),
    // Along the index of pieces, which has them in their order.
    'an early page of comments': (on) =>
      commentsSaying(on, { search: 'hispe', direction: 'asc', cursor: writePlace([3]) }),
    people: (on) => peopleCalled(on, { search: 'person_1' }),
    'people by likes': (on) => peopleCalled(on, { search: 'person_1', sort: 'likes' }),
    counted: (on) => countComments(on, { track: 'a' }, { isFound: sql`true` }),
    shown: (on) => commentsOfTable(on, {}, { few: ['a', 'b'] }),
    reports: (on) => fewReports(on, { search: 'hispe' }),
    'reports by status': (on) => reportsOfTable(on, { search: 'hispe', sort: 'status' }),
    deeds: (on) => fewAudit(on, { search: 'hispe' }),
    'a page of deeds': (on) => auditOfTable(on, { search: 'hispe' }),
    'deeds of one person': (on) => auditOfTable(on, { user: 'a' }),
  });
  // What is found is sorted.
  expect(plans).toEqual({
    ...{ shown: ['sort'], reports: ['sort'], 'reports by status': ['sort'] },
    ...{ 'comments by likes': ['sort', 'totals'], 'people by likes': ['sort'] },
    // Of whoever ever did something the next one is read; and what was found is taken as it comes.
    ...{ deeds: ['actors'], 'a page of deeds': ['actors'], 'deeds of one person': ['sort'] },
  });
});

test('a text too short for the indexes is looked for once: nothing found, nothing is walked along for it', async () => {
  const search = '%';
  expect([await findComments(db, { search }), await findTracks(db, { search })]).toEqual([
    { few: [] },
    { few: expect.anything(), n: 0 },
  ]);
  const plans = await dearOnes({
    comments: (on) => findComments(on, { search }),
    // Titles are looked through in their index.
    recordings: (on) => findTracks(on, { search }),
  });
  // Sorted are the ids that were found, once for each way.
  expect(plans).toEqual({ comments: ['accounts', 'comments', 'sort'] });
});

test('queue, claims, records, blocks and devices are found by their keys', async () => {
  const plans = await dearOnes({
    waitingStamps,
    pendingUploadsById: (on) => pendingUploadsById(on, ['one', 'two']),
    pendingEdits: (on) => pendingEdits(on, null),
    claimHolder: (on) => claimHolder(on, 'a', NOW),
    isEscalated: (on) => isEscalated(on, 'a'),
    hiddenFor: (on) => hiddenFor(on, 'a'),
    decidedUploads: (on) => decidedUploads(on, 'a'),
    publishedCount: (on) => publishedCount(on, 'a'),
    takenDownCount: (on) => takenDownCount(on, 'a'),
    reportsOfTrack: (on) => reportsOfTrack(on, 'a'),
    decisionsAbout: (on) => decisionsAbout(on, 'a'),
    trustOf: (on) => trustOf(on, 'a'),
    blockOf: (on) => blockOf(on, 'a', 'b'),
    blocksOf: (on) => blocksOf(on, 'a'),
    sessionsOf: (on) => sessionsOf(on, 'a'),
    dueForErasure: (on) => dueForErasure(on, NOW),
    heldClaims: (on) => heldClaims(on, NOW),
    escalations,
  });
  const read = Object.entries(plans).map(([name, tables]) => [
    name,
    tables.filter((table) => table !== 'sort'),
  ]);
  // A row for each thing that somebody works at, and no more.
  expect(Object.fromEntries(read.filter(([, tables]) => tables?.length))).toEqual({
    heldClaims: ['review_claims'],
    escalations: ['review_escalations'],
  });
});

test('whether somebody was told of a like is one step into an index, however much they did', async () => {
  asked = [];
  const news = { accountId: 'a', actorId: 'b', trackId: 'c', type: 'like' } as const;
  await wasTold(db, news);
  await wasTold(db, { ...news, type: 'follow', trackId: null });
  const steps = asked.flatMap(({ sql, parameters }) =>
    (raw.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[]).map(
      ({ detail }) => /\((.*)\)/.exec(detail)?.[1],
    ),
  );
  expect(steps).toEqual(['actor_id=? AND type=? AND track_id=?', 'actor_id=? AND type=?']);
});

test('cards and statistics count from indexes and tallies', async () => {
  const days = localDays(365, NOW, 'Europe/Berlin');
  expect(
    await dearOnes({
      countAll,
      readTotals,
      dayTallies: (on) => dayTallies(on, days),
      waitingSums,
      countAdmins,
      estimatedReviewTime,
    }),
    // A few rows, one for each thing that is counted.
  ).toEqual(Object.fromEntries(['countAll', 'readTotals'].map((name) => [name, ['totals']])));
});

test('the days of a year are one question, which steps into the tallies by their key', async () => {
  asked = [];
  await dayTallies(db, localDays(365, NOW, 'Europe/Berlin'));
  const steps = asked.map(({ sql, parameters }) =>
    (raw.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[]).map(
      ({ detail }) => detail,
    ),
  );
  expect(steps).toHaveLength(1);
  expect(steps[0]?.filter((step) => /tallies/.test(step))).toEqual([
    'SEARCH tallies USING PRIMARY KEY (subject=? AND slot>? AND slot<?)',
  ]);
});

test('days that are over are counted once; asked again, the curves count today alone', async () => {
  const finished = finishedDaysOf({} as ReadPool);
  const counted = async () => {
    asked = [];
    await finished.tallies(db, 30, NOW, 'Europe/Berlin');
    const lists = asked.flatMap(({ parameters }) => parameters).map(String);
    return lists.flatMap((list) => (list.startsWith('[[') ? [(JSON.parse(list) as unknown[]).length] : []));
  };
  expect([await counted(), await counted()]).toEqual([[29, 1], [1]]);
});

test('a later page by title, content or reason steps into its index, as one by the reporter does', async () => {
  const after = { cursor: writePlace(['m', 'a']) };
  const first = async (ask: Promise<unknown>) => {
    asked = [];
    await ask;
    const [query] = asked;
    const plan = raw.prepare(`explain query plan ${query?.sql}`).all(...(query?.parameters ?? []));
    // What is chosen from is read within the query that shows it.
    return (plan as { detail: string }[]).find(({ detail }) => /<\(?\?/.test(detail))?.detail;
  };
  expect([
    await first(tracksOfTable(db, { sort: 'title', ...after })),
    await first(reportsOfTable(db, { sort: 'content', ...after })),
    await first(reportsOfTable(db, { sort: 'reason', ...after })),
    await first(reportsOfTable(db, { sort: 'reporter', ...after })),
  ]).toEqual([
    'SEARCH tracks USING INDEX table_tracks_title (title<?)',
    'SEARCH reports USING INDEX table_reports_words (words<?)',
    'SEARCH reports USING INDEX table_reports_reason (reason<?)',
    'SEARCH report_docs USING COVERING INDEX table_reports_reporter ((reporter_key,report_id)<(?,?))',
  ]);
});

test('samples of values that an operator let SQLite take are gone at the next start', async () => {
  const file = join(folder, 'sampled.db');
  const first = await openDatabase(file);
  first.raw.exec("insert into tag_uses(tag, uses) values ('rain', 1); analyze");
  const samples = (on: RawDatabase) =>
    on.prepare("select count(*) as n from sqlite_master where name = 'sqlite_stat4'").get();
  const before = samples(first.raw);
  await first.close();
  const again = await openDatabase(file);
  expect([before, samples(again.raw)]).toEqual([{ n: 1 }, { n: 0 }]);
  await again.close();
});
