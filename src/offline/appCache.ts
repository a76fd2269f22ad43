// The app's files on this device. Files below /assets have a digest of their content in their name and share one
// cache for all versions; the few others are in a cache per version, with the version's list of files.

/**
 * `version` names the build; `first` lists the files of its first page, `rest` all others: first those that
 * recording, editing and publishing need; of each group small ones first.
 */
export interface Build {
  version: string;
  /** Without a digest in their name: documents, icons, the manifest. */
  plain: readonly string[];
  first: readonly string[];
  rest: readonly string[];
}

const ASSETS = 'aural-assets';
const VERSION = 'aural-version-';
const LIST = '/files-of-this-version';

const filesOf = ({ first, rest }: Build) => [...first, ...rest];
const openVersion = ({ version }: Build) => caches.open(VERSION + version);

/**
 * All or nothing: an incomplete version is not installed and uses no storage. A new service worker may have the version
 * that is in use.
 */
export async function installVersion(build: Build): Promise<void> {
  const isInUse = await caches.has(VERSION + build.version);
  try {
    const cache = await openVersion(build);
    const store = async (path: string) => {
      const answer = await fetch(path, { cache: 'no-cache' });
      if (!(await isOurs(build, path, answer))) throw new Error(`${path}: not a file of this app`);
      await cache.put(path, answer);
    };
    await Promise.all(build.plain.map(store));
    await cache.put(LIST, Response.json(filesOf(build)));
    await fetchMissing(build.first);
  } catch (error) {
    if (!isInUse) await caches.delete(VERSION + build.version).catch(() => undefined);
    throw error;
  }
}

const isPage = (answer: Response) => /^text\/html\b/i.test(answer.headers.get('content-type') ?? '');

/**
 * A network that requires a sign-in answers every request with its own page and status 200. A document of this
 * version links to this version's files; other pages are not ours.
 */
async function isOurs(build: Build, path: string, answer: Response): Promise<boolean> {
  if (!answer.ok || answer.redirected) return false;
  if (!path.endsWith('.html')) return !isPage(answer);
  const text = await answer.clone().text();
  return [...build.plain, ...filesOf(build)].some((each) => text.includes(each));
}

let filling: Promise<void> | undefined;

/** Fetches missing files one after another, so that other requests have bandwidth. Stops silently at a failure. */
export function fillCache(build: Build): Promise<void> {
  filling ??= fetchMissing(build.rest)
    .catch(() => undefined)
    .finally(() => {
      filling = undefined;
    });
  return filling;
}

async function fetchMissing(paths: readonly string[]): Promise<void> {
  const assets = await caches.open(ASSETS);
  for (const path of paths) {
    if (await assets.match(path)) continue;
    // Files that the page has loaded come from the browser's HTTP cache.
    const answer = await fetch(path, { priority: 'low' } as RequestInit);
    if (!answer.ok || isPage(answer)) throw new Error(`${path}: ${answer.status}`);
    await assets.put(path, answer);
  }
}

/** Deletes all versions of the app. Shared files belong to the user and stay. */
export async function dropEverything(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name === ASSETS || name.startsWith(VERSION));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/**
 * Deletes files that neither this version nor the previous one contains: pages of the previous one may still be open.
 */
export async function dropOldVersions(build: Build): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(VERSION));
  const current = VERSION + build.version;
  const before = names.filter((name) => name !== current).at(-1);
  const wanted = new Set(filesOf(build));
  for (const name of names) {
    if (name !== current && name !== before) await caches.delete(name);
  }
  if (before !== undefined) {
    const list = await (await caches.open(before)).match(LIST);
    for (const path of ((await list?.json().catch(() => [])) ?? []) as string[]) wanted.add(path);
  }
  const assets = await caches.open(ASSETS);
  for (const request of await assets.keys()) {
    if (!wanted.has(new URL(request.url).pathname)) await assets.delete(request);
  }
}

/** A document of this version; none where the storage cannot be read. */
export const cachedDocument = (build: Build, path: string): Promise<Response | undefined> =>
  openVersion(build)
    .then((cache) => cache.match(path))
    .catch(() => undefined);

/** A stored file; a missing one comes from the server and is stored. A full disk causes no delay. */
export async function cachedFile(
  build: Build,
  request: Request,
  keepAlive: (work: Promise<void>) => void,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const isAsset = pathname.startsWith('/assets/');
  const cache = await openExisting(isAsset ? ASSETS : VERSION + build.version);
  const cached = await cache?.match(pathname).catch(() => undefined);
  if (cached) return cached;
  const answer = await fetch(request);
  if (cache && isAsset && answer.ok && !isPage(answer))
    keepAlive(cache.put(pathname, answer.clone()).catch(() => undefined));
  return answer;
}

/** Null where there is none: a user who removed the app may still have a page open that this worker serves. */
async function openExisting(name: string): Promise<Cache | null> {
  try {
    return (await caches.has(name)) ? await caches.open(name) : null;
  } catch {
    return null;
  }
}
