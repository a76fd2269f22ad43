// A browser's handling of our responses (C2, S3, S4, S6): the built app in headless Chromium.
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import type { UploadData } from '../../api/contract/uploads.ts';
import { paths } from '../../src/lib/paths.ts';
import { polyglots } from '../support/audio/polyglots.ts';
import { CHROMIUM_FLAGS, chromiumPath } from '../support/browser/chromium.mjs';
import { promise, type Trials, trialCount } from '../support/rules/promise.ts';
import { waitingUpload } from '../support/server/actors.ts';
import { callAction, capToken, visitor } from '../support/server/publish.ts';
import { createTestApp, recording, type TestApp } from '../support/server/testApp.ts';
import { get, post, upload } from '../support/server/wire.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await createTestApp({ env: { WEB_DIRECTORY: 'dist/web' } });
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('not run: there is no Chromium');
  browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

interface Watched {
  context: BrowserContext;
  page: Page;
  /** Dialogs and policy violations. */
  events: string[];
}

async function watched(cookie?: string): Promise<Watched> {
  const context = await browser.newContext({ baseURL: app.url, serviceWorkers: 'block' });
  if (cookie) {
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: app.url }]);
  }
  const page = await context.newPage();
  const events: string[] = [];
  page.on('dialog', (dialog) => {
    events.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) events.push(message.text());
  });
  return { context, page, events };
}

