// A page of another site changes nothing for a signed-in user (A6).
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright';
import { expect } from 'vitest';
import { type ActionName, CALLS } from '../../api/contract/actions.ts';
import { CHROMIUM_FLAGS, chromiumPath } from '../support/browser/chromium.mjs';
import { promise } from '../support/rules/promise.ts';
import { CASES, PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { actor } from '../support/server/actors.ts';
import { rowChanges } from '../support/server/rowChanges.ts';
import { createTestApp } from '../support/server/testApp.ts';

const NAMES = (Object.keys(CASES) as ActionName[]).filter((name) => !CALLS[name].demoOnly);

promise('A6', 'refuses writes from other sites, and every write by GET', async (trials) => {
  const app = await createTestApp({ env: { DEMO_MODE: 'off' } });
  try {
    for (const name of NAMES) {
      await trials.run(name, async () => {
        const owner = await withPassword(app, await actor(app, 'admin'));
        const sent = (await CASES[name].body?.({ app, owner, caller: owner })) ?? {};
        const before = await rowChanges(app);
        const url = `${app.url}/upload.php?action=${name}`;
        const query = new URLSearchParams(
          Object.entries(sent).map(([key, value]): [string, string] => [key, String(value)]),
        );
        for (const method of ['GET', 'HEAD']) {
          await fetch(`${url}&${query}`, { method, headers: { cookie: owner.cookie } });
        }
        expect(await rowChanges(app), 'by GET').toBe(before);
        if (CALLS[name].method === 'GET') return;
        for (const headers of [
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site' },
          { origin: 'https://evil.example' },
          { origin: 'null' },
        ] as Record<string, string>[]) {
          for (const type of ['application/json', 'text/plain']) {
            const reply = await fetch(url, {
              method: 'POST',
              headers: { ...headers, cookie: owner.cookie, 'content-type': type },
              body: JSON.stringify(sent),
            });
            expect(((await reply.json()) as { code: string }).code).toBe('cross_site');
          }
        }
        expect(await rowChanges(app), 'by POST').toBe(before);
      });
    }
  } finally {
    await app.close();
  }
});

/** Sends one action by form, fetch, beacon and image, as a page of another site can. */
const ATTACK = `
async function attack(target, name, body) {
  const url = target + '/upload.php?action=' + name;
  const text = JSON.stringify(body);
  const frame = document.createElement('iframe');
  frame.name = 'sink';
  document.body.append(frame);
  for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const form = document.createElement('form');
    Object.assign(form, { method: 'POST', action: url, target: 'sink', enctype });
    const field = document.createElement('input');
    field.name = text.slice(0, -1) + ',"x":"';
    field.value = '"}';
    form.append(field);
    document.body.append(form);
    const loaded = new Promise((resolve) => { frame.onload = resolve; setTimeout(resolve, 3000); });
    form.submit();
    await loaded;
    form.remove();
  }
  frame.remove();
  const tries = [];
  for (const mode of ['no-cors', 'cors']) {
    for (const type of ['text/plain', 'application/json']) {
      tries.push(fetch(url, { method: 'POST', mode, credentials: 'include', headers: { 'content-type': type }, body: text }));
    }
  }
  navigator.sendBeacon(url, new Blob([text], { type: 'text/plain' }));
  tries.push(new Promise((resolve) => {
    const image = new Image();
    image.onload = image.onerror = resolve;
    image.src = url + '&' + new URLSearchParams(body);
  }));
  await Promise.allSettled(tries);
}`;

promise('A6', 'a page of another site changes nothing in Chromium', async (trials) => {
  // The names differ by site: 127.0.0.1 is ours, localhost is theirs.
  const app = await createTestApp({ env: { DEMO_MODE: 'off' } });
  const evil = createServer((_request, reply) => {
    reply.setHeader('content-type', 'text/html');
    reply.end(`<!doctype html><body><script>${ATTACK}</script></body>`);
  });
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('not run: there is no Chromium');
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    const victim = await withPassword(app, await actor(app, 'admin'));
    const context = await browser.newContext();
    const own = await context.newPage();
    await own.goto(`${app.url}/healthz`);
    const signedIn = await own.evaluate(
      (credentials) =>
        fetch('/upload.php?action=login', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(credentials),
        }).then((reply) => reply.status),
      { username: victim.username, password: PASSWORD },
    );
    expect(signedIn).toBe(200);
    const page = await context.newPage();
    await page.goto(`http://localhost:${(evil.address() as AddressInfo).port}/`);
    for (const name of NAMES) {
      await trials.run(name, async () => {
        const sent = (await CASES[name].body?.({ app, owner: victim, caller: victim })) ?? {};
        const before = await rowChanges(app);
        await page.evaluate(
          ([target, action, body]) =>
            (globalThis as unknown as { attack(...all: unknown[]): Promise<void> }).attack(
              target,
              action,
              body,
            ),
          [app.url, name, sent] as const,
        );
        expect((await rowChanges(app)) - before).toBe(0);
      });
    }
    await trials.run('the victim is still signed in', async () => {
      const me = await own.evaluate(() =>
        fetch('/upload.php?action=me').then((reply) => reply.json() as Promise<{ data: { id: string } }>),
      );
      expect(me.data.id).toBe(victim.accountId);
    });
  } finally {
    await browser.close();
    evil.closeAllConnections();
    evil.close();
    await app.close();
  }
});
