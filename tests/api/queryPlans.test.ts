// Query plans of SQLite for moderators' tables and for blocks and devices: by an index or by reading a whole table.
// Expected full scans are listed here, so that a new one fails the test.
import { join } from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
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
} from '../../api/contract/tableSorts.ts';
import { type Db, openDatabase } from '../../api/db/client.ts';
import { forKysely, openReadOnly, type RawDatabase } from '../../api/db/driver.ts';
import type { ReadPool } from '../../api/db/reads.ts';
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
import { wasNotified } from '../../api/notifications/queries.ts';
import { countAll } from '../../api/overview/countQueries.ts';
import {
  auditTable,
  commentTable,
  reportTable,
  trackTable,
  userTable,
} from '../../api/overview/tableQueries.ts';
import { decisionsAbout } from '../../api/reports/queries.ts';
import { sessionsOf } from '../../api/sessions/queries.ts';
import { localDays } from '../../api/statistics/days.ts';
import { finishedDaysOf } from '../../api/statistics/finishedDays.ts';
import { dayTallies, waitingSums } from '../../api/statistics/queries.ts';
import { pendingEdits } from '../../api/tracks/editQueries.ts';
import { estimatedReviewTime, pendingUploadsById, waitingStamps } from '../../api/uploads/queries.ts';
import { trustOf } from '../../api/uploads/trustStore.ts';
import { manyTracks } from '../support/server/manyTracks.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const TRACKS = 4000;
const NOW = Date.UTC(2026, 10, 22);

const folder = temporaryFolder('plans');
let raw: RawDatabase;
let db: Kysely<Schema>;
let asked: { sql: string; parameters: readonly unknown[] }[] = [];

beforeAll(async () => {
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
});
afterAll(async () => {
  await db.destroy();
});

/** Tables scanned without an index, and `sort` where rows are sorted after a full read. */
async function expensiveSteps(ask: (db: Db) => Promise<unknown>): Promise<string[]> {
  asked = [];
  await ask(db);
  const found = new Set<string>();
  for (const { sql, parameters } of asked) {
    const plan = raw.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
    for (const { detail } of plan) {
      const scan = /^SCAN (\w+)(?! USING| VIRTUAL)/.exec(detail)?.[1];
      // Lists from the query's parameters, and subqueries.
      if (scan !== undefined && !['json_each', 'each', 'day', 'found', 'CONSTANT'].includes(scan)) {
        if (/^SCAN \w+$/.test(detail)) found.add(scan);
      }
      if (/USE TEMP B-TREE FOR ORDER BY/.test(detail)) found.add('sort');
    }
  }
  return [...found].sort();
}

async function expensivePlans(questions: Record<string, (db: Db) => Promise<unknown>>) {
  const all: Record<string, string[]> = {};
  for (const [name, ask] of Object.entries(questions)) {
    const plan = await expensiveSteps(ask);
    if (plan.length > 0) all[name] = plan;
  }
  return all;
}

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

const usersTable = (on: Db, asked: Parameters<typeof userTable>[1]) => userTable(on, asked, true);

/** Plans without the counters, a few rows that every first page reads. */
const withoutTotals = (plans: Record<string, string[]>) =>
  Object.fromEntries(
    Object.entries(plans)
      .map(([name, plan]) => [name, plan.filter((step) => step !== 'totals')] as const)
      .filter(([, plan]) => plan.length > 0),
  );

test('every table reads along an index for every column', async () => {
  const plans = async (questions: Record<string, (db: Db) => Promise<unknown>>) =>
    withoutTotals(await expensivePlans(questions));
  expect(await plans(sorted(TRACK_SORTS, trackTable))).toEqual({});
  expect(await plans(sorted(USER_SORTS, usersTable))).toEqual({});
  expect(await plans(sorted(COMMENT_SORTS, commentTable))).toEqual({});
  // There are few reports, so sorting all by the reporter's name is cheap.
  expect(await plans(sorted(REPORT_SORTS, reportTable))).toEqual(whole(['reporter'], ['reports', 'sort']));
  // By its own key.
  expect(await plans(sorted(AUDIT_SORTS, auditTable))).toEqual(whole(['date'], ['audit_log']));
});

