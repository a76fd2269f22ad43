// `npm run bench -- admin`: the tables of the admin area over 50,000 uploads and 20,000 accounts: every page at the built
// server, by every column and direction, and the longest task of the browser while a table is scrolled.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { server as buildServer, web as buildWeb } from '../../api/launch/steps.mjs';
import { serverModule } from '../api/dataSet.mjs';
import { startServer } from '../api/processes.mjs';
import { quantile } from '../harness/measure.mjs';
import { barLine, keep, machine } from '../harness/report.mjs';
import { fillDataSet, SIZES } from './dataSet.mjs';
import { measureScroll } from './scroll.mjs';

const CACHE = fileURLToPath(new URL('../.cache/', import.meta.url));
/** Bar for each tab at the server. */
const ANSWER_MS = 300;
const TASK_MS = 100;
const DEPTH = 10;
const STATISTICS_ROUNDS = 25;
/** Words with few matches, matches in half of all rows, and none; too short for a trigram, in nearly all rows and in none. */
const WORDS = ['whis', 'laut', 'nothing-has-this', 'a', '%'];

/** Milliseconds until the whole answer has arrived. */
async function ask(url, token, action, query) {
  const asked = new URLSearchParams({ action, ...query });
  const started = performance.now();
  const reply = await fetch(`${url}/upload.php?${asked}`, { headers: { authorization: `Bearer ${token}` } });
  const answer = await reply.json();
  const ms = performance.now() - started;
  if (!reply.ok) throw new Error(`${action} ${asked}: ${answer.code}`);
  return { ms, answer };
}

/** The first `DEPTH` pages; each row once, in order. */
async function walk(url, token, action, query) {
  const times = [];
  const seen = new Set();
  let cursor;
  for (let page = 0; page < DEPTH; page++) {
    const { ms, answer } = await ask(url, token, action, cursor ? { ...query, cursor } : query);
    times.push(ms);
    for (const { id } of answer.data) {
      if (seen.has(id)) throw new Error(`${action} ${JSON.stringify(query)}: ${id} comes twice`);
      seen.add(id);
    }
    cursor = answer.nextCursor;
    if (!cursor) break;
  }
  return times;
}

async function measureTable(url, token, { action, sorts }) {
  const named = [];
  const note = (name, times) => {
    for (const ms of times) named.push({ name, ms });
  };
  for (const sort of sorts)
    for (const direction of ['desc', 'asc'])
      note(`${sort} ${direction}`, await walk(url, token, action, { sort, direction }));
  for (const search of WORDS)
    for (const sort of sorts)
      note(`"${search}" by ${sort}`, await walk(url, token, action, { search, sort }));
  const times = named.map(({ ms }) => ms);
  const slowest = named.toSorted((a, b) => b.ms - a.ms)[0];
  return [
    { what: `${action}: median of ${times.length} answers`, unit: 'ms', value: quantile(times, 0.5) },
    { what: `${action}: 99 of 100`, unit: 'ms', value: quantile(times, 0.99) },
    {
      what: `${action}: slowest (${slowest.name})`,
      unit: 'ms',
      value: slowest.ms,
      atMost: ANSWER_MS,
    },
  ];
}

/** Every period of days, repeatedly. */
async function measureStatistics(url, token) {
  const { STATISTICS_DAYS } = await serverModule('contract/statisticsSubjects.ts');
  const times = [];
  for (let round = 0; round < STATISTICS_ROUNDS; round++)
    for (const days of STATISTICS_DAYS)
      times.push((await ask(url, token, 'getStatistics', { days, zone: 'Europe/Berlin' })).ms);
  return [
    { what: `getStatistics: median of ${times.length} answers`, unit: 'ms', value: quantile(times, 0.5) },
    { what: 'getStatistics: 99 of 100', unit: 'ms', value: quantile(times, 0.99) },
    { what: 'getStatistics: slowest', unit: 'ms', value: Math.max(...times), atMost: ANSWER_MS },
  ];
}

/** @param {{ quick: boolean, only?: string }} options */
export async function bench({ quick, only }) {
  const { cpu, cores, load, node } = machine();
  console.log(`${cpu}, ${cores} cores at load ${load}, Node ${node}`);
  await buildServer();
  await buildWeb();
  mkdirSync(CACHE, { recursive: true });
  const data = mkdtempSync(join(CACHE, 'admin-'));
  const results = [];
  let server = null;
  try {
    const started = Date.now();
    const tokens = await fillDataSet(data);
    const size = Object.entries(SIZES).map(([what, count]) => `${count} ${what}`);
    console.log(`${size.join(', ')} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
    server = await startServer(data, {});
    const { TRACK_SORTS, USER_SORTS, COMMENT_SORTS, REPORT_SORTS, AUDIT_SORTS } =
      await serverModule('contract/tableSorts.ts');
    const tables = [
      { action: 'getTrackTable', sorts: TRACK_SORTS },
      { action: 'getUserTable', sorts: USER_SORTS },
      { action: 'getCommentTable', sorts: COMMENT_SORTS },
      { action: 'getReportTable', sorts: REPORT_SORTS },
      { action: 'getAuditTable', sorts: AUDIT_SORTS },
    ];
    const rows = [
      ...tables.map((table) => ({
        name: table.action,
        run: () => measureTable(server.url, tokens.admin, table),
      })),
      { name: 'getStatistics', run: () => measureStatistics(server.url, tokens.admin) },
      {
        name: 'getOverview and checkAuditLog',
        run: async () => {
          const overview = [];
          for (let round = 0; round < 10; round++)
            overview.push((await ask(server.url, tokens.admin, 'getOverview', {})).ms);
          const check = await ask(server.url, tokens.admin, 'checkAuditLog', {});
          if (check.answer.data.brokenAt !== null) throw new Error('the log is broken');
          return [
            { what: 'getOverview: slowest', unit: 'ms', value: Math.max(...overview), atMost: ANSWER_MS },
            { what: `checkAuditLog of ${check.answer.data.rows}`, unit: 'ms', value: check.ms },
          ];
        },
      },
      {
        name: 'scrolling in the browser',
        run: async () => {
          const { longestMs, rows: seen } = await measureScroll(
            server.url,
            tokens.admin,
            quick ? 1000 : 5000,
          );
          return [
            { what: `longest task while ${seen} rows pass`, unit: 'ms', value: longestMs, atMost: TASK_MS },
          ];
        },
      },
    ].filter(({ name }) => !only || name.toLowerCase().includes(only.toLowerCase()));
    for (const { name, run } of rows) {
      console.log(`\n${name}`);
      const bars = await run();
      console.log(bars.map(barLine).join('\n'));
      results.push({ name, bars });
    }
  } finally {
    await server?.stop();
    rmSync(data, { recursive: true, force: true });
  }
  console.log(`\n${keep('admin', { quick, results })}`);
}
