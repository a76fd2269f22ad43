// Two shipped servers on one PostgreSQL and one bucket, as behind a proxy; one is repeatedly killed under load. Every
// acknowledged write exists once, listeners continue at the other server and miss nothing, and playback continues.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrackView } from '../../api/contract/tracks.ts';
import type { UploadData } from '../../api/contract/uploads.ts';
import { listen, type ReceivedEvent } from '../support/browser/listen.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { trialCount } from '../support/rules/promise.ts';
import { type Client, callAction, publish, signIn, visitor } from '../support/server/publish.ts';
import {
  CHIEF,
  createServerHome,
  type RunningServer,
  type ServerHome,
} from '../support/server/serverProcess.ts';
import { recording } from '../support/server/testApp.ts';
import { createTransfer, publishPieces, readTransfer, sendPiece } from '../support/server/transfers.ts';
import { post } from '../support/server/wire.ts';
import { startS3Server } from '../support/storage/s3Server.mjs';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const KILLS = trialCount(2, 10);
const WRITERS = 6;
const BETWEEN_MS = 500;
/** Longer than a killed server is away, on any machine. */
const ANSWERED_WITHIN_MS = 60_000;
const WAV = { filename: 'x.wav', type: 'audio/wav' };

const directory = temporaryFolder('under-load');
let database: TestDatabase;
let bucket: Awaited<ReturnType<typeof startS3Server>>;
let home: ServerHome;
/** Both servers behind the proxy; null while one is down. */
const servers: (RunningServer | null)[] = [];
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase(directory);
  bucket = await startS3Server();
  home = await createServerHome({
    ...database.settings,
    ...bucket.keys,
    STORAGE_URL: bucket.url,
    TEMPORARY_DIRECTORY: join(directory, 'tmp'),
  });
  for (let index = 0; index < 2; index++) servers.push(await home.start());
  pool = new Pool({ connectionString: database.settings.DATABASE_URL ?? '', max: 2 });
});
afterAll(async () => {
  await home?.remove();
  await pool?.end();
  await bucket?.remove();
  await database?.remove();
});

let turn = 0;
/** The server that a proxy would choose next: round robin over those it believes up. */
function anywhere<Who extends Client>(who: Who): Who {
  const there = servers.filter((each) => each !== null);
  return { ...who, url: there[turn++ % there.length]?.url ?? '' };
}

/** Retries until a reply is as wanted; a killed server does not reply. Throws with the last reply after the time limit. */
async function again<T>(ask: () => Promise<T>, isAnswer: (reply: T) => boolean = () => true): Promise<T> {
  let last: unknown = null;
  for (const since = performance.now(); performance.now() - since < ANSWERED_WITHIN_MS; ) {
    try {
      const reply = await ask();
      if (isAnswer(reply)) return reply;
      last = reply;
    } catch (error) {
      last = error;
    }
    await pause(20);
  }
  throw new Error(`never answered as wanted; at last: ${JSON.stringify(last) ?? last}`, { cause: last });
}

let isOver = false;

/** Sends comments, each with its key until it is acknowledged; returns the acknowledged ones. */
async function writeComments(person: Client, trackId: string): Promise<string[]> {
  const acknowledged: string[] = [];
  while (!isOver) {
    const content = `Comment ${randomUUID()}`;
    const key = { 'Idempotency-Key': randomUUID() };
    await again(
      () => post(anywhere(person), 'addComment', { trackId, content }, key),
      ({ json }) => json.success,
    );
    acknowledged.push(content);
    await pause(10);
  }
  return acknowledged;
}

/** A new account, made by a comment. */
const newcomer = (trackId: string): Promise<Client> =>
  again(async () => {
    const person = anywhere(visitor(''));
    await callAction(person, 'addComment', { trackId, content: 'Hello' });
    return person;
  });

interface Sent {
  person: Client;
  url: string;
  bytes: Buffer;
}

/**
 * Uploads in pieces, each to any running server; returns the acknowledged addresses. Every upload has a new account,
 * because accounts have an upload limit.
 */
async function sendUploads(trackId: string): Promise<Sent[]> {
  const acknowledged: Sent[] = [];
  while (!isOver) {
    const person = await newcomer(trackId);
    const bytes = recording(10 + acknowledged.length);
    const { key } = await again(
      () => createTransfer(anywhere(person), bytes),
      ({ status }) => status === 201,
    );
    const step = Math.ceil(bytes.length / 4);
    for (;;) {
      const { offset } = await again(
        () => readTransfer(anywhere(person), key),
        (reply) => reply.offset !== null,
      );
      if (offset === null || offset >= bytes.length) break;
      await sendPiece(anywhere(person), key, offset, bytes.subarray(offset, offset + step)).catch(() => {});
    }
    const { json } = await again(
      () => publishPieces(anywhere(person), key),
      (reply) => reply.json.success,
    );
    acknowledged.push({ person, url: (json.data as UploadData).url, bytes });
  }
  return acknowledged;
}

