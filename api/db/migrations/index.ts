// The migrations in order. A released migration never changes.
import type { Migration } from 'kysely';
import * as schema from './schema/index.ts';

export const migrations: Record<string, Migration> = {
  '0001-schema': schema,
};
