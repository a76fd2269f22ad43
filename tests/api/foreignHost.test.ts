// An attacker can point their own domain at the server and so choose Host and Origin. With PUBLIC_URL set, the server
// accepts no other origin.
import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';

let app: TestApp;
afterEach(() => app.close());

/** Status of a write with these headers; `fetch` does not allow setting Host. */
const write = (headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(
      `${app.url}/upload.php?action=becomeGuest`,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (reply) => {
        reply.resume();
        resolve(reply.statusCode ?? 0);
      },
    );
    sent.once('error', reject);
    sent.end('{}');
  });
const EVIL = { host: 'evil.example', origin: 'http://evil.example' };

test('with PUBLIC_URL, refuses a foreign Host that equals the Origin, and accepts the public address', async () => {
  app = await createTestApp({ env: { PUBLIC_URL: 'https://aural.example' } });
  expect(await write(EVIL)).toBe(403);
  expect(await write({ ...EVIL, 'sec-fetch-site': 'same-origin' })).toBe(403);
  expect(await write({ host: 'aural.example', origin: 'https://aural.example' })).toBe(200);
  expect(await write({ origin: 'https://aural.example', 'sec-fetch-site': 'same-origin' })).toBe(200);
  // Scripts send no Origin.
  expect(await write({})).toBe(200);
});

test('without PUBLIC_URL, the Host of the request is the address of the site', async () => {
  app = await createTestApp();
  expect(await write({ host: 'home.example', origin: 'http://home.example' })).toBe(200);
  expect(await write({ host: 'home.example', origin: 'http://evil.example' })).toBe(403);
});
