// Fills a store table by table. Finished steps are noted next to it, so an interrupted run resumes.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataSet } from './dataSet.mjs';

/** What the triggers would have counted. */
const SLOT = 'created_at / 1800000';
const tally = (subject, table, where = 'true') =>
  `insert into tallies(subject, slot, n)
    select '${subject}', ${SLOT}, count(*) from ${table} where ${where} group by 2`;
const TALLIES = [
  ...['tracks', 'likes', 'comments', 'reports'].map((table) => tally(table, table)),
  tally('guests', 'accounts', `role = 'guest'`),
  tally('users', 'accounts', `role <> 'guest'`),
];
const total = (subject, table, step = '1') =>
  `insert into totals(subject, shard, n) select '${subject}', 0, coalesce(sum(${step}), 0) from ${table}`;
const TOTALS = [
  'delete from totals',
  ...['accounts', 'tracks', 'comments', 'likes', 'reports'].map((table) => total(table, table)),
  total('guests', 'accounts', `case when role = 'guest' then 1 else 0 end`),
  total('open accounts', 'accounts'),
  total('plays', 'accounts', 'total_plays'),
  total('active tracks', 'tracks'),
  total('bytes', 'tracks', 'size'),
  total('active bytes', 'tracks', 'size'),
  `insert into totals(subject, shard, n) select 'ever ' || subject, 0, sum(n) from tallies group by subject`,
];
const EVENTS = `insert into events(account_id, type, data_json, created_at)
  select account_id, 'notification', '{"id":"' || id || '","type":"like"}', created_at from notifications
  order by created_at, id`;

/**
 * @param {{ name: string }} store as `sqliteStore.mjs` opens it
 * @param {string} folder where the notes are
 * @param {{ tracks: number, likes: number, accounts: number }} counts
 * @param {number} until of `Date.now()`; no step begins later
 * @returns {Promise<{ dataSet: ReturnType<typeof createDataSet>, seconds: number } | null>} null: not finished yet
 */
export async function fill(store, folder, counts, until) {
  const file = join(folder, 'steps.json');
  const notes = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { counts, now: Date.now(), steps: {} };
  if (JSON.stringify(notes.counts) !== JSON.stringify(counts))
    throw new Error(`${folder} holds ${JSON.stringify(notes.counts)}; name another folder`);
  const dataSet = createDataSet(counts, notes.now);
  const steps = [
    ['indexes aside', () => store.begin()],
    ...Object.entries(dataSet.tables).map(([table, rows]) => [table, () => store.insert(table, rows())]),
    ['words of recordings', () => store.searchable(dataSet.searched())],
    ['texts of comments and people', () => store.textsSearchable()],
    [
      'tallies',
      async () => {
        for (const sql of [...TALLIES, ...TOTALS]) await store.execute(sql);
      },
    ],
    ['events', () => store.execute(EVENTS)],
    ['indexes', () => store.finish()],
  ];
  for (const [step, run] of steps) {
    if (notes.steps[step] !== undefined) continue;
    if (Date.now() > until) return null;
    const began = performance.now();
    await run();
    notes.steps[step] = Number(((performance.now() - began) / 1000).toFixed(1));
    writeFileSync(file, JSON.stringify(notes, null, 2));
    console.log(`  ${store.name}: ${step} ${notes.steps[step]} s`);
  }
  return { dataSet, seconds: Object.values(notes.steps).reduce((sum, each) => sum + each, 0) };
}
