// Who points a name of their own at the server chooses Host and Origin: where the public address is known, no other is ours.
import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';

let app: TestApp;
afterEach(() => app.close());

/** The status of a write with these headers; `fetch` does not let a caller choose Host. */
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

test('with PUBLIC_URL a foreign Host that equals the Origin is refused, and the public address is not', async () => {
  app = await createTestApp({ env: { PUBLIC_URL: 'https://aural.example' } });
  expect(await write(EVIL)).toBe(403);
  expect(await write({ ...EVIL, 'sec-fetch-site': 'same-origin' })).toBe(403);
  expect(await write({ host: 'aural.example', origin: 'https://aural.example' })).toBe(200);
  expect(await write({ origin: 'https://aural.example', 'sec-fetch-site': 'same-origin' })).toBe(200);
  // Scripts name none.
  expect(await write({})).toBe(200);
});

test('without PUBLIC_URL the Host of the request is the address people use', async () => {
  app = await createTestApp();
  expect(await write({ host: 'home.example', origin: 'http://home.example' })).toBe(200);
  expect(await write({ host: 'home.example', origin: 'http://evil.example' })).toBe(403);
});
