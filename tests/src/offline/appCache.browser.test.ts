// The app's files on this device, in the browser's own caches.
import { afterEach, expect, it, vi } from 'vitest';
import { type Build, cachedDocument, dropEverything, installVersion } from '../../../src/offline/appCache.ts';

const BUILD: Build = { version: 'one', plain: ['/index.html'], first: ['/assets/a.js'], rest: [] };
const PAGE = '<script src="/assets/a.js"></script>';

const answer = (path: string) =>
  path.endsWith('.html')
    ? new Response(PAGE, { headers: { 'content-type': 'text/html' } })
    : new Response('1', { headers: { 'content-type': 'text/javascript' } });
const network = (isUp: boolean) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (path) => {
    if (!isUp) throw new TypeError('Failed to fetch');
    return answer(String(path));
  });
const document = async () => (await cachedDocument(BUILD, '/index.html'))?.text();

afterEach(dropEverything);

it('leaves nothing of a version that cannot be installed', async () => {
  network(false);
  await expect(installVersion(BUILD)).rejects.toThrow();
  expect(await caches.has('aural-version-one')).toBe(false);
});

it('keeps a version that is in use when installing it again fails', async () => {
  network(true);
  await installVersion(BUILD);
  expect(await document()).toBe(PAGE);
  vi.restoreAllMocks();
  network(false);
  await expect(installVersion(BUILD)).rejects.toThrow();
  expect(await document()).toBe(PAGE);
});
