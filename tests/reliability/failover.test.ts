// The shipped server on PostgreSQL with a synchronous standby (X2). The primary loses power during writes and the standby
// takes over: every acknowledged write is there, once, and the server continues by itself.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import type { TrackView } from '../../api/contract/tracks.ts';
import { type Listener, listen } from '../support/browser/listen.ts';
import { postgres, synchronousStandby } from '../support/database/postgresCluster.mjs';
import { promise, type Trials, trialCount } from '../support/rules/promise.ts';
import { type Client, callAction, publish, signIn, visitor } from '../support/server/publish.ts';
import {
  CHIEF,
  createServerHome,
  type RunningServer,
  type ServerHome,
} from '../support/server/serverProcess.ts';
import { recording } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

/** The settings of an installation that must lose nothing. */
const SAFE = { fsync: 'on', synchronous_commit: 'on' };
const WRITERS = 8;
/** Duration of writes before the power loss and after it. */
const WRITING_MS = 700;
/** The limit of the promise; wider in the gate, which may run on a slow machine. */
const WRITES_WITHIN_MS = trialCount(60_000, 10_000);
const READS_WITHIN_MS = trialCount(60_000, 5000);

type Primary = Awaited<ReturnType<typeof postgres>>;

const folder = temporaryFolder('failover');
let primary: Primary;
let standby: Awaited<ReturnType<typeof synchronousStandby>>;
let home: ServerHome;
let server: RunningServer;
let trackId: string;
let owner: Client;
let listener: Listener;

beforeAll(async () => {
  primary = await postgres(SAFE);
  standby = await synchronousStandby(primary, SAFE);
  home = await createServerHome({
    DATABASE_URL: `postgres://aural@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`,
    DATA_DIRECTORY: folder,
    LOG_LEVEL: 'fatal',
  });
  server = await home.start();
  owner = visitor(server.url);
  const { data } = await publish(owner, recording(), {
    title: 'Loved',
    filename: 'x.wav',
    type: 'audio/wav',
  });
  const chief = await signIn(server.url, CHIEF.username, CHIEF.password);
  const approved = await callAction<TrackView>(chief, 'approveUpload', {
    uploadId: data.uploadId,
    version: 1,
  });
  trackId = approved.id;
  listener = await listen(owner);
});

afterAll(async () => {
  listener?.close();
  await server?.kill();
  await home?.remove();
  await standby?.stop();
  await primary?.stop();
});

/** Writes during the failover, and their answers. */
class Crowd {
  readonly acknowledged: string[] = [];
  /** ms since the last answer of each kind, and the longest gap. */
  #wroteAt = performance.now();
  #readAt = performance.now();
  longestWithoutWrites = 0;
  longestWithoutReads = 0;
  #isOver = false;
  readonly #all: Promise<unknown>;

  constructor(people: readonly Client[]) {
    this.#all = Promise.all([...people.map((person) => this.#write(person)), this.#read(), this.#read()]);
  }

  /** Each comment is sent again with its key until it is acknowledged, as the app does. */
  async #write(person: Client): Promise<void> {
    while (!this.#isOver) {
      const content = `Comment ${randomUUID()}`;
      const headers = { 'Idempotency-Key': randomUUID() };
      for (;;) {
        const reply = await post(person, 'addComment', { trackId, content }, headers).catch(() => null);
        if (reply?.json.success) break;
        // A failover is never the sender's fault.
        if (reply && reply.json.code !== 'busy') throw new Error(`refused as ${reply.json.code}`);
        await pause(50);
      }
      this.acknowledged.push(content);
      const now = performance.now();
      this.longestWithoutWrites = Math.max(this.longestWithoutWrites, now - this.#wroteAt);
      this.#wroteAt = now;
    }
  }

  async #read(): Promise<void> {
    while (!this.#isOver) {
      const reply = await get(visitor(server.url), 'getComments', { trackId }).catch(() => null);
      const now = performance.now();
      if (reply?.json.success) {
        this.longestWithoutReads = Math.max(this.longestWithoutReads, now - this.#readAt);
        this.#readAt = now;
      }
      await pause(20);
    }
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#all;
  }
}

/** A killed primary closes its connections; a frozen one goes silent. */
type End = 'kill' | 'freeze';

async function round(trials: Trials, end: End, number: number, people: readonly Client[]): Promise<void> {
  const name = `${end} ${number}`;
  const crowd = new Crowd(people);
  // The power fails during writes, however slow the machine is.
  await expect.poll(() => crowd.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(WRITERS);
  await pause(WRITING_MS * Math.random());
  const before = crowd.acknowledged.length;
  const lost = primary;
  await lost[end]();
  const killed = crowd.acknowledged.length;
  await standby.promote();
  await expect.poll(() => crowd.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(killed + WRITERS);
  await pause(WRITING_MS);
  await crowd.end();

  const rows = (await standby.ask("select content from comments where content like 'Comment %'")).split('\n');
  await trials.run(`${name}: lost or twice`, () => {
    expect(before).toBeGreaterThan(0);
    const stored = new Map<string, number>();
    for (const row of rows) stored.set(row, (stored.get(row) ?? 0) + 1);
    expect(crowd.acknowledged.filter((content) => stored.get(content) !== 1)).toEqual([]);
  });
  if (end === 'kill') {
    await trials.run(`${name}: writes again`, () => {
      expect(crowd.longestWithoutWrites).toBeLessThan(WRITES_WITHIN_MS);
      trials.measured(crowd.longestWithoutWrites / 1000, 's without writes');
    });
    await trials.run(`${name}: reads`, () => {
      expect(crowd.longestWithoutReads).toBeLessThan(READS_WITHIN_MS);
    });
  }
  await trials.run(`${name}: readers receive every event once`, async () => {
    await callAction(people[0] as Client, 'addComment', { trackId, content: 'Heard' });
    const log = await standby.ask(`select id from events where id > ${listener.began()} and account_id =
      (select account_id from tracks where id = '${trackId}') order by id`);
    const ids = log.split('\n').map(Number);
    const events = await listener.until(ids.length);
    expect(events.map(({ id }) => id)).toEqual(ids);
  });
  console.log(
    `${name}: ${crowd.acknowledged.length} acknowledged; longest without writes ` +
      `${Math.round(crowd.longestWithoutWrites)} ms, without reads ${Math.round(crowd.longestWithoutReads)} ms`,
  );
  // The old primary returns as the standby of the new one.
  await lost.kill();
  await lost.stop();
  [primary, standby] = [standby, await synchronousStandby(standby, SAFE, { port: lost.port })];
}

promise(
  'X2',
  'loses no acknowledged write when the primary loses power, and finds the new primary',
  async (trials) => {
    const people: Client[] = [];
    for (let index = 0; index < WRITERS; index++) {
      const person = visitor(server.url);
      await callAction(person, 'addComment', { trackId, content: 'Hello' });
      people.push(person);
    }
    for (let number = 1; number <= trialCount(2, 10); number++) await round(trials, 'kill', number, people);
    for (let number = 1; number <= trialCount(1, 3); number++) await round(trials, 'freeze', number, people);
  },
);