/** A page that listens: it reconnects after a break with the id of its last event. */
async function followNews(person: Client): Promise<{ received: ReceivedEvent[]; connections: number }> {
  const received: ReceivedEvent[] = [];
  let last: number | null = null;
  let connections = 0;
  while (!isOver) {
    const headers: Record<string, string> = last === null ? {} : { 'last-event-id': String(last) };
    const listener = await again(
      () => listen(anywhere(person), headers),
      ({ status }) => status === 200,
    );
    connections++;
    while (
      !isOver &&
      !(await listener.ended(100).then(
        () => true,
        () => false,
      ))
    );
    if (isOver) await pause(1000);
    received.push(...listener.events);
    last = received.at(-1)?.id ?? last ?? listener.began();
    listener.close();
  }
  return { received, connections };
}

/** Plays in ranges like a player, with retries. Returns how many full playbacks matched the file. */
async function play(track: TrackView, whole: Buffer): Promise<number> {
  const STEP = 50_000;
  for (let times = 0; ; times++) {
    for (let at = 0; at < whole.length; at += STEP) {
      if (isOver) return times;
      const end = Math.min(at + STEP, whole.length) - 1;
      const part = await again(async () => {
        const { url } = anywhere({ url: '', cookie: '' });
        const reply = await fetch(new URL(track.url, url), { headers: { range: `bytes=${at}-${end}` } });
        if (reply.status !== 206) throw new Error(`answered ${reply.status}`);
        return Buffer.from(await reply.arrayBuffer());
      });
      if (!part.equals(whole.subarray(at, end + 1))) throw new Error(`other bytes at ${at}`);
      await pause(5);
    }
  }
}

test('a kill of one of two servers under load loses and duplicates nothing, and listeners miss nothing', {
  timeout: 240_000,
}, async () => {
  const url = servers[0]?.url ?? '';
  const owner = visitor(url);
  const bytes = recording(20);
  const { data } = await publish(owner, bytes, { title: 'Busy', ...WAV });
  const chief = await signIn(url, CHIEF.username, CHIEF.password);
  const track = await callAction<TrackView>(chief, 'approveUpload', { uploadId: data.uploadId, version: 1 });
  const whole = Buffer.from(await (await fetch(new URL(track.url, url))).arrayBuffer());
  const writers: Client[] = [];
  for (let index = 0; index < WRITERS; index++) writers.push(await newcomer(track.id));
  const [began] = (await pool.query('select max(id)::int as id from events')).rows as { id: number }[];

  const news = followNews(owner);
  await pause(BETWEEN_MS);
  const sent = sendUploads(track.id);
  const written = writers.map((person) => writeComments(person, track.id));
  const played = play(track, whole);
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(BETWEEN_MS);
    const victim = servers[kill % 2];
    // The proxy learns of it by failed requests.
    await victim?.kill();
    await pause(100);
    servers[kill % 2] = null;
    await pause(BETWEEN_MS);
    servers[kill % 2] = await home.start();
  }
  await pause(BETWEEN_MS);
  isOver = true;

  const acknowledged = (await Promise.all(written)).flat();
  const { rows } = await pool.query(`select content from comments where content like 'Comment %'`);
  const stored = rows.map(({ content }) => String(content));
  expect(acknowledged.filter((content) => stored.filter((each) => each === content).length !== 1)).toEqual(
    [],
  );
  expect(acknowledged.length).toBeGreaterThan(WRITERS * KILLS);

  const uploads = await sent;
  expect(uploads.length).toBeGreaterThan(0);
  for (const upload of uploads) {
    const there = anywhere(upload.person);
    const reply = await fetch(new URL(upload.url, there.url), { headers: { cookie: there.cookie } });
    expect([reply.status, Buffer.from(await reply.arrayBuffer()).equals(upload.bytes)]).toEqual([200, true]);
  }

  const { received, connections } = await news;
  const log = await pool.query(
    `select id::int from events where id > $1 and account_id =
       (select account_id from tracks where id = $2) order by id`,
    [began?.id ?? 0, track.id],
  );
  expect(connections).toBeGreaterThan(1);
  expect(received.map(({ id }) => id)).toEqual(log.rows.map(({ id }) => id));
  expect(received.length).toBeGreaterThanOrEqual(acknowledged.length);
  expect(await played).toBeGreaterThan(0);
});
