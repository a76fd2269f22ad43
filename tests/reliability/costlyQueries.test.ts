// One address spends its whole budget on the most expensive permitted searches or writes, over 50,000 tracks (L5).
// Listeners at other addresses do not notice. Attacker and listeners have their own addresses, as on a
// real network.
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { openDatabase } from '../../api/db/client.ts';
import { longRecording } from '../support/audio/longRecording.ts';
import { promise, type Trials, trialCount } from '../support/rules/promise.ts';
import { manyTracks, TAGS } from '../support/server/manyTracks.ts';
import { callAction, publishAudio, visitor } from '../support/server/publish.ts';
import { PREFILLED, startServer, type TestServer } from '../support/server/server.ts';
import { get } from '../support/server/wire.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const TRACKS = 50_000;
/** Each attack has its own address, and so its own budget. */
const SEARCHER = '127.0.0.9';
const WRITER = '127.0.0.10';
/** Connections the attacker keeps busy. */
const ATTACKS_AT_ONCE = 40;
/** Honest requests a second; within one address's budget of reads. */
const HONEST_PER_SECOND = 25;

const data = temporaryFolder('costly');
let server: TestServer;
let audio: string;
const listener = { url: '', cookie: '' };
beforeAll(async () => {
  const database = await openDatabase(join(data, 'aural.db'));
  await manyTracks(database, TRACKS);
  await database.close();
  server = await startServer({ ...PREFILLED, STORAGE_RESERVE_BYTES: '0', LOG_LEVEL: 'silent' }, { data });
  const person = visitor(server.url);
  audio = await publishAudio(person, longRecording(2 * 1024 * 1024));
  Object.assign(listener, person);
});
afterAll(async () => {
  await server.stop();
});

/** Two letters each, and every one begins words of thousands of tracks. */
const BEGINNINGS =
  'ab at au du ec er fe fl ga gl ha ho ki la le li mo na qu re ru sa sc so st ta tr uf vo wa we wi za ze'.split(
    ' ',
  );

/** Inside words of thousands of tracks, and at the beginning of few: both indexes are asked. */
const PIECES = 'acht ell erz immer lieder ommer onig orytell tille uelle'.split(' ');
/** With one wrong letter, so that nothing matches and similar words are searched. */
const WRONG = 'stxmme traxm sommxr whispxr storytxlling kissxn'.split(' ');

/** Order of questions: three word starts, then a part of a word, then a similar word. */
function expensiveQuery(turn: number): Record<string, string> {
  const pick = (list: readonly string[], at: number) => list[at % list.length] ?? '';
  if (turn % 5 === 3) return { query: `${pick(PIECES, turn)} ${pick(PIECES, turn * 3 + 1)}` };
  if (turn % 5 === 4) return { query: `${pick(WRONG, turn)} ${pick(WRONG, turn * 5 + 2)}`, similar: 'true' };
  const words = [pick(BEGINNINGS, turn), pick(BEGINNINGS, turn * 7 + 3)];
  return { query: turn % 4 === 0 ? (words[0] ?? '') : words.join(' ') };
}

/** Expensive and never the same twice, so that no answer is cached. */
function* dearestSearches(): Generator<string> {
  for (let turn = 0; ; turn++) {
    const tags = TAGS.slice(turn % 3, (turn % 3) + 1 + (turn % 5));
    const query = new URLSearchParams({
      action: 'getTracks',
      category: ['top_rated', 'most_commented', 'new'][turn % 3] ?? 'new',
      ...expensiveQuery(turn),
      ...(turn % 2 === 0 ? { tags: tags.join(',') } : {}),
      limit: String(499 - (turn % 200)),
    });
    yield `/upload.php?${query}`;
  }
}

interface Ended {
  status: number;
  milliseconds: number;
}

interface Question {
  agent: Agent;
  localAddress?: string;
  headers?: object;
  /** Set: the request is a POST. */
  body?: string;
}

function ask(path: string, { body, ...options }: Question): Promise<Ended> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const how = { ...options, method: body === undefined ? 'GET' : 'POST', headers: { ...options.headers } };
    const sent = request(server.url + path, how, (reply) => {
      reply.resume();
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, milliseconds: performance.now() - started }),
      );
      reply.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const quantile = (values: number[], at: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * at)] ?? 0;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

type Times = Record<'audio' | 'feed' | 'search' | 'like', number[]>;
let liked = 0;

