// A stop of the shipped server: what runs may end, what is idle closes, and load balancers learn of it.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { capToken, visitor } from '../support/server/publish.ts';
import { formRequest, partHead, rawRequest } from '../support/server/rawHttp.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { recording } from '../support/server/testApp.ts';

const get = (path: string) => [`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`];

/** Connects and waits until the server has accepted, which a request on a later connection shows. */
async function idleConnection(server: TestServer): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  await rawRequest(server.url, ['GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n']);
  return socket;
}

/** An upload whose last bytes wait for `finish`. */
async function openUpload(server: TestServer) {
  const bytes = recording();
  const token = await capToken(visitor(server.url), bytes);
  const body = Buffer.concat([
    Buffer.from(`${partHead('form-data; name="capToken"')}${token}\r\n`),
    Buffer.from(partHead('form-data; name="audio"; filename="take.wav"', 'Content-Type: audio/wav')),
    bytes,
    Buffer.from('\r\n--xx--\r\n'),
  ]);
  const request = formRequest(body);
  const half = request.length - body.length / 2;
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk));
  const closed = once(socket, 'close');
  socket.write(request.subarray(0, half));
  void finished.then(() => socket.write(request.subarray(half)));
  return { finish, answer: closed.then(() => answer) };
}

const notReady = (server: TestServer) =>
  vi.waitFor(
    async () => {
      const reply = await rawRequest(server.url, get('/readyz'));
      expect(reply.status).toBe(503);
      return reply;
    },
    { timeout: 30_000, interval: 20 },
  );

test('a running upload ends, /readyz answers 503 on new connections, and idle connections close', async () => {
  const server = await startServer({ DRAIN_SECONDS: '600' });
  const idle = await idleConnection(server);
  const closed = once(idle, 'close');
  const upload = await openUpload(server);
  await idleConnection(server);
  const stopped = server.stop();
  expect((await notReady(server)).headers).toMatch(/connection: close/i);
  await closed;
  // Others are still served: the load balancer may not have asked yet.
  const page = await rawRequest(server.url, get('/upload.php?action=getTracks'));
  expect([page.status, /connection: close/i.test(page.headers)]).toEqual([200, true]);
  const stream = await rawRequest(server.url, get('/api/events'));
  expect([stream.status, JSON.parse(stream.body).code]).toEqual([503, 'busy']);
  upload.finish();
  expect(await upload.answer).toMatch(/^HTTP\/1\.1 200 /);
  await stopped;
  expect(server.exitCode()).toBe(0);
});

test('an upload that outlasts DRAIN_SECONDS is cut, and the process still ends well', async () => {
  const server = await startServer({ DRAIN_SECONDS: '1' });
  const upload = await openUpload(server);
  await idleConnection(server);
  await server.stop();
  expect(server.exitCode()).toBe(0);
  expect(await upload.answer).toBe('');
});
