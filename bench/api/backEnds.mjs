// Compares both databases, if PostgreSQL is installed: the embedded server's rows, then the same data, questions and disk on
// PostgreSQL, with one process and with two. Two generators load two processes. Where one process, the database and the load fill
// the machine, a second process shows nothing; so a second pass gives each process a small share of a core. Both processes run all
// the time, with warm caches. The load goes to the first, to both, then to the second.
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { postgres, postgresPrograms } from '../../tests/support/database/postgresCluster.mjs';
import { quantile } from '../harness/measure.mjs';
import { QUESTIONS } from './backEndQuestions.mjs';
import { figuresOf, printShared, printWhole } from './backEndTable.mjs';
import { fill } from './dataSet.mjs';
import { startLoad, startServer } from './processes.mjs';
import { processorShares } from './processorShare.mjs';

const NAME = 'both back ends';
/** Share of a core per process: two of them, the database and the load leave time on two cores. */
const PART = 0.2;
/** Before each question, on whole cores: with a fifth of one, compiling takes half a minute, and idle code is dropped again. */
const WARM_S = 5;
/** Each with two measurements of one process and one of both. */
const ROUNDS = 4;
/** As `deploy/postgres/postgresql.conf` has them, for a shared machine. */
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

/** Runs `jobs` at the same time, each in its own generator; `busy`: the share of all cores in use. */
async function together(jobs, loads) {
  const before = ticks();
  const runs = await Promise.all(jobs.map((job, at) => loads[at].flood(job)));
  const after = ticks();
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

/** Counters and rows agree, whichever process wrote them. */
async function inexact(pool) {
  const { rows } = await pool.query(`select
    (select count(*) from likes)::int - (select sum(likes) from tracks)::int as likes,
    (select count(*) from likes)::int - (select sum(n) from totals where subject = 'likes')::int as totals`);
  return Math.abs(rows[0].likes) + Math.abs(rows[0].totals);
}

/** @returns {Promise<object[]>} none without PostgreSQL */
export async function compareBackEnds({ data, blobs, results, seconds, quick }) {
  console.log(`\n${NAME}`);
  if (!postgresPrograms()) {
    console.log('          PostgreSQL: not run: it is not installed');
    return [];
  }
  const folder = join(data, 'postgres');
  mkdirSync(folder, { mode: 0o711 });
  // PostgreSQL may run as another user, who must have access.
  chmodSync(data, 0o711);
  const cluster = await postgres(SETTINGS, { directory: folder });
  const pool = new Pool({ connectionString: cluster.url, max: 1 });
  const shares = processorShares(PART);
  try {
    const { tracks, ...people } = await fill(folder, blobs, cluster.url);
    let liked = 0;
    const asked = { people, tracks, blobs, seconds };
    /** The next round starts after the tracks that each user has liked so far. */
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
    if (off !== 0) throw new Error(`${off} likes are missing from or extra in the counters`);
    return compared;
  } finally {
    await pool.end();
    await cluster.stop();
    shares.close();
  }
}

/**
 * Sends every question to the first process, to both, and to the second. With `shares`, each process has only its share of a core,
 * and the same load whether one or two run (`amongOf`).
 */
async function measurePair({ start, amongOf, shares, seconds, ...asked }) {
  const servers = [];
  const loads = [startLoad(), startLoad()];
  const measured = {};
  const run = (question, on, length) => {
    const among = amongOf(on.length);
    return together(QUESTIONS[question]({ ...asked, servers: on, among, seconds: length }), loads);
  };
  try {
    for (const _ of loads) servers.push(await start());
    for (const { pid } of servers) shares?.confine(pid);
    const [first, second] = servers;
    for (const question of Object.keys(QUESTIONS)) {
      const warm = () => run(question, servers, WARM_S);
      await (shares ? shares.lifted(warm) : warm());
      const [single, both] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        single.push(await run(question, [first], seconds));
        both.push(await run(question, servers, seconds));
        single.push(await run(question, [second], seconds));
      }
      measured[question] = { 1: single, 2: both };
    }
    return measured;
  } finally {
    for (const load of loads) load.stop();
    for (const server of servers.reverse()) await server.stop();
  }
}

/** The server creates them at its start, and the feed names them. */
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
