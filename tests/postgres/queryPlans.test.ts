// Query plans of PostgreSQL for the feed, search and admin area: by an index or by reading a whole table. `stepsOf` asks
// what is possible, not what is cheapest with few rows. `tests/api/queryPlans` tests SQLite.
import { CompiledQuery, Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  accountOfSession,
  countAdmins,
  dueForErasure,
  findAccountByName,
  newestAccounts,
} from '../../api/accounts/queries.ts';
import { activitiesOf } from '../../api/activities/queries.ts';
import { blockOf, blocksOf } from '../../api/blocks/queries.ts';
import { commentsOfTrack, newestComments } from '../../api/comments/queries.ts';
import { CATEGORY_IDS } from '../../api/contract/categories.ts';
import { STATISTICS_SUBJECTS } from '../../api/contract/statisticsSubjects.ts';
import {
  AUDIT_SORTS,
  COMMENT_SORTS,
  DIRECTIONS,
  REPORT_SORTS,
  TRACK_SORTS,
  USER_SORTS,
} from '../../api/contract/tableSorts.ts';
import type { Db } from '../../api/db/client.ts';
import { PooledDialect } from '../../api/db/postgres/dialect.ts';
import type { Schema } from '../../api/db/schema.ts';
import { readTotals } from '../../api/db/totals.ts';
import { eventBounds, eventsAfter, eventsFor } from '../../api/events/queries.ts';
import {
  claimHolder,
  decidedUploads,
  escalations,
  heldClaims,
  hiddenFor,
  publishedCount,
  reportsOfTrack,
  takenDownCount,
} from '../../api/moderation/queries.ts';
import { notificationsOf } from '../../api/notifications/queries.ts';
import { countAll } from '../../api/overview/countQueries.ts';
import {
  auditTable,
  commentTable,
  reportTable,
  trackTable,
  userTable,
} from '../../api/overview/tableQueries.ts';
import { decisionsAbout, listReports } from '../../api/reports/queries.ts';
import { sessionsOf } from '../../api/sessions/queries.ts';
import { localDays } from '../../api/statistics/days.ts';
import { dayTallies, waitingSums } from '../../api/statistics/queries.ts';
import { pendingEdits } from '../../api/tracks/editQueries.ts';
import { pageOfTracks } from '../../api/tracks/pageQueries.ts';
import {
  estimatedReviewTime,
  pendingUploadsById,
  undoneUploads,
  waitingStamps,
} from '../../api/uploads/queries.ts';
import { stepsOf } from '../support/database/plans.ts';
import { type OpenPostgresDatabase, openOnPostgres } from '../support/database/postgresDatabase.ts';
import { manyTracks } from '../support/server/manyTracks.ts';

type Question = (db: Db) => Promise<unknown>;

const TRACKS = 4500;
const NOW = Date.now();
/** Small tables that are read whole: one row per counted subject or per item in progress. */
const SMALL = ['totals', 'review_claims', 'review_escalations', 'events_id_seq'];

let database: OpenPostgresDatabase;
let db: Kysely<Schema>;
let asked: { sql: string; parameters: readonly unknown[] }[] = [];

beforeAll(async () => {
  database = await openOnPostgres();
  await manyTracks(database, TRACKS, 50);
  db = new Kysely<Schema>({
    dialect: PooledDialect.of(database.pool, null),
    log: ({ query }) => {
      asked.push(query);
    },
  });
});
afterAll(async () => {
  await database.close();
});

/** Large tables read whole, and `sort` where rows are sorted after a full read. */
async function dear(ask: Question): Promise<string[]> {
  asked = [];
  await ask(db);
  const queries = asked;
  const steps = (await Promise.all(queries.map((query) => stepsOf(database.db, query)))).flat();
  const whole = steps.flatMap((step) => /^(\w+) whole$/.exec(step)?.[1] ?? []);
  const large = whole.filter((table) => !SMALL.includes(table));
  return [...new Set([...large, ...steps.filter((step) => step === 'sort')])].sort();
}

