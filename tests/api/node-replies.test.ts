// Requests that never reach the application: the HTTP server refuses them as JSON with a stable code, in order, and
// closes the connection.
import { type AddressInfo, connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { newCounts } from '../../api/connections/counts.ts';
import { connectionsFor } from '../../api/connections/descriptors.ts';
import { createSocketServer } from '../../api/sockets.ts';
import { rawRequest } from '../support/server/rawHttp.ts';
import { createTestApp } from '../support/server/testApp.ts';

const app = await createTestApp();
afterAll(() => app.close());

const CLOSE = 'Connection: close\r\n';
const many = (count: number) => 'x'.repeat(count);

describe('replies below the application', () => {
  it.each<[name: string, bytes: string, status: number, code: string]>([
    ['no Host', `GET / HTTP/1.1\r\n${CLOSE}\r\n`, 400, 'malformed_request'],
    [
      'an unknown expectation',
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: much\r\n\r\n',
      417,
      'expectation_failed',
    ],
    ['CONNECT', 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n', 405, 'method_not_allowed'],
    [
      'an upgrade',
      `GET /nothing HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n`,
      404,
      'not_found',
    ],
    ['a method there is not', 'TAKE / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
    ['an unsupported method', `PROPFIND / HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`, 404, 'not_found'],
    ['TRACE', `TRACE / HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`, 404, 'not_found'],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`, 404, 'not_found'],
    ['no HTTP', 'hello there\r\n\r\n', 400, 'malformed_request'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'malformed_request'],
    ['HTTP/9.9', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
    ['headers of 64 KB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${many(65_536)}\r\n\r\n`, 431, 'headers_too_large'],
    ['an address of 64 KB', `GET /${many(65_536)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'headers_too_large'],
    [
      'a length and pieces at once',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'chunks with long extensions',
      `POST /upload.php?action=login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1;${many(20_000)}\r\n{\r\n`,
      413,
      'body_too_large',
    ],
    [
      'pieces without a size',
      'POST /upload.php?action=login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
      'malformed_request',
    ],
  ])('%s', async (_name, bytes, status, code) => {
    const reply = await rawRequest(app.url, [bytes]);
    expect([reply.status, JSON.parse(reply.body)]).toEqual([
      status,
      { success: false, error: expect.any(String), code },
    ]);
    expect(reply.headers).toMatch(/^Content-Type: application\/json/im);
  });

  it('answers earlier requests before it refuses an unreadable one', async () => {
    const good = 'GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n';
    const { headers, body } = await rawRequest(app.url, [`${good}${good}GET`, ' nonsense\r\n\r\n']);
    const whole = `${headers}\r\n\r\n${body}`;
    expect([...whole.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual([
      '404',
      '404',
      '400',
    ]);
    expect(whole.endsWith('"code":"malformed_request"}')).toBe(true);
  });

  it('refuses a second, unreadable request on an answered connection', async () => {
    const { port } = new URL(app.url);
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('data', (chunk) => {
      if (text === '') socket.write('nonsense\r\n\r\n');
      text += chunk;
    });
    socket.write('GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n');
    await closed;
    expect(text).toContain('"code":"not_found"');
    expect(text).toContain('HTTP/1.1 400 Bad Request');
    expect(text.endsWith('"code":"malformed_request"}')).toBe(true);
  });

  it('answers a HEAD without a Host with no body', async () => {
    const reply = await rawRequest(app.url, [`HEAD / HTTP/1.1\r\n${CLOSE}\r\n`]);
    expect([reply.status, reply.body]).toEqual([400, '']);
  });
});

describe('an idle connection', () => {
  /** Keep-alive timeout in seconds, from the response header. */
  async function announced(behindProxy: boolean): Promise<number> {
    const server = createSocketServer((_request, response) => void response.end('served'), { behindProxy });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const last = 'GET / HTTP/1.1\r\nHost: x\r\n';
    try {
      const { headers } = await rawRequest(`http://127.0.0.1:${port}`, [`${last}\r\n${last}${CLOSE}\r\n`]);
      return Number(/^Keep-Alive: timeout=(\d+)/im.exec(headers)?.[1]);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  }

  it('closes soon, so that silent clients hold few connections', async () => {
    expect(await announced(false)).toBe(10);
  });

  it('outlives the connections of proxies, so that no proxy sends a request into a closing one', async () => {
    // Caddy closes idle connections after 120 seconds, nginx and cloud load balancers after 60.
    expect(await announced(true)).toBeGreaterThan(120);
  });
});

describe('connections over the limit', () => {
  it('are refused as JSON and accepted again once there is room', async () => {
    const counts = newCounts();
    const server = createSocketServer(
      (request, response) => {
        if (request.url !== '/held') response.end('served');
      },
      { behindProxy: true, counts, connections: 4 },
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const ask = () => rawRequest(url, [`GET / HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`]);
    const until = async (holds: () => boolean) => {
      while (!holds()) await new Promise((resolve) => setImmediate(resolve));
    };
    const held = Array.from({ length: 4 }, () =>
      connect(port, '127.0.0.1')
        .on('error', () => {})
        .setNoDelay(true),
    );
    try {
      for (const socket of held) socket.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\n');
      await until(() => counts.requestsInFlight === 4);
      const refused = await ask();
      expect([refused.status, JSON.parse(refused.body).code]).toEqual([503, 'busy']);
      expect(counts.cut.crowded).toBe(1);
      held[0]?.destroy();
      await until(() => counts.connections === 3);
      expect((await ask()).status).toBe(200);
    } finally {
      for (const socket of held) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('start at a lower number where the process may open fewer descriptors', () => {
    expect([1_048_576, 4096, 1024, 256, 64].map(connectionsFor)).toEqual([1024, 1024, 448, 64, 16]);
  });
});