/** Latency of honest listeners until the end; a failed request is a failed trial. */
async function listen(trials: Trials, until: number): Promise<Times> {
  const honest = new Agent({ keepAlive: true, maxSockets: 20 });
  const times: Times = { audio: [], feed: [], search: [], like: [] };
  const tracks = (await get(listener, 'getTracks')).json.data as { id: string }[];
  const sent: Promise<void>[] = [];
  const note = (kind: keyof Times, path: string, headers: object = {}) =>
    trials.run(`${kind} ${sent.length}`, async () => {
      const { status, milliseconds } = await ask(path, { agent: honest, headers });
      expect(status).toBeLessThan(300);
      times[kind].push(milliseconds);
    });
  for (let turn = 0; performance.now() < until; turn++) {
    const at = performance.now();
    sent.push(note('audio', audio, { cookie: listener.cookie, range: 'bytes=0-65535' }));
    if (turn % 3 === 1) sent.push(note('feed', '/upload.php?action=getTracks&limit=20'));
    if (turn % 12 === 2) sent.push(note('search', '/upload.php?action=getTracks&limit=20&query=stimme'));
    // A like changes the feed, so its cached answer is rendered again.
    if (turn % 12 === 0) {
      const started = performance.now();
      await callAction(listener, 'addLike', { like: { trackId: tracks[liked++]?.id } });
      times.like.push(performance.now() - started);
    }
    await pause(Math.max(0, at + 1000 / HONEST_PER_SECOND - performance.now()));
  }
  await Promise.all(sent);
  honest.destroy();
  return times;
}

/** Runs `attack` on many connections next to honest listeners, and checks both. */
async function runNextToListeners(
  trials: Trials,
  forMs: number,
  attack: (connection: number, agent: Agent) => Promise<Ended>,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: ATTACKS_AT_ONCE });
  const until = performance.now() + forMs;
  const attacks: Ended[] = [];
  const attacking = Array.from({ length: ATTACKS_AT_ONCE }, async (_, connection) => {
    while (performance.now() < until) {
      const ended = await attack(connection, agent).catch(() => null);
      if (ended) attacks.push(ended);
      // Refusals return at once; a client that retries without a pause only uses its own processor here.
      if (ended?.status !== 200) await pause(100);
    }
  });
  const times = await listen(trials, until);
  await Promise.all(attacking);
  agent.destroy();
  const answered = attacks.filter(({ status }) => status === 200).map(({ milliseconds }) => milliseconds);
  const summary = (what: string, list: number[]) =>
    `${what} n=${list.length} p50 ${quantile(list, 0.5).toFixed(1)} p99 ${quantile(list, 0.99).toFixed(1)} ms`;
  console.error(
    [
      summary(`attacks answered of ${attacks.length}`, answered),
      ...Object.entries(times).map(([kind, list]) => summary(kind, list)),
    ].join('; '),
  );
  trials.measured(
    Math.max(quantile(times.audio, 0.99), quantile(times.feed, 0.99)),
    'ms p99 of honest audio and feed',
  );
  await trials.run('the attack sent enough requests', () => expect(answered.length).toBeGreaterThan(50));
  await trials.run('its budget ended', () => expect(attacks.map(({ status }) => status)).toContain(429));
  await trials.run('p99 of audio', () => expect(quantile(times.audio, 0.99)).toBeLessThan(150));
  await trials.run('p99 of the feed', () => expect(quantile(times.feed, 0.99)).toBeLessThan(150));
}

promise(
  'L5',
  'the most expensive searches of one address do not slow listeners at another',
  async (trials) => {
    const searches = dearestSearches();
    await runNextToListeners(trials, trialCount(40_000, 90_000), (_connection, agent) =>
      ask(searches.next().value, { agent, localAddress: SEARCHER }),
    );
  },
);

promise('L5', 'the most expensive writes of one address do not slow listeners at another', async (trials) => {
  const people = (await get(listener, 'getTracks')).json.data as { userId: string }[];
  const followedUsers = [...new Set(people.map(({ userId }) => userId))];
  const guests = await Promise.all(
    Array.from({ length: ATTACKS_AT_ONCE }, async () => {
      const guest = visitor(server.url);
      await callAction(guest, 'getPowChallenge', { sha256: 'a'.repeat(64), size: 1 });
      return { guest, id: (await get(guest, 'me')).json.data as { id: string } };
    }),
  );
  // A write costs less than a search: its budget lasts longer.
  await runNextToListeners(trials, trialCount(65_000, 90_000), (connection, agent) => {
    const { guest, id: userId } = guests[connection] ?? { guest: listener, id: { id: '' } };
    return ask('/upload.php?action=updateUserData', {
      agent,
      localAddress: WRITER,
      headers: { cookie: guest.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ userId: userId.id, followedUsers }),
    });
  });
});
