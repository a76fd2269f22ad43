// One socket has one running request, however many it sends and however little it reads (K4). Attackers have their own
// address (127.0.0.9), as on a real network.
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import { ATTACKER, type PipelineScene, pipelineScene } from '../support/browser/pipelineScene.ts';
import { promise, trialCount } from '../support/rules/promise.ts';
import { openDescriptors, residentBytes } from '../support/server/processFacts.ts';
import { rawRequest } from '../support/server/rawHttp.ts';
import type { TestServer } from '../support/server/server.ts';

const CONNECTIONS = 8;
const REQUESTS = 900;
const MOST_RESIDENT_BYTES = 400e6;

let server: TestServer;
let audio: string;
let asset: string;
let cookie: string;
let head: PipelineScene['head'];
let metric: PipelineScene['metric'];
beforeAll(async () => {
  ({ server, audio, asset, cookie, head, metric } = await pipelineScene());
});
afterAll(() => server.stop());

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const KINDS: Record<string, () => string> = {
  'an asset': () => head('GET', asset),
  audio: () => head('GET', audio),
  'ranges of audio': () => head('GET', audio, 'Range: bytes=0-262143\r\n'),
  'reads as JSON': () => head('GET', '/upload.php?action=getDatabase'),
  'paths that do not exist': () => head('GET', '/assets/nothing.js'),
  HEAD: () => head('HEAD', audio),
  'unchanged things': () => head('GET', audio, `If-None-Match: "${audio.split('/').at(-1)}"\r\n`),
  'an unknown expectation': () => head('GET', '/', 'Expect: much\r\n'),
  posts: () =>
    `${head('POST', '/upload.php?action=recordPlay', 'Content-Type: application/json\r\nContent-Length: 2\r\n')}{}`,
};

/** Sends `text` repeatedly and never reads. */
function pipeline(text: string): Socket {
  const { port } = new URL(server.url);
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: ATTACKER });
  socket.on('error', () => {});
  socket.pause();
  socket.write(text.repeat(REQUESTS));
  return socket;
}

/** An honest read on its own connection. */
function honest(path: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(server.url + path, { agent: false, headers: { cookie, ...headers } }, (reply) => {
      reply.resume();
      reply.on('end', () => resolve(reply.statusCode ?? 0));
      reply.on('error', reject);
    });
    sent.setTimeout(5000, () => sent.destroy(new Error(`no answer to ${path} in 5 s`)));
    sent.on('error', reject);
    sent.end();
  });
}

promise(
  'K4',
  'unread pipelined requests use no descriptors and little memory and block no other client',
  async (trials) => {
    for (const [kind, text] of Object.entries(KINDS)) {
      await sleep(200);
      const before = openDescriptors(server.pid) ?? 0;
      const sockets = Array.from({ length: CONNECTIONS }, () => pipeline(text()));
      try {
        for (let turn = 0; turn < trialCount(3, 6); turn++) {
          await sleep(300);
          await trials.run(`${kind}: honest readers, turn ${turn}`, async () => {
            expect(await honest('/upload.php?action=getTracks')).toBe(200);
            expect(await honest(audio, { range: 'bytes=0-65535' })).toBe(206);
            expect(await honest(asset)).toBe(200);
          });
          const resident = residentBytes(server.pid) ?? 0;
          trials.measured(resident / 1e6, 'MB resident');
          await trials.run(`${kind}: memory, turn ${turn}`, () =>
            expect(resident).toBeLessThan(MOST_RESIDENT_BYTES),
          );
        }
        await trials.run(`${kind}: descriptors of those who do not read`, () =>
          expect((openDescriptors(server.pid) ?? 0) - before).toBeLessThanOrEqual(3 * CONNECTIONS),
        );
      } finally {
        for (const socket of sockets) socket.destroy();
      }
      const until = performance.now() + 10_000;
      while ((openDescriptors(server.pid) ?? 0) > before && performance.now() < until) await sleep(100);
      await trials.run(`${kind}: descriptors after they left`, () =>
        expect(openDescriptors(server.pid)).toBeLessThanOrEqual(before),
      );
    }
    await trials.run('counts cut connections and reports open ones', async () => {
      expect(await metric('aural_sockets_cut_total{reason="pipelining"}')).toBeGreaterThanOrEqual(
        CONNECTIONS,
      );
      expect(await metric('aural_requests_waiting')).toBe(0);
      expect(await metric('aural_requests_in_flight')).toBe(1);
      expect(await metric('process_open_fds')).toBeGreaterThan(10);
    });
  },
);

promise('K4', 'answers a few pipelined requests in order', async (trials) => {
  await trials.run('twenty-four requests', async () => {
    const asked = Array.from({ length: 8 }, () => [
      head('GET', audio, 'Range: bytes=0-9\r\n'),
      head('GET', '/upload.php?action=getTracks'),
      `${head('POST', '/upload.php?action=nothing', 'Content-Length: 2\r\n')}{}`,
    ]).flat();
    const last = head('GET', '/healthz', 'Connection: close\r\n');
    const { headers, body } = await rawRequest(server.url, [[...asked, last].join('')]);
    const statuses = [...`${headers}\r\n\r\n${body}`.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(
      ([, code]) => code,
    );
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => ['206', '200', '404']).flat(), '200']);
  });
});
