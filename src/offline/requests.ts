// Which requests are answered from this device. Everything else (actions, uploads, events, audio, ranges) never meets us.

/** Of a page of the app: the app's document, whichever route. */
export type Answering = 'page' | 'file' | 'shared' | 'network';

/** Paths of the server that a browser may open, and that are no page of the app. */
const SERVER = /^\/(?:api|audio|healthz|metrics|openapi)(?:[/.]|$)/;
const HAS_ENDING = /\.[^/.]*$/;

/** Where the system's share sheet sends a file (the manifest's `share_target`). */
export const SHARE_PATH = '/upload';

export interface Asked {
  method: string;
  /** Absolute. */
  url: string;
  mode: string;
  headers: { has(name: string): boolean };
}

/** `files`: paths of the app's files that are kept. */
export function answering(
  { method, url, mode, headers }: Asked,
  origin: string,
  files: ReadonlySet<string>,
): Answering {
  const { origin: of, pathname } = new URL(url);
  if (of !== origin || headers.has('range')) return 'network';
  const isOpened = mode === 'navigate';
  if (method === 'POST' && isOpened && pathname === SHARE_PATH) return 'shared';
  if (method !== 'GET') return 'network';
  if (isOpened) return SERVER.test(pathname) || HAS_ENDING.test(pathname) ? 'network' : 'page';
  return files.has(pathname) || pathname.startsWith('/assets/') ? 'file' : 'network';
}
