// Where rows are kept, as one address: `file:…` for SQLite, `postgres://…` for PostgreSQL.
import { resolve } from 'node:path';

export type DatabasePlace =
  | { kind: 'sqlite' /** Absolute. */; file: string }
  | { kind: 'postgres' /** With the password, where there is one. */; url: string };

/** What `DATABASE_URL` may look like. */
export const DATABASE_URL = /^(file:.+|postgres(ql)?:\/\/.+)/;

/** `file:relative/or/absolute`; `file:///abs` works too. Throws a sentence for anything else. */
export function readDatabaseUrl(text: string): DatabasePlace {
  if (!DATABASE_URL.test(text)) throw new Error(`${text} must look like file:path or postgres://…`);
  if (!text.startsWith('file:')) return { kind: 'postgres', url: text };
  return { kind: 'sqlite', file: resolve(text.replace(/^file:(\/\/(?=\/))?/, '')) };
}

/** For people: without the password. */
export function nameOf(place: DatabasePlace): string {
  if (place.kind === 'sqlite') return place.file;
  const { host, pathname } = new URL(place.url);
  return `postgres://${host}${pathname}`;
}
