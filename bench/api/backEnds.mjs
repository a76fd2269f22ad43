// Both back ends side by side, where PostgreSQL is installed: the embedded server's own rows beside the same data, questions
// and disk on PostgreSQL, with one process and with two. Load for two processes comes from two generators. Where one process, the
// database and the load fill the machine, a second shows nothing: so also with a small part of a core for each process.
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { postgres, postgresPrograms } from '../../tests/support/postgresCluster.mjs';
import { quantile } from '../harness/measure.mjs';
import { QUESTIONS } from './backEndQuestions.mjs';
import { figuresOf, printShared, printWhole } from './backEndTable.mjs';
import { fill } from './dataSet.mjs';
import { startLoad, startServer } from './processes.mjs';
import { processorShares } from './processorShare.mjs';

const NAME = 'both back ends';
/** Of a core, for each process: two of them, the database and the load leave time on two cores. */
const PART = 0.2;
const WARM_S = 2;
/** As `deploy/postgres/postgresql.conf` has them, for a machine that others use, too. */
const SETTINGS = {
  shared_buffers: '1GB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',
  jit: 'off',
  max_pred_locks_per_transaction: '256',
};

/** Clock ticks of all cores, in work and in all. */
function ticks() {
  const [, ...all] = readFileSync('/proc/stat', 'utf8').split('\n')[0].trim().split(/\s+/).map(Number);
  const total = all.slice(0, 8).reduce((sum, each) => sum + each, 0);
  return { total, busy: total - all[3] - all[4] };
}

/** Runs `jobs` at the same time, each by a generator of its own; `busy`: the part of all cores that was in use. */
async function together(jobs) {
  const loads = jobs.map(() => startLoad());
  const before = ticks();
  const runs = await Promise.all(jobs.map((job, at) => loads[at].flood(job)));
  const after = ticks();
  for (const load of loads) load.stop();
  return {
    perSecond: runs.reduce((sum, run) => sum + run.perSecond, 0),
    p50: quantile(
      runs.map((run) => run.p50),
      0.5,
    ),
    p99: Math.max(...runs.map((run) => run.p99)),
    errors: runs.reduce((sum, run) => sum + run.errors, 0),
    busy: (after.busy - before.busy) / (after.total - before.total),
    /** Of a core, by each process that serves. */
    used: runs.reduce((sum, run) => sum + (run.processorMs * run.perSecond) / 1000, 0) / runs.length,
  };
}

/** Counters and rows agree, whoever wrote them. */
async function inexact(pool) {
  const { rows } = await pool.query(`select
    (select count(*) from likes)::int - (select sum(likes) from tracks)::int as likes,
    (select count(*) from likes)::int - (select sum(n) from totals where subject = 'likes')::int as totals`);
  return Math.abs(rows[0].likes) + Math.abs(rows[0].totals);
}

/** @returns {Promise<object[]>} none without PostgreSQL */
export async function compareBackEnds({ data, blobs, results, rounds, seconds, quick }) {
  console.log(`\n${NAME}`);
  if (!postgresPrograms()) {
    console.log('          PostgreSQL: not run: it is not installed');
    return [];
  }
  const folder = join(data, 'postgres');
  mkdirSync(folder, { mode: 0o711 });
  // PostgreSQL may run as somebody else, who must get through.
  chmodSync(data, 0o711);
  const cluster = await postgres(SETTINGS, { directory: folder });
  const pool = new Pool({ connectionString: cluster.url, max: 1 });
  const shares = processorShares(PART);
  try {
    const { tracks, ...people } = await fill(folder, blobs, cluster.url);
    let liked = 0;
    const asked = { people, tracks, blobs, rounds, seconds };
    /** How many tracks each person has liked so far is where the next round begins. */
    const likes = (each) => ({
      each,
      from: () => {
        liked += each;
        return liked - each;
      },
    });
    const start = async () => {
      const settings = {
        DATABASE_URL: cluster.url,
        DATA_DIRECTORY: folder,
        STORAGE_URL: `file:${join(data, 'blobs')}`,
      };
      const server = await startServer(folder, { settings });
      await envelopesOf(blobs, pool);
      return server;
    };
    const whole = figuresOf(
      await measurePair({ ...asked, ...likes(quick ? 50 : 150), start, amongOf: (processes) => processes }),
      results,
    );
    printWhole(whole);
    const compared = [{ name: NAME, figures: whole }];
    const name = `${NAME}, each process on ${PART} of a core`;
    if (shares.notRun) {
      console.log(`          ${name}: not run: ${shares.notRun}`);
      compared.push({ name, notRun: shares.notRun });
    } else {
      const confined = { ...asked, ...likes(quick ? 15 : 40), start, amongOf: () => 2, shares };
      const shared = figuresOf(await measurePair(confined), results);
      printShared(PART, shared);
      compared.push({ name, figures: shared });
    }
    const off = await inexact(pool);
    if (off !== 0) throw new Error(`${off} likes are counted otherwise than they are there`);
    return compared;
  } finally {
    await pool.end();
    await cluster.stop();
    shares.close();
  }
}

/**
 * Every question to one process, then to two. With `shares` each process is warm before it has but its part, and has as much
 * to do beside another as alone (`amongOf`).
 */
async function measurePair({ start, amongOf, shares, rounds, seconds, ...asked }) {
  const servers = [];
  const measured = {};
  const run = (question, on, length) => together(QUESTIONS[question]({ ...asked, ...on, seconds: length }));
  try {
    for (const processes of [1, 2]) {
      const server = await start();
      servers.push(server);
      const among = amongOf(processes);
      if (shares) {
        for (const question of Object.keys(QUESTIONS))
          await run(question, { servers: [server], among }, WARM_S);
        shares.confine(server.pid);
      }
      for (const question of Object.keys(QUESTIONS)) {
        await run(question, { servers, among }, 1);
        const runs = [];
        for (let round = 0; round < rounds; round++)
          runs.push(await run(question, { servers, among }, seconds));
        measured[question] = { ...measured[question], [processes]: runs };
      }
    }
    return measured;
  } finally {
    for (const server of servers.reverse()) await server.stop();
  }
}

/** The server makes them at its start; the feed names them. */
async function envelopesOf(blobs, pool) {
  const names = blobs.map(({ name }) => name);
  for (let waited = 0; ; waited += 200) {
    const { rows } = await pool.query(
      'select count(*)::int as n from tracks where envelope is null and file = any($1)',
      [names],
    );
    if (rows[0].n === 0) return;
    if (waited > 60_000) throw new Error('the server made no envelopes in 60 s');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
