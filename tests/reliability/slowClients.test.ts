// Clients that dribble, stay silent or never read, next to honest ones (K1, K2). Attackers have their own
// address (127.0.0.9), as on a real network.

import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import type { UploadReply } from '../../api/contract/uploads.ts';
import { longRecording } from '../support/audio/longRecording.ts';
import { chaosProxy } from '../support/network/chaosProxy.ts';
import { promise, trialCount } from '../support/rules/promise.ts';
import { openDescriptors } from '../support/server/processFacts.ts';
import { capToken, publishAudio, visitor } from '../support/server/publish.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const ATTACKER = '127.0.0.9';
let server: TestServer;
let audio: string;
const cookie = { cookie: '' };
beforeAll(async () => {
  server = await startServer({ STORAGE_RESERVE_BYTES: '0', RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'silent' });
  const person = visitor(server.url);
  audio = await publishAudio(person, longRecording(8 * 1024 * 1024));
  cookie.cookie = person.cookie;
});
afterAll(() => server.stop());

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Attacker {
  socket: Socket;
  /** When the server ended it; null while it is open. */
  cutAfterMs: number | null;
}

function attack(first: string, dribble: string | null, everyMs: number): Attacker {
  const { port } = new URL(server.url);
  const started = performance.now();
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: ATTACKER });
  const attacker: Attacker = { socket, cutAfterMs: null };
  socket.on('error', () => {});
  // A client that does not read does not notice the end.
  socket.resume();
  socket.write(first);
  const timer = setInterval(() => {
    if (dribble !== null && !socket.destroyed) socket.write(dribble);
  }, everyMs);
  socket.on('close', () => {
    clearInterval(timer);
    attacker.cutAfterMs = performance.now() - started;
  });
  return attacker;
}

/** An honest read on its own connection; milliseconds, or an error. */
function honest(path: string): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      server.url + path,
      { agent: false, headers: { ...cookie, range: 'bytes=0-65535' } },
      (reply) => {
        reply.resume();
        reply.on('end', () => {
          if ((reply.statusCode ?? 500) < 300) resolve(performance.now() - started);
          else reject(new Error(`status ${reply.statusCode}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

promise('K1', 'disconnects dribbling clients but not slow honest ones', async (trials) => {
  // Headers end after 10 s, bodies after 15 s of silence or 30 s below 2 KB/s; 20 s more is the promise.
  const headers = Array.from({ length: 200 }, () =>
    attack('GET / HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n', 2000),
  );
  const post =
    'POST /upload.php?action=login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n';
  const form =
    'POST /upload.php HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=xx\r\nContent-Length: 100000\r\n\r\n';
  const bodies = Array.from({ length: 50 }, (_, index) => attack(index % 2 ? post : form, ' ', 2000));
  const readers = Array.from({ length: 50 }, () => {
    const reader = attack(
      `GET ${audio} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie.cookie}\r\n\r\n`,
      null,
      60_000,
    );
    reader.socket.pause();
    return reader;
  });
  const slow = await chaosProxy(server.url, { bytesPerSecond: 8000 });
  try {
    const small = longRecording(200 * 1024);
    const upload = new FormData();
    upload.set('capToken', await capToken(visitor(server.url), small));
    upload.set('audio', new Blob([new Uint8Array(small)]), 'slow.wav');
    const uploaded = fetch(`${slow.url}/upload.php`, { method: 'POST', body: upload });

    const times: number[] = [];
    const end = performance.now() + trialCount(20_000, 60_000);
    for (let turn = 0; performance.now() < end; turn++) {
      await trials.run(`honest request ${turn}`, async () => {
        times.push(await honest(turn % 2 ? '/upload.php?action=getTracks' : audio));
      });
      await sleep(25);
    }
    times.sort((a, b) => a - b);
    const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
    trials.measured(p99, 'ms p99 of honest requests');
    await trials.run('p99', () => expect(p99).toBeLessThan(250));
    await trials.run('the slow honest upload', async () => {
      const reply = await uploaded;
      expect([reply.status, ((await reply.json()) as UploadReply).success]).toEqual([200, true]);
    });
    const waitUntil = performance.now() + 50_000;
    const alive = () => [...headers, ...bodies].filter(({ cutAfterMs }) => cutAfterMs === null).length;
    while (alive() > 0 && performance.now() < waitUntil) await sleep(500);
    const latest = (group: Attacker[]) =>
      Math.max(...group.map(({ cutAfterMs }) => cutAfterMs ?? Number.POSITIVE_INFINITY));
    await trials.run('dribbled headers', () => expect(latest(headers)).toBeLessThan(30_000));
    await trials.run('dribbled bodies', () => expect(latest(bodies)).toBeLessThan(50_000));
  } finally {
    for (const { socket } of [...headers, ...bodies, ...readers]) socket.destroy();
    await slow.close();
  }
});

promise(
  'K2',
  'a thousand silent connections use bounded descriptors and block no other client',
  async (trials) => {
    await sleep(500);
    const before = openDescriptors(server.pid) ?? 0;
    // Four addresses: more silent connections than the server accepts in all.
    const { port } = new URL(server.url);
    const silent = Array.from({ length: 1000 }, (_, index) => {
      const socket = connect({
        port: Number(port),
        host: '127.0.0.1',
        localAddress: `127.0.1.${1 + (index % 4)}`,
      });
      socket.on('error', () => {});
      return socket;
    });
    try {
      await sleep(1500);
      const openCount = (openDescriptors(server.pid) ?? 0) - before;
      trials.measured(openCount, 'descriptors held');
      await trials.run('descriptors', () => expect(openCount).toBeLessThanOrEqual(520));
      for (let turn = 0; turn < trialCount(50, 200); turn++) {
        await trials.run(`honest request ${turn}`, async () => {
          expect(await honest(turn % 2 ? '/upload.php?action=getTracks' : '/healthz')).toBeLessThan(2000);
        });
      }
    } finally {
      for (const socket of silent) socket.destroy();
    }
  },
);