promise('C2', 'refuses a file that is both audio and page, or never runs it', async (trials) => {
  const admin = await app.admin();
  for (const { name, bytes } of await polyglots()) {
    await trials.run(name, async () => {
      const reply = await upload(app.url, { capToken: await capToken(visitor(app.url), bytes) }, { bytes });
      if (reply.status !== 200) return expect([415, 422]).toContain(reply.status);
      const { url, uploadId } = reply.json.data as UploadData;
      await callAction(admin, 'approveUpload', { uploadId });
      const served = await fetch(app.url + url);
      const { headers } = served;
      expect(Buffer.from(await served.arrayBuffer()).includes('pwned')).toBe(false);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain('sandbox');
      expect(headers.get('content-type')).toMatch(/^audio\//);
      const { context, page, events } = await watched();
      await page.goto(url).catch(() => null);
      await page.waitForTimeout(100);
      expect(await page.evaluate('window.pwned')).toBeUndefined();
      await page.goto('/');
      // As a script and in a frame of our own page.
      const ran = await page.evaluate(async (address) => {
        const script = document.createElement('script');
        script.src = address;
        const frame = document.createElement('iframe');
        frame.src = address;
        document.body.append(script, frame);
        await new Promise((resolve) => setTimeout(resolve, 150));
        return (window as { pwned?: number }).pwned ?? null;
      }, url);
      expect(ran).toBeNull();
      expect(events.filter((event) => event.startsWith('dialog'))).toEqual([]);
      await context.close();
    });
  }
});

const COMMON = {
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-embedder-policy': /^require-corp$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'permissions-policy': /microphone=\(self\)/,
};
const PAGE_POLICY =
  /^default-src 'none';script-src 'self' 'wasm-unsafe-eval';worker-src 'self';connect-src 'self' blob:;media-src 'self' blob:;/;

interface Route {
  path: string;
  method?: string;
  policy: RegExp;
  /** For a visitor, a guest, an admin. */
  cache: RegExp;
}

async function routeTable(audio: string, waiting: string): Promise<Route[]> {
  const html = await (await fetch(`${app.url}/`, { headers: { accept: 'text/html' } })).text();
  const asset = /\/assets\/[^"]+\.js/.exec(html)?.[0] ?? 'no asset';
  const frames = /frame-ancestors 'none'/;
  const fresh = { policy: frames, cache: /^no-store$/ };
  return [
    ...['/', '/aural', '/record', '/upload', '/admin', '/player/x', '/sicherheit'].map((path) => ({
      path,
      policy: PAGE_POLICY,
      cache: /^no-cache$/,
    })),
    { path: asset, policy: frames, cache: /^public, max-age=31536000, immutable$/ },
    { path: '/upload.php?action=getTracks', policy: frames, cache: /private|public|no-store/ },
    { path: '/upload.php?action=getPendingUploads', policy: frames, cache: /^private, no-cache$/ },
    { path: '/upload.php?action=nothing', ...fresh },
    { path: '/upload.php', method: 'POST', ...fresh },
    { path: '/api/uploads', method: 'POST', ...fresh },
    { path: '/api/openapi.json', policy: frames, cache: /^no-cache$/ },
    { path: '/healthz', ...fresh },
    { path: '/no/such/file.png', ...fresh },
    { path: `/audio/${'0'.repeat(32)}.mp3`, ...fresh },
    { path: audio, policy: /^default-src 'none'; sandbox$/, cache: /^public, no-cache$/ },
    { path: waiting, policy: /sandbox|frame-ancestors 'none'/, cache: /no-store/ },
  ];
}

promise(
  'S3',
  'every route sends security headers in every state, and no page violates its policy',
  async (trials) => {
    const admin = await app.admin();
    const guest = visitor(app.url);
    const publicBytes = recording(6);
    const published = await upload(
      app.url,
      { capToken: await capToken(guest, publicBytes) },
      { bytes: publicBytes },
    );
    const { uploadId, url } = published.json.data as UploadData;
    await callAction(admin, 'approveUpload', { uploadId });
    const bytes = recording(6);
    const waits = (await upload(app.url, { capToken: await capToken(guest, bytes) }, { bytes })).json
      .data as UploadData;
    for (const [state, cookie] of [
      ['visitor', ''],
      ['guest', guest.cookie],
      ['admin', admin.cookie],
    ] as const) {
      for (const { path, method = 'GET', policy, cache } of await routeTable(url, waits.url)) {
        await trials.run(`${method} ${path} as ${state}`, async () => {
          const reply = await fetch(app.url + path, { method, headers: { accept: 'text/html', cookie } });
          await reply.arrayBuffer();
          for (const [name, value] of Object.entries(COMMON))
            expect(reply.headers.get(name), name).toMatch(value);
          expect(reply.headers.get('content-security-policy'), 'policy').toMatch(policy);
          expect(reply.headers.get('cache-control'), 'cache').toMatch(cache);
        });
      }
    }
    const { context, page, events } = await watched(admin.cookie);
    const played = ((await get(admin, 'getTracks')).json.data as { id: string }[])[0]?.id ?? 'none';
    const every = Object.values(paths).map((path) => path('new'));
    for (const path of [...every, paths.player(played), '/aural', '/aural/record', '/no/such/page']) {
      await trials.run(`violations on ${path}`, async () => {
        await page.goto(path);
        await page.waitForTimeout(300);
        expect(events).toEqual([]);
      });
    }
    await context.close();
  },
);

async function feedShows(trials: Trials, name: string, page: Page, isolated: boolean): Promise<void> {
  for (const path of ['/', '/record', '/upload']) {
    await trials.run(`${name} ${path}`, async () => {
      await page.goto(path);
      expect(await page.evaluate('crossOriginIsolated')).toBe(isolated);
      await page.locator('main').first().waitFor();
      expect((await page.locator('body').innerText()).length).toBeGreaterThan(20);
    });
  }
}

promise('S4', 'pages are isolated, and still appear when a proxy removes the headers', async (trials) => {
  const own = await watched();
  await feedShows(trials, 'isolated', own.page, true);
  await own.context.close();
  const bare = await watched();
  await bare.context.route('**/*', async (route) => {
    const reply = await route.fetch();
    const headers = reply.headers();
    delete headers['cross-origin-opener-policy'];
    delete headers['cross-origin-embedder-policy'];
    await route.fulfill({ response: reply, headers });
  });
  await feedShows(trials, 'not isolated', bare.page, false);
  // The event stream never ends by itself, so its route never does.
  await bare.context.unrouteAll({ behavior: 'ignoreErrors' });
  await bare.context.close();
});

/** Twenty places to inject, three payloads: one payload per place, or all of them in the full run. */
function payloads(): string[] {
  const payloads = ['window.__xss=1', 'alert(1)', "document.title='xss'"];
  const places = [
    (js: string) => `<script>${js}</script>`,
    (js: string) => `"><script>${js}</script>`,
    (js: string) => `</title><script>${js}</script>`,
    (js: string) => `<img src=x onerror="${js}">`,
    (js: string) => `"><img src=x onerror=${js}>`,
    (js: string) => `<svg onload="${js}">`,
    (js: string) => `<svg><animate onbegin="${js}" attributeName=x dur=1s>`,
    (js: string) => `<body onload="${js}">`,
    (js: string) => `<iframe srcdoc="<script>parent.${js}</script>">`,
    (js: string) => `<iframe src="javascript:${js}">`,
    (js: string) => `<a href="javascript:${js}">x</a>`,
    (js: string) => `javascript:${js}`,
    (js: string) => `<input autofocus onfocus="${js}">`,
    (js: string) => `<details open ontoggle="${js}">`,
    (js: string) => `<video><source onerror="${js}"></video>`,
    (js: string) => `' onmouseover='${js}`,
    (js: string) => `\${${js}}`,
    (js: string) => `{{constructor.constructor("${js}")()}}`,
    (js: string) => `<math><mtext></p><style><img src=x onerror="${js}">`,
    (js: string) => `<style>@import 'javascript:${js}'</style>`,
  ];
  const every = places.flatMap((place) => payloads.map(place));
  // Three payloads in turn: each place starts with another one.
  return every.filter((_, index) => trialCount(0, 1) === 1 || index % 3 === Math.floor(index / 3) % 3);
}

promise('S6', 'shows user text as text in feed, player, queue and reports', async (trials) => {
  const { db } = app.deps;
  const chief = await app.admin();
  const tracks: { id: string; payload: string }[] = [];
  // Entered as users would, so that nothing in between makes it harmless only here.
  for (const payload of payloads()) {
    const owner = visitor(app.url);
    const bytes = recording(5);
    const words = {
      title: payload,
      description: payload,
      tags: JSON.stringify([payload]),
      capToken: await capToken(owner, bytes),
    };
    const { json } = await upload(app.url, words, { bytes, name: `${payload}.wav` });
    const { uploadId } = json.data as UploadData;
    const { id } = await callAction<{ id: string }>(chief, 'approveUpload', { uploadId });
    const me = (await get(owner, 'me')).json.data as { id: string; username: string };
    const waiting = await waitingUpload(app, { ...owner, accountId: me.id, username: me.username }, payload);
    await db
      .updateTable('uploads')
      .set({ original_name: payload, description: payload })
      .where('id', '=', waiting)
      .execute();
    await callAction(owner, 'updateUser', { userId: me.id, updates: { bio: payload } });
    await callAction(owner, 'addComment', { trackId: id, content: payload });
    await callAction(owner, 'addReport', { report: { type: 'recording', targetId: id, reason: payload } });
    await trials.run(`as a name: ${payload}`, async () => {
      const wish = { username: payload, password: 'Correct-Horse-9', isOver18: true };
      expect((await post(owner, 'register', wish)).status).toBe(422);
    });
    // Such a name cannot be registered; screens that show names are tested with it anyway.
    await db.updateTable('accounts').set({ username: payload }).where('id', '=', me.id).execute();
    tracks.push({ id, payload });
  }
  const { context, page, events } = await watched(chief.cookie);
  const harmless = async () => {
    await page.waitForTimeout(60);
    const found = await page.evaluate(() => ({
      ran: (window as { __xss?: number }).__xss ?? null,
      title: document.title,
      // Elements that only a payload could have created.
      made: [...document.querySelectorAll('*')].filter(
        (element) =>
          element.getAttributeNames().some((name) => name.startsWith('on')) ||
          element.getAttribute('href')?.startsWith('javascript:') ||
          element.matches('iframe, img[src="x"], math'),
      ).length,
    }));
    expect(found).toMatchObject({ ran: null, made: 0 });
    expect(found.title).not.toBe('xss');
    expect(events).toEqual([]);
  };
  for (const { id, payload } of tracks) {
    await trials.run(payload, async () => {
      await page.goto(`/player/${id}`);
      await page.getByText(payload, { exact: false }).first().waitFor({ timeout: 5000 });
      await harmless();
    });
  }
  for (const path of ['/', '/category/new', '/admin', '/search', '/news', '/profile']) {
    await trials.run(path, async () => {
      await page.goto(path);
      await page.waitForTimeout(800);
      await harmless();
    });
  }
  await context.close();
});
