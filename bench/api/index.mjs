// `npm run bench -- api`: the built server on a real disk, under load, compared with bare Koa.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { server as buildServer } from '../../api/launch/steps.mjs';
import { quantile } from '../harness/measure.mjs';
import { barLine, keep, machine, round as short } from '../harness/report.mjs';
import { asBlobs, recordings } from './audio.mjs';
import { compareBackEnds } from './backEnds.mjs';
import { fill, SIZES, serverModule } from './dataSet.mjs';
import { FEED, row as feed } from './feed.rows.mjs';
import { row as likes } from './likes.rows.mjs';
import { row as listeners } from './listeners.rows.mjs';
import { refuseRamDisk, startBareKoa, startLoad, startServer } from './processes.mjs';
import { row as ranges } from './ranges.rows.mjs';
import { row as snapshot } from './snapshot.rows.mjs';
import { row as statistics } from './statistics.rows.mjs';
import { row as uploads } from './uploads.rows.mjs';

const CACHE = fileURLToPath(new URL('../.cache/', import.meta.url));
/** Reads before writes: likes change what the others read, and the last row fills the data set. */
const ROWS = [feed, snapshot, ranges, likes, listeners, uploads, statistics];

/** @param {{ quick: boolean, only?: string, profile?: string }} options */
export async function bench({ quick, only, profile }) {
  const { cpu, cores, load: busy, node } = machine();
  console.log(`${cpu}, ${cores} cores at load ${busy}, Node ${node}${quick ? ', quick' : ''}`);
  await buildServer();
  mkdirSync(CACHE, { recursive: true });
  refuseRamDisk(CACHE);
  const data = mkdtempSync(join(CACHE, 'api-'));
  const closing = [() => rmSync(data, { recursive: true, force: true })];
  const results = [];
  const failures = [];
  try {
    const files = await recordings(20);
    const blobs = asBlobs(files, join(data, 'blobs'));
    const started = Date.now();
    const people = await fill(data, blobs);
    const size = Object.entries(SIZES).map(([what, count]) => `${count} ${what}`);
    console.log(`${size.join(', ')} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
    const server = await startServer(data, { profile });
    closing.push(() => server.stop());
    const { openRawDatabase } = await serverModule('db/driver.ts');
    const raw = await openRawDatabase(join(data, 'aural.db'));
    closing.push(() => raw.close());
    await envelopesOf(blobs, raw);
    const body = join(data, 'feed.json');
    writeFileSync(body, await (await fetch(server.url + FEED)).text());
    const bareKoa = await startBareKoa(body);
    closing.push(bareKoa.stop);
    const load = startLoad();
    closing.push(load.stop);
    const { tracks, ...persons } = people;
    const rounds = quick ? 2 : 3;
    const seconds = quick ? 3 : 10;
    const world = {
      server,
      bareKoa,
      load,
      raw,
      data,
      people: persons,
      tracks,
      blobs,
      files,
      quick,
      rounds,
      seconds,
    };
    for (const row of ROWS) {
      if (only && !row.name.toLowerCase().includes(only.toLowerCase())) continue;
      try {
        await row.check(world);
        const result = { name: row.name, ...(await row.run(world)) };
        results.push(result);
        console.log(lines(result).join('\n'));
      } catch (error) {
        failures.push(row.name);
        console.error(`\n${row.name}\n  WRONG: ${error.message}`);
      }
    }
    for (const close of closing.splice(1).reverse()) await close();
    if (!only || only === 'back ends') {
      try {
        results.push(...(await compareBackEnds({ data, blobs, results, seconds, quick })));
      } catch (error) {
        failures.push('back ends');
        console.error(`  WRONG: ${error.message}`);
      }
    }
  } finally {
    for (const close of closing.reverse()) await close();
  }
  console.log(`\n${keep('api', { quick, results })}`);
  if (failures.length > 0) process.exitCode = 1;
}

/** The server creates them at its start, and the feed names them: before that it is another feed. */
async function envelopesOf(blobs, raw) {
  const missing = raw.prepare(
    `select count(*) as n from tracks where envelope is null and file in (${blobs.map(() => '?')})`,
  );
  for (let waited = 0; missing.all(...blobs.map(({ name }) => name))[0].n > 0; waited += 100) {
    if (waited > 60_000) throw new Error('the server made no envelopes in 60 s');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function lines({ name, unit, figures, bars }) {
  const rows = figures.map((figure) => {
    const rates = figure.runs.map(({ perSecond }) => perSecond);
    const median = quantile(rates, 0.5);
    const spread = (quantile(rates, 0.75) - quantile(rates, 0.25)) / 2 / median;
    const times = figure.runs.some(({ p99 }) => p99 !== undefined)
      ? `  p50 ${short(
          quantile(
            figure.runs.map(({ p50 }) => p50),
            0.5,
          ),
        )} ms, p99 ${short(Math.max(...figure.runs.map(({ p99 }) => p99)))} ms`
      : '';
    const used = figure.runs.map(({ processorMs }) => processorMs).filter((ms) => ms !== undefined);
    const each = used.length > 0 ? `, ${short(quantile(used, 0.5))} ms of processor each` : '';
    return `  ${figure.name.padEnd(30)} ${short(median).padStart(8)} ${unit}/s ±${(spread * 100).toFixed(0).padStart(2)} %${times}${each}`;
  });
  return [`\n${name}`, ...rows, ...bars.map(barLine)];
}
