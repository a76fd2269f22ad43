// Bytes that the server sends for a first visit, measured by Chromium with an empty cache. `npm run check` prints them.
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reader } from '../../api/events/readers.ts';
import { coldVisit, type Received } from '../support/browser/coldVisit.ts';
import { manyTracks } from '../support/server/manyTracks.ts';
import { plainRequest } from '../support/server/plainRequest.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';

const WEB = fileURLToPath(new URL('../../dist/web', import.meta.url));
const KILOBYTE = 1000;
/** Tracks in the first feed response. */
const TRACKS = 50;

/** Limits in kB. */
const FEED_SCRIPT = 110;
const FEED = 150;
const EDITOR = 200;
const WORKER_MODULE = 450;
/** The whole engine, for a page that opens a tool. */
const LARGER_MODULE = 500;

/** Longer than a page needs to open its event stream. */
const AWAY_MS = 10_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { WEB_DIRECTORY: WEB } });
  await manyTracks(app.deps, TRACKS, 20);
  await waitUntilSettled();
});
afterAll(() => app.close());

/** A new listener refetches what has just changed, so the visit must begin after the last change. */
async function waitUntilSettled(): Promise<void> {
  for (let found = 1; found > 0; ) {
    found = 0;
    const reader: Reader = {
      ...{ accountId: null, moderates: false, isAlive: async () => true },
      ...{ open() {}, begin() {}, beat() {}, end() {} },
      send() {
        found += 1;
      },
    };
    const leave = await app.deps.events.join(reader, null, AWAY_MS);
    leave();
    if (found > 0) await pause(200);
  }
}

const isScript = ({ url, kind }: Received) => kind === 'Script' || new URL(url).pathname.endsWith('.js');
const isModule = ({ url }: Received) => new URL(url).pathname.endsWith('.wasm');
const kilobytes = (answers: Received[]) => answers.reduce((sum, { bytes }) => sum + bytes, 0) / KILOBYTE;

function show(what: string, answers: Received[]): void {
  console.log(`${what}: ${kilobytes(answers).toFixed(1)} kB in ${answers.length} answers`);
  for (const { url, kind, bytes, coding } of [...answers].sort((a, b) => b.bytes - a.bytes))
    console.log(`  ${String(bytes).padStart(7)} ${kind} ${coding || 'as it is'} ${new URL(url).pathname}`);
}

test('sends at most 110 kB of script and 150 kB in total for a cold feed', async () => {
  const answers = await coldVisit(`${app.url}/`, 'main');
  show('cold feed', answers);
  console.log(`cold feed, script: ${kilobytes(answers.filter(isScript)).toFixed(1)} kB`);
  // The measurement only counts if the page requested the feed and all large responses were compressed.
  expect(answers.some(({ url }) => url.includes('action=getTracks'))).toBe(true);
  expect(answers.filter(isScript).length).toBeGreaterThan(0);
  expect(answers.filter((answer) => isScript(answer) && answer.coding !== 'br')).toEqual([]);
  expect(kilobytes(answers.filter(isScript))).toBeLessThanOrEqual(FEED_SCRIPT);
  expect(kilobytes(answers)).toBeLessThanOrEqual(FEED);
});

test('sends at most 200 kB for an editor route, without the module', async () => {
  const answers = (await coldVisit(`${app.url}/audio-editor`, 'main')).filter((answer) => !isModule(answer));
  show('editor', answers);
  expect(answers.some(({ url }) => /EditorPage-.*\.js$/.test(url))).toBe(true);
  expect(kilobytes(answers)).toBeLessThanOrEqual(EDITOR);
});

test.each([
  ['worker module', /^first_bg-.*\.wasm$/, WORKER_MODULE],
  ['larger worker module', /^dsp_bg-.*\.wasm$/, LARGER_MODULE],
])('sends the %s (%s) in at most %d kB', async (what, pattern, limit) => {
  const name = readdirSync(`${WEB}/assets`).find((each) => pattern.test(each));
  const reply = await plainRequest(`${app.url}/assets/${name}`, { 'accept-encoding': 'br' });
  console.log(`${what}: ${(reply.body.length / KILOBYTE).toFixed(1)} kB`);
  expect(reply.status).toBe(200);
  expect(reply.headers['content-encoding']).toBe('br');
  expect(reply.body.length / KILOBYTE).toBeLessThanOrEqual(limit);
});