test('a search reads only its matches and sorts them', async () => {
  const search = 'hispe';
  const filters = { user: 'a' };
  const plans = {
    ...(await expensivePlans(sorted(TRACK_SORTS, (on, by) => trackTable(on, { ...by, search })))),
    ...(await expensivePlans(sorted(USER_SORTS, (on, by) => usersTable(on, { ...by, search })))),
    ...(await expensivePlans(sorted(COMMENT_SORTS, (on, by) => commentTable(on, { ...by, search })))),
    ...(await expensivePlans(sorted(REPORT_SORTS, (on, by) => reportTable(on, { ...by, search })))),
    ...(await expensivePlans({
      'comments of one person': (on) => commentTable(on, { ...filters, search }),
      'comments of a track': (on) => commentTable(on, { track: 'a', search }),
      'reports about one person': (on) => reportTable(on, { ...filters, search }),
      'actions of one person': (on) => auditTable(on, filters),
    })),
  };
  expect([...new Set(Object.values(plans).flat())]).toEqual(['sort']);
  // Steps from one actor to the next in an index.
  expect(await expensiveSteps((on) => auditTable(on, { search }))).toEqual(['actors', 'sort']);
});

test('finds queue, claims, records, blocks and devices by their keys', async () => {
  const plans = await expensivePlans({
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
  // Tables with one row per item in progress.
  expect(Object.fromEntries(read.filter(([, tables]) => tables?.length))).toEqual({
    heldClaims: ['review_claims'],
    escalations: ['review_escalations'],
  });
});

test('checks by one index lookup whether an account was notified of a like, however many likes it made', async () => {
  asked = [];
  const news = { accountId: 'a', actorId: 'b', trackId: 'c', type: 'like' } as const;
  await wasNotified(db, news);
  await wasNotified(db, { ...news, type: 'follow', trackId: null });
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
    await expensivePlans({
      countAll,
      readTotals,
      dayTallies: (on) => dayTallies(on, days),
      waitingSums,
      countAdmins,
      estimatedReviewTime,
    }),
    // A few rows, one per counted subject.
  ).toEqual(Object.fromEntries(['countAll', 'readTotals'].map((name) => [name, ['totals']])));
});

test('reads the days of a year in one query that looks up tallies by key', async () => {
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

test('counts finished days once; later requests count only today', async () => {
  const finished = finishedDaysOf({} as ReadPool);
  const counted = async () => {
    asked = [];
    await finished.tallies(db, 30, NOW, 'Europe/Berlin');
    const lists = asked.flatMap(({ parameters }) => parameters).map(String);
    return lists.flatMap((list) => (list.startsWith('[[') ? [(JSON.parse(list) as unknown[]).length] : []));
  };
  expect([await counted(), await counted()]).toEqual([[29, 1], [1]]);
});

test('a later page by title, content or reason uses its index', async () => {
  const cursor = Buffer.from(JSON.stringify(['m', 'a'])).toString('base64url');
  const first = async (ask: Promise<unknown>) => {
    asked = [];
    await ask;
    const [query] = asked;
    const plan = raw.prepare(`explain query plan ${query?.sql}`).all(...(query?.parameters ?? []));
    return (plan as { detail: string }[]).find(({ detail }) => /<\(?\?/.test(detail))?.detail;
  };
  expect([
    await first(trackTable(db, { sort: 'title', cursor })),
    await first(reportTable(db, { sort: 'content', cursor })),
    await first(reportTable(db, { sort: 'reason', cursor })),
  ]).toEqual([
    'SEARCH tracks USING INDEX table_tracks_title (title<?)',
    'SEARCH reports USING INDEX table_reports_words (words<?)',
    'SEARCH reports USING INDEX table_reports_reason (reason<?)',
  ]);
});

test('the next start deletes statistics that an operator created with ANALYZE', async () => {
  const file = join(folder, 'sampled.db');
  const first = await openDatabase(file);
  first.raw.exec("insert into tag_uses(tag, uses) values ('rain', 1); analyze");
  const samples = (on: RawDatabase) =>
    on.prepare("select count(*) as n from sqlite_master where name = 'sqlite_stat4'").get();
  const before = samples(first.raw);
  // Node's own SQLite samples nothing.
  const option = "select sqlite_compileoption_used('ENABLE_STAT4') as n";
  const made = first.raw.prepare(option).get();
  await first.close();
  const again = await openDatabase(file);
  expect([before, samples(again.raw)]).toEqual([made, { n: 0 }]);
  await again.close();
});
