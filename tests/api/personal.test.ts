// Every column that names an account is handled by guest merging or listed here as staying.
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { either } from '../../api/db/dialect.ts';
import { PARTS } from '../../api/profiles/parts.ts';
import { createTestApp } from '../support/server/testApp.ts';

const app = await createTestApp();
afterAll(() => app.close());

/** Columns that name an account and stay with it, with the reason. */
const STAY: Record<string, string> = {
  'sessions.account_id': 'a guest’s sessions end',
  'moves.account_id': 'a way to a guest ends with the guest',
  'account_docs.account_id': 'triggers keep it with its account',
  'events.account_id': 'a hint of the moment, gone in a day',
  'audit_log.actor_id': 'who did it stays who did it',
  'uploads.decided_by': 'guests decide nothing',
  'track_edits.decided_by': 'guests decide nothing',
  'reports.reviewed_by': 'guests decide nothing',
  'review_claims.account_id': 'guests decide nothing',
  'review_escalations.account_id': 'guests decide nothing',
  'review_hidden.account_id': 'guests decide nothing',
};

const NAMES_ACCOUNT = /(^|[._])(account_id|actor_id|reporter_id|follower_id|following_id|listener)$|_by$/;

async function accountColumns(): Promise<string[]> {
  const { rows } = await either({
    sqlite: sql<{ name: string }>`select table_list.name || '.' || columns.name as name
      from pragma_table_list as table_list, pragma_table_info(table_list.name) as columns
      where table_list.type = 'table' and table_list.schema = 'main'`,
    postgres: sql<{ name: string }>`select table_name || '.' || column_name as name
      from information_schema.columns where table_schema = 'public'`,
  }).execute(app.deps.db);
  const { rows: references } = await either({
    sqlite: sql<{ name: string }>`select table_list.name || '.' || refers."from" as name
      from pragma_table_list as table_list, pragma_foreign_key_list(table_list.name) as refers
      where refers."table" = 'accounts'`,
    postgres: sql<{ name: string }>`select conrelid::regclass || '.' || attname as name
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where contype = 'f' and confrelid = 'accounts'::regclass`,
  }).execute(app.deps.db);
  const referring = new Set(references.map(({ name }) => name));
  return rows.map(({ name }) => name).filter((name) => referring.has(name) || NAMES_ACCOUNT.test(name));
}

test('every column that names an account is in the part of its noun or listed as staying', async () => {
  const moved = PARTS.flatMap(({ columns }) =>
    Object.entries(columns).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
  );
  const found = await accountColumns();
  expect(found.filter((name) => !moved.includes(name) && !(name in STAY))).toEqual([]);
  expect([...moved, ...Object.keys(STAY)].filter((name) => !found.includes(name))).toEqual([]);
});

test('every otherwise missed row has a column that names its owner', () => {
  const ownerless = PARTS.flatMap(({ missed, columns }) => missed.filter((table) => !columns[table]?.[0]));
  expect(ownerless).toEqual([]);
});
