// Database addresses: `file:…` for SQLite, `postgres://…` for PostgreSQL, with several hosts for failover:
// `postgres://user:password@one,two:5433/name`.
import { resolve } from 'node:path';

export type DatabasePlace =
  | { kind: 'sqlite' /** Absolute. */; file: string }
  | { kind: 'postgres' /** Includes the password. */; url: string };

/** Accepted forms of `DATABASE_URL`. */
export const DATABASE_URL = /^(file:.+|postgres(ql)?:\/\/.+)/;

/** The part before the hosts, the hosts, the rest. An `@` in the password is written `%40`. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/;

/** One address per host, in order. */
export function urlsOfHosts(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** Unescaped, the rest of a password would count as a host or path, which messages show. */
const ESCAPES =
  'DATABASE_URL must look like postgres://user:password@host:5432/name. In the password, write @ as %40, / as %2F, ? as %3F and # as %23.';

function readHosts(url: string): string {
  const hosts = urlsOfHosts(url);
  const [, before = '', names = '', after = ''] = PARTS.exec(url) ?? [];
  const isCut = before.includes('#') || (names + after.replace(/\?.*/, '')).includes('@');
  if (isCut || (names !== '' && hosts.length === 1 && !URL.canParse(url))) throw new Error(ESCAPES);
  for (const each of hosts) {
    const parsed = URL.canParse(each) ? new URL(each) : null;
    if (hosts.length > 1 && !parsed?.hostname)
      throw new Error('DATABASE_URL must name its hosts as in postgres://user@one:5432,two:5432/name');
    // The server writes, so it needs the primary, which libpq calls by these two names.
    const wanted = parsed?.searchParams.get('target_session_attrs');
    if (wanted && wanted !== 'read-write' && wanted !== 'primary')
      throw new Error('DATABASE_URL: target_session_attrs must be read-write or primary');
  }
  return url;
}

/** `file:relative/or/absolute`; `file:///abs` works too. Throws a sentence for anything else. */
export function readDatabaseUrl(text: string): DatabasePlace {
  if (!DATABASE_URL.test(text)) throw new Error(`${text} must look like file:path or postgres://…`);
  if (!text.startsWith('file:')) return { kind: 'postgres', url: readHosts(text) };
  return { kind: 'sqlite', file: resolve(text.replace(/^file:(\/\/(?=\/))?/, '')) };
}

/** For messages: without the password. */
export function nameOf(place: DatabasePlace): string {
  if (place.kind === 'sqlite') return place.file;
  const [, , hosts = '', after = ''] = PARTS.exec(place.url) ?? [];
  return `postgres://${hosts}${after.replace(/\?.*/, '')}`;
}
