// Answers to browsers, messengers and search engines that request a page.
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isPage } from '../../api/contract/pages.ts';
import { actor, track } from '../support/server/actors.ts';
import { visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { post } from '../support/server/wire.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const web = temporaryFolder('web');
copyFileSync(join(ROOT, 'index.html'), join(web, 'index.html'));
const app = await createTestApp({ env: { WEB_DIRECTORY: web, SEARCH_INDEXING: 'off' } });
afterAll(async () => {
  await app.close();
});

const open = (path: string) =>
  fetch(app.url + path, { headers: { accept: 'text/html,*/*;q=0.8' }, redirect: 'manual' });

test('the server knows the same pages as the router', () => {
  const router = readFileSync(join(ROOT, 'src/app/router.tsx'), 'utf8');
  const routes = [...router.matchAll(/<Route path="([^"]+)"/g)].flatMap(([, path = '']) => path);
  expect(routes.length).toBeGreaterThan(40);
  for (const route of routes) {
    if (route === '*') continue;
    const path = route.replace(/:id|\*/, 'some-thing');
    for (const each of [path, `/aural${path}`, path === '/' ? path : `${path}/`])
      expect(isPage(each), each).toBe(true);
    const deeper = `${path.replace(/\/$/, '')}/no/such/page`;
    expect(isPage(deeper), deeper).toBe(route.startsWith('/news'));
  }
  const [, inner = ''] = readFileSync(join(ROOT, 'api/contract/pages.ts'), 'utf8').split(
    'const SINGLE_PAGES',
  );
  const names = inner.split(').split')[0]?.match(/[\w/-]+/g) ?? [];
  expect(names.length).toBeGreaterThan(40);
  for (const name of names) expect(routes, 'a page without a route').toContain(`/${name}`);
});

test('an unknown path gets the app with 404, a page gets it with 200', async () => {
  const home = await open('/');
  const text = await home.text();
  for (const path of ['/', '/aural', '/aural/', '/search', '/player/some-id', '/profile/Somebody', '/news/x'])
    expect([path, (await open(path)).status]).toEqual([path, 200]);
  for (const path of ['/nowhere', '/auralx', '/search/more', '/player/a/b', '/aural/nowhere']) {
    const reply = await open(path);
    expect([path, reply.status, await reply.text()]).toEqual([path, 404, text]);
    const again = await fetch(app.url + path, {
      headers: { accept: 'text/html', 'if-none-match': reply.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(404);
  }
  const api = await open('/api/nowhere');
  expect([api.status, (await api.json()).code]).toEqual([404, 'not_found']);
});

test('a link preview is the same for a public, a deleted and an unknown recording', async () => {
  const owner = await actor(app, 'user');
  const [shown, gone] = [await track(app, owner), await track(app, owner)];
  expect((await post(owner, 'deleteTrack', { trackId: gone })).status).toBe(200);
  const previews = await Promise.all(
    [shown, gone, 'unknown'].map(async (id) => (await open(`/player/${id}`)).text()),
  );
  expect(new Set(previews).size).toBe(1);
  for (const name of ['og:title', 'og:description', 'og:site_name'])
    expect(previews[0]).toMatch(new RegExp(`<meta property="${name}" content="[^"]+" />`));
});

test('SEARCH_INDEXING=off asks search engines to leave out pages and answers', async () => {
  for (const path of ['/', '/player/x', '/upload.php?action=getTracks', '/nowhere'])
    expect((await open(path)).headers.get('x-robots-tag'), path).toBe('noindex, nofollow');
  const other = await createTestApp();
  try {
    const reply = await fetch(`${other.url}/upload.php?action=getTracks`);
    expect(reply.headers.get('x-robots-tag')).toBeNull();
  } finally {
    await other.close();
  }
});

test('a request over the limit gets the limit and the time in addition to Retry-After', async () => {
  const strict = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const person = visitor(strict.url);
    const login = () => post(person, 'login', { username: 'nobody', password: 'Wrong-Horse-9' });
    let reply = await login();
    while (reply.status !== 429) reply = await login();
    const of = (name: string) => reply.headers.get(name);
    expect(Number(of('ratelimit-limit'))).toBeGreaterThan(0);
    expect(of('ratelimit-remaining')).toBe('0');
    expect(of('ratelimit-reset')).toBe(of('retry-after'));
  } finally {
    await strict.close();
  }
});
