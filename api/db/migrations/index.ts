// The migrations in order; a name once released never changes.
import type { Migration } from 'kysely';
import * as first from './0001-first.ts';

export const migrations: Record<string, Migration> = {
  '0001-first': first,
};
