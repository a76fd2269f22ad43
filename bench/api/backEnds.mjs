// Both back ends side by side, where PostgreSQL is installed: the embedded server's own rows beside the same data, questions
// and disk on PostgreSQL, with one process and with two. Load for two processes comes from two generators.
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { postgres, postgresPrograms } from '../../tests/support/postgresCluster.mjs';
import { quantile } from '../harness/measure.mjs';
import { round as short } from '../harness/report.mjs';
import { fill, picker } from './dataSet.mjs';
import { FEED } from './feed.rows.mjs';
import { startLoad, startServer } from './processes.mjs';

const NAME = 'both back ends';
const FEED_CONNECTIONS = 50;
const PEOPLE = 20;
const LIKE = '/upload.php?action=addLike';
const RANGE = 64 * 1024;
/** Of all cores; from here on another process has nothing left to run on. */
const NOTHING_LEFT = 0.9;
const WANTED_RATIO = 1.6;
/** As `deploy/postgres/postgresql.conf` has them, for a machine that others use, too. */
const SETTINGS = { shared_buffers: '1GB', max_wal_size: '4GB', random_page_cost: '1.1', jit: 'off' };

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
  };
}

const JOBS = {
  'public feed': ({ servers, seconds }) =>
    servers.map((server) => ({
      on: server,
      url: server.url + FEED,
      connections: FEED_CONNECTIONS / servers.length,
      seconds,
    })),
  'feed of somebody signed in': ({ servers, seconds, people }) =>
    servers.map((server) => ({
      on: server,
      connections: FEED_CONNECTIONS / servers.length,
      seconds,
      requests: people.tokens.map((token) => [{ path: FEED, headers: { authorization: `Bearer ${token}` } }]),
    })),
  'ranges of 64 KB': ({ servers, seconds, blobs }) => {
    const pick = picker(5);
    const requests = Array.from({ length: PEOPLE }, () =>
      Array.from({ length: 100 }, () => {
        const blob = blobs[pick.below(blobs.length)];
        const start = pick.below(blob.size - RANGE);
        return { path: `/audio/${blob.name}`, headers: { range: `bytes=${start}-${start + RANGE - 1}` } };
      }),
    );
    return servers.map((server) => ({
      on: server,
      connections: PEOPLE / servers.length,
      seconds,
      requests,
      status: 206,
    }));
  },
  'durable likes': ({ servers, people, tracks, round, quick }) => {
    const each = quick ? 50 : 150;
    const share = PEOPLE / servers.length;
    return servers.map((server, which) => ({
      on: server,
      connections: share,
      amount: share * each,
      requests: people.tokens.slice(which * share, (which + 1) * share).map((token, person) =>
        // Nobody likes one of these twice: each round and person has tracks of its own.
        Array.from({ length: each }, (_, at) => ({
          method: 'POST',
          path: LIKE,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            like: { trackId: tracks[(round * each + at + (which * share + person) * 7) % tracks.length] },
          }),
        })),
      ),
    }));
  },
};

/** Which figure of the embedded server's rows is the same question. */
const EMBEDDED = {
  'public feed': ['public feed', 'feed'],
  'feed of somebody signed in': ['public feed', 'feed of somebody signed in'],
  'ranges of 64 KB': ['range reads', 'ranges'],
  'durable likes': ['durable likes', 'likes'],
};

const medianOf = (runs) =>
  quantile(
    runs.map(({ perSecond }) => perSecond),
    0.5,
  );

function embeddedFigure(results, question) {
  const [row, figure] = EMBEDDED[question];
  const found = results.find(({ name }) => name.startsWith(row));
  const runs = found?.figures.find(({ name }) => name === figure)?.runs;
  return runs ? medianOf(runs) : null;
}

/** Counters and rows agree, whoever wrote them. */
async function inexact(pool) {
  const { rows } = await pool.query(`select
    (select count(*) from likes)::int - (select sum(likes) from tracks)::int as likes,
    (select count(*) from likes)::int - (select sum(n) from totals where subject = 'likes')::int as totals`);
  return Math.abs(rows[0].likes) + Math.abs(rows[0].totals);
}

/** @returns {Promise<object | null>} null without PostgreSQL */
export async function compareBackEnds({ data, blobs, results, rounds, seconds, quick }) {
  console.log(`\n${NAME}`);
  if (!postgresPrograms()) {
    console.log('          PostgreSQL: not run: it is not installed');
    return null;
  }
  const folder = join(data, 'postgres');
  mkdirSync(folder, { mode: 0o711 });
  // PostgreSQL may run as somebody else, who must get through.
  chmodSync(data, 0o711);
  const cluster = await postgres(SETTINGS, { directory: folder });
  const pool = new Pool({ connectionString: cluster.url, max: 1 });
  const closing = [() => cluster.stop(), () => pool.end()];
  try {
    const { tracks, ...people } = await fill(folder, blobs, cluster.url);
    const settings = {
      DATABASE_URL: cluster.url,
      DATA_DIRECTORY: folder,
      STORAGE_URL: `file:${join(data, 'blobs')}`,
    };
    const servers = [];
    const measured = {};
    let round = 0;
    for (const processes of [1, 2]) {
      const server = await startServer(folder, { settings });
      closing.push(() => server.stop());
      servers.push(server);
      if (processes === 1) await envelopesOf(blobs, pool);
      for (const [question, jobsOf] of Object.entries(JOBS)) {
        const world = { servers, people, tracks, blobs, seconds, quick };
        const runs = [];
        for (let at = -1; at < rounds; at++) {
          const jobs = jobsOf({ ...world, round: round++, seconds: at < 0 ? 1 : seconds });
          const run = await together(jobs);
          if (at >= 0) runs.push(run);
        }
        measured[question] = { ...measured[question], [processes]: runs };
      }
    }
    const off = await inexact(pool);
    if (off !== 0) throw new Error(`${off} likes are counted otherwise than they are there`);
    return report(measured, results);
  } finally {
    for (const close of closing.reverse()) await close();
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

function report(measured, results) {
  const figures = Object.entries(measured).map(([question, { 1: one, 2: two }]) => {
    const [first, second] = [medianOf(one), medianOf(two)];
    const busy = quantile(
      two.map((run) => run.busy),
      0.5,
    );
    return {
      name: question,
      embedded: embeddedFigure(results, question),
      onePerSecond: first,
      twoPerSecond: second,
      ratio: second / first,
      busy,
      errors: [...one, ...two].reduce((sum, run) => sum + run.errors, 0),
      one,
      two,
    };
  });
  const cell = (value) => (value === null ? '–' : `${short(value)}/s`).padStart(10);
  console.log(
    `  ${''.padEnd(28)}${'embedded'.padStart(10)}${'PostgreSQL'.padStart(12)}${'two'.padStart(10)}   two : one`,
  );
  for (const { name, embedded, onePerSecond, twoPerSecond, ratio, busy, errors } of figures) {
    const isFull = busy >= NOTHING_LEFT;
    const note = isFull
      ? `the ${availableParallelism()} cores are the limit: ${(busy * 100).toFixed(0)} % in use, the load's own part among it`
      : ratio >= WANTED_RATIO
        ? 'MET'
        : `NOT MET (≥ ${WANTED_RATIO}), ${(busy * 100).toFixed(0)} % of the cores in use`;
    console.log(
      `  ${name.padEnd(28)}${cell(embedded)}${cell(onePerSecond).padStart(12)}${cell(twoPerSecond)}   ${ratio.toFixed(2)}  ${note}${errors ? `, ${errors} errors` : ''}`,
    );
  }
  return { name: NAME, figures };
}