async function expensivePlans(questions: Record<string, Question>): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const [name, ask] of Object.entries(questions)) {
    const plan = await dear(ask);
    if (plan.length > 0) all[name] = plan;
  }
  return all;
}

function sorted<Sort extends string>(
  sorts: readonly Sort[],
  ask: (db: Db, asked: { sort: Sort; direction: 'asc' | 'desc' }) => Promise<unknown>,
): Record<string, Question> {
  const each = sorts.flatMap((sort) => DIRECTIONS.map((direction) => ({ sort, direction })));
  return Object.fromEntries(each.map((by) => [`${by.sort} ${by.direction}`, (on) => ask(on, by)]));
}

const page = (query: Parameters<typeof pageOfTracks>[2], viewer: string | null = null): Question => {
  return (on) => pageOfTracks(on, viewer, { limit: '20', ...query }, NOW);
};

test('the feed and a profile read by an index in every category', async () => {
  const of = (viewer: string | null) =>
    Object.fromEntries(CATEGORY_IDS.map((category) => [category, page({ category }, viewer)]));
  expect(await expensivePlans(of(null))).toEqual({});
  expect(await expensivePlans(of('somebody'))).toEqual({});
  const plans = await expensivePlans({
    everything: page({ gender: 'females' }),
    'of a person': page({ user: 'somebody' }),
    'what somebody likes': page({ likedBy: 'somebody' }),
    'one of an id': page({ id: 'a' }),
    'a common tag': page({ tags: 'soft' }),
    comments: (on) => commentsOfTrack(on, 'somebody', { trackId: 'a', after: null, limit: 20 }),
    'newest comments': (on) => newestComments(on, 'somebody', 20),
    news: (on) => notificationsOf(on, 'somebody', NOW),
    diary: (on) => activitiesOf(on, 'somebody', NOW),
  });
  expect(plans).toEqual({});
});

test('a search uses the word indexes', async () => {
  const plans = await expensivePlans({
    'a common word': page({ query: 'still' }),
    'two words': page({ query: 'still nacht' }),
    'the inside of a word': page({ query: 'ispe' }),
    'nothing has it': page({ query: 'nobodysaidthis' }),
    'by votes': page({ query: 'still', category: 'top_rated' }),
    'a typing error': page({ query: 'whxsper', similar: 'true' }),
  });
  // The few matches of rare texts are sorted.
  expect(plans).toEqual({ 'the inside of a word': ['sort'], 'nothing has it': ['sort'] });
});

const usersTable = (on: Db, asked: Parameters<typeof userTable>[1]) => userTable(on, asked, true);

test('every table reads by an index for every column', async () => {
  expect(await expensivePlans(sorted(TRACK_SORTS, trackTable))).toEqual({});
  expect(await expensivePlans(sorted(USER_SORTS, usersTable))).toEqual({});
  expect(await expensivePlans(sorted(COMMENT_SORTS, commentTable))).toEqual({});
  expect(await expensivePlans(sorted(AUDIT_SORTS, auditTable))).toEqual({});
  // There are few reports, so sorting all by the reporter's name is cheap.
  const {
    'reporter desc': _,
    'reporter asc': __,
    ...others
  } = await expensivePlans(sorted(REPORT_SORTS, reportTable));
  expect(others).toEqual({});
});

test('a search uses the text indexes and sorts its matches', async () => {
  const search = 'hispe';
  const plans = await expensivePlans({
    comments: (on) => commentTable(on, { search }),
    'comments by likes': (on) => commentTable(on, { search, sort: 'likes' }),
    'comments of one person': (on) => commentTable(on, { search, user: 'a' }),
    recordings: (on) => trackTable(on, { search }),
    'recordings by title': (on) => trackTable(on, { search: 'still', sort: 'title' }),
    people: (on) => usersTable(on, { search: 'person_1' }),
    'people by likes': (on) => usersTable(on, { search: 'person_1', sort: 'likes' }),
    reports: (on) => reportTable(on, { search }),
    'counted by recording': (on) => commentTable(on, { track: 'a' }),
    'counted by person': (on) => trackTable(on, { user: 'a' }),
  });
  expect([...new Set(Object.values(plans).flat())]).toEqual(['sort']);
});

