// The migrations in order; a name once released never changes.
import type { Migration } from 'kysely';
import * as first from './0001-first.ts';
import * as events from './0002-events.ts';
import * as transfers from './0003-transfers.ts';
import * as trackEdits from './0004-track-edits.ts';
import * as searchRows from './0005-search-rows.ts';
import * as ledger from './0008-ledger.ts';

export const migrations: Record<string, Migration> = {
  '0001-first': first,
  '0002-events': events,
  '0003-transfers': transfers,
  '0004-track-edits': trackEdits,
  '0005-search-rows': searchRows,
  '0008-ledger': ledger,
};
