// What this device keeps of the app. Files below /assets carry a digest of their content in their name and lie in one
// cache for all versions; the few others lie in a cache for each version, with the list of what the version consists of.

/** `version` names the build; `first` is what its first page needs, `rest` every other file, small ones first. */
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

/** All or nothing: a version that is not whole is not installed, and takes no room. */
export async function installVersion(build: Build): Promise<void> {
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
    await caches.delete(VERSION + build.version).catch(() => undefined);
    throw error;
  }
}

const isPage = (answer: Response) => /^text\/html\b/i.test(answer.headers.get('content-type') ?? '');

/**
 * A network that wants a sign-in answers every request with its own page and status 200. A document of this version
 * names other files of it; everything else is no page at all.
 */
async function isOurs(build: Build, path: string, answer: Response): Promise<boolean> {
  if (!answer.ok || answer.redirected) return false;
  if (!path.endsWith('.html')) return !isPage(answer);
  const text = await answer.clone().text();
  return [...build.plain, ...filesOf(build)].some((each) => text.includes(each));
}

let filling: Promise<void> | undefined;

/** Fetches what is missing, one file after the other, so that the line stays free. Ends quietly where one does not come. */
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
    // What the page has loaded comes from the browser's own cache.
    const answer = await fetch(path, { priority: 'low' } as RequestInit);
    if (!answer.ok || isPage(answer)) throw new Error(`${path}: ${answer.status}`);
    await assets.put(path, answer);
  }
}

/** Lets go of the app, all versions of it. What somebody shared with it is theirs and stays. */
export async function dropEverything(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name === ASSETS || name.startsWith(VERSION));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Lets go of what neither this version nor the one before it consists of: pages of that one may still be open. */
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
export const keptDocument = (build: Build, path: string): Promise<Response | undefined> =>
  openVersion(build)
    .then((cache) => cache.match(path))
    .catch(() => undefined);

/** A file from here; one that is not here yet comes from the server and stays. A full disk delays nobody. */
export async function keptFile(
  build: Build,
  request: Request,
  keepAlive: (work: Promise<void>) => void,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const isAsset = pathname.startsWith('/assets/');
  const cache = await openExisting(isAsset ? ASSETS : VERSION + build.version);
  const kept = await cache?.match(pathname).catch(() => undefined);
  if (kept) return kept;
  const answer = await fetch(request);
  if (cache && isAsset && answer.ok && !isPage(answer))
    keepAlive(cache.put(pathname, answer.clone()).catch(() => undefined));
  return answer;
}

/** Null where there is none: whoever removed the app from this browser may still have a page open that we answer for. */
async function openExisting(name: string): Promise<Cache | null> {
  try {
    return (await caches.has(name)) ? await caches.open(name) : null;
  } catch {
    return null;
  }
}
