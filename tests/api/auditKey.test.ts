// The audit log against an attacker who can write the database but does not have the server key.
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstBrokenAudit } from '../../api/db/auditLog.ts';
import type { AuditLogTable } from '../../api/db/tables/operation.ts';
import type { WhereRowsAre } from '../support/database/database.ts';
import { actor } from '../support/server/actors.ts';
import { withoutTriggers } from '../support/server/databaseView.ts';
import { createInstallation, type Installation, type OpenApp } from '../support/server/installation.ts';
import { callAction } from '../support/server/publish.ts';
import type { TestApp } from '../support/server/testApp.ts';

const ACTIONS = 5;
let installation: Installation;
let app: OpenApp;

async function begin(where?: WhereRowsAre): Promise<void> {
  installation = await createInstallation({}, where);
  app = await installation.open();
  const admin = await actor(app as unknown as TestApp, 'admin');
  for (let index = 0; index < ACTIONS; index++)
    await callAction(admin, 'setAutoApproveStatus', { status: index % 2 === 0 });
}
beforeEach(() => begin());
afterEach(async () => {
  await app.close();
  await installation.remove();
});

const broken = () => firstBrokenAudit(app.deps.db, app.deps.keys.audit);
const rows = () => app.deps.db.selectFrom('audit_log').selectAll().orderBy('position').execute();
const run = (statement: string) => sql.raw(statement).execute(app.deps.db);

/** Hashes as versions before 0008 computed them, without a key: anyone can forge them. */
function chainWithoutKey(entries: AuditLogTable[]): AuditLogTable[] {
  let previous = '0'.repeat(64);
  return entries.map((row) => {
    const { position, at, actor_id, action, target_type, target_id, detail_json } = row;
    const fields = [previous, position, at, actor_id, action, target_type, target_id, detail_json];
    previous = createHash('sha256').update(JSON.stringify(fields)).digest('hex');
    return { ...row, hash: previous };
  });
}

/** Returns a function that restores the triggers. */
async function replaceAll(entries: AuditLogTable[]): Promise<() => Promise<void>> {
  const putBack = await withoutTriggers(app.deps.db, 'audit_log');
  await run('delete from audit_log');
  for (const row of entries) await app.deps.db.insertInto('audit_log').values(row).execute();
  return putBack;
}

describe('the audit log', () => {
  const columns = 'position, at, actor_id, action, target_type, target_id, detail_json, hash';
  const values = (position: number | string) => `${position}, 0, 'x', 'x', 'x', 'x', '{}', 'x'`;
  const ofSqlite: [string, string][] = [
    ['INSERT OR REPLACE', `insert or replace into audit_log(${columns}) values (${values(2)})`],
    ['REPLACE', `replace into audit_log(${columns}) values (${values(ACTIONS)})`],
    ['UPDATE OR REPLACE', 'update or replace audit_log set position = 1 where position = 2'],
  ];
  it.each<[string, string]>([
    ...(process.env.TEST_DATABASE_URL ? [] : ofSqlite),
    ['UPDATE', "update audit_log set actor_id = 'x' where position = 2"],
    ['DELETE', 'delete from audit_log where position = 2'],
    [
      'an upsert',
      `insert into audit_log(${columns}) values (${values(2)}) on conflict(position) do update set actor_id = 'x'`,
    ],
    ['a position beyond the next', `insert into audit_log(${columns}) values (${values(ACTIONS + 2)})`],
    ['a position before the first', `insert into audit_log(${columns}) values (${values(0)})`],
    ['no position', `insert into audit_log(${columns}) values (${values('null')})`],
  ])('refuses %s', async (_way, statement) => {
    const before = await rows();
    expect(before).toHaveLength(ACTIONS);
    await expect(run(statement)).rejects.toThrow(/append-only/);
    expect(await rows()).toEqual(before);
    expect(await broken()).toBeNull();
  });

  it('a holder of the key detects a forged row and a forged chain', async () => {
    const honest = await rows();
    const forged = honest.map((row) => (row.position >= 3 ? { ...row, actor_id: 'somebody else' } : row));
    await replaceAll([...honest.slice(0, 2), ...chainWithoutKey(forged).slice(2)]);
    expect(await broken()).toBe(3);
    await replaceAll(chainWithoutKey(forged));
    expect(await broken()).toBe(1);
    await replaceAll(honest);
    expect(await broken()).toBeNull();
  });

  it('detects removed last rows', async () => {
    const honest = await rows();
    await replaceAll(honest.slice(0, 3));
    expect(await broken()).toBe(4);
    await replaceAll([]);
    expect(await broken()).toBe(1);
    await app.deps.db.deleteFrom('settings').where('key', '=', 'audit_head').execute();
    await replaceAll(honest.slice(0, 3));
    expect(await broken()).toBe(4);
  });
});

// Versions without a key never ran on PostgreSQL.
describe('an audit log from before the key', () => {
  beforeEach(async () => {
    await app.close();
    await installation.remove();
    await begin('file');
  });
  const marker = () => join(installation.env.dataDirectory, 'audit.keyed');

  async function downgradeLog(entries: AuditLogTable[]): Promise<void> {
    const putBack = await replaceAll(entries);
    await putBack();
    await app.deps.db.deleteFrom('settings').where('key', '=', 'audit_head').execute();
  }
  async function restart(): Promise<void> {
    await app.close();
    app = await installation.open();
  }
  const withoutHash = (entries: AuditLogTable[]) => entries.map(({ hash: _hash, ...rest }) => rest);

  it('gets keyed hashes at the first start, is otherwise unchanged, and accepts new rows', async () => {
    const old = chainWithoutKey(await rows());
    await downgradeLog(old);
    rmSync(marker());
    await restart();
    expect(await broken()).toBeNull();
    expect(withoutHash(await rows())).toEqual(withoutHash(old));
    await callAction(await actor(app as unknown as TestApp, 'admin'), 'setAutoApproveStatus', {
      status: true,
    });
    expect(await broken()).toBeNull();
    await expect(run("update audit_log set actor_id = 'x'")).rejects.toThrow(/append-only/);
  });

  it('still shows where it was broken before', async () => {
    const old = chainWithoutKey(await rows()).map((row) =>
      row.position === 3 ? { ...row, target_id: 'changed' } : row,
    );
    await downgradeLog(old);
    rmSync(marker());
    await restart();
    expect(await broken()).toBe(3);
  });

  it('is not keyed again when it replaces a keyed log', async () => {
    await downgradeLog(chainWithoutKey(await rows()));
    await restart();
    expect(await broken()).toBe(1);
  });
});