test('cards, curves, reports, people and the queue read no large table whole', async () => {
  const days = localDays(365, NOW, 'Europe/Berlin');
  const plans = await expensivePlans({
    countAll,
    readTotals,
    dayTallies: (on) => dayTallies(on, days),
    waitingSums,
    countAdmins,
    newestAccounts,
    listReports,
    waitingStamps,
    pendingUploadsById: (on) => pendingUploadsById(on, ['one', 'two']),
    pendingEdits: (on) => pendingEdits(on, null),
    estimatedReviewTime,
  });
  expect(plans).toEqual({
    // The newest 500 of each kind and pending items are sorted.
    listReports: ['sort'],
    pendingEdits: ['sort'],
  });
});

test('reads only the newest of each kind among many reports, by indexes', async () => {
  asked = [];
  await listReports(db);
  const steps = (await Promise.all(asked.map((query) => stepsOf(database.db, query)))).flat();
  const chosen = steps.flatMap((step) => /^reports_\d ((?:by|along) \w+)/.exec(step)?.[1] ?? []);
  expect(chosen).toHaveLength(3);
  for (const step of chosen) expect(['along table_reports_date', 'by reports_status']).toContain(step);
});

test('finds claims, records, blocks, sessions, names and events by their keys', async () => {
  const plans = await expensivePlans({
    claimHolder: (on) => claimHolder(on, 'a', NOW),
    hiddenFor: (on) => hiddenFor(on, 'a'),
    heldClaims: (on) => heldClaims(on, NOW),
    escalations,
    decidedUploads: (on) => decidedUploads(on, 'a'),
    undoneUploads: (on) => undoneUploads(on, 'a', NOW),
    publishedCount: (on) => publishedCount(on, 'a'),
    takenDownCount: (on) => takenDownCount(on, 'a'),
    reportsOfTrack: (on) => reportsOfTrack(on, 'a'),
    decisionsAbout: (on) => decisionsAbout(on, 'a'),
    blockOf: (on) => blockOf(on, 'a', 'b'),
    blocksOf: (on) => blocksOf(on, 'a'),
    sessionsOf: (on) => sessionsOf(on, 'a'),
    accountOfSession: (on) => accountOfSession(on, 'a', { createdAfter: 0, seenAfter: 0 }),
    findAccountByName: (on) => findAccountByName(on, 'person_1'),
    dueForErasure: (on) => dueForErasure(on, NOW),
    eventBounds,
    eventsAfter: (on) => eventsAfter(on, 1),
    eventsFor: (on) => eventsFor(on, { accountId: 'a', moderates: true }, { after: 1, upTo: 9, limit: 9 }),
  });
  // The rows of one account or recording are sorted.
  expect([...new Set(Object.values(plans).flat())]).toEqual(['sort']);
});

test('reads the days of a year in one query, with one tally lookup per subject and stretch', async () => {
  asked = [];
  await dayTallies(db, localDays(365, NOW, 'Europe/Berlin'));
  expect(asked).toHaveLength(1);
  const [query = { sql: '', parameters: [] }] = asked;
  expect((await stepsOf(database.db, query)).filter((step) => step.startsWith('tallies '))).toEqual([
    'tallies by tallies_pkey (subject)',
  ]);
  const { rows } = await database.db.executeQuery<{ 'QUERY PLAN': object }>(
    CompiledQuery.raw(`explain (analyze, format json) ${query.sql}`, [...query.parameters]),
  );
  const [loops] =
    /"Relation Name":"tallies".*?"Actual Loops":(\d+)/.exec(JSON.stringify(rows))?.slice(1) ?? [];
  // Clocks change twice a year: three long stretches and two days.
  expect(Number(loops)).toBeLessThanOrEqual(STATISTICS_SUBJECTS.length * 5);
});
