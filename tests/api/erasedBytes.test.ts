// No file contains bytes of erased accounts: neither the restored database, its log, a later backup, nor the same
// database after another erasure.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { insertAccount } from '../../api/accounts/store.ts';
import { backup } from '../../api/jobs/backup.ts';
import { restore } from '../../api/jobs/restore.ts';
import { eraseAccount } from '../../api/profiles/erase.ts';
import { createInstallation, type Installation, type OpenApp } from '../support/server/installation.ts';

const PEOPLE = 600;
const ERASED = 200;
/** Part of every string of a person; the rest of each string is unique. */
const CANARY = 'canary-';

let home: Installation;
const folders: string[] = [];
afterEach(async () => {
  await home.remove();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Accounts whose rows grow and shrink, so that pages split and rows move. */
async function populate({ deps }: OpenApp): Promise<string[]> {
  const ids: string[] = [];
  const noise = (length: number) => randomBytes(length).toString('hex');
  for (let index = 0; index < PEOPLE; index++) {
    const username = `person_${index}`;
    const id = await insertAccount(deps.db, { username, role: 'user' }, deps.now());
    ids.push(id);
    const own = (what: string) => `${CANARY}${what}-${id}-`;
    for (const bio of [`${own('bio')}${noise(index % 90)}`, `${own('bio')}${noise((index * 7) % 200)}`])
      await deps.db
        .updateTable('accounts')
        .set({
          bio,
          email: `${own('mail')}@example.org`,
          password_hash: own('hash') + noise(20),
          recovery_hash: own('code') + noise(8),
        })
        .where('id', '=', id)
        .execute();
  }
  return ids;
}

async function erase({ deps }: OpenApp, ids: readonly string[]): Promise<void> {
  for (const id of ids) await deps.db.transaction().execute((tx) => eraseAccount(tx, id, deps.now()));
  await deps.ledger.catchUp();
  await deps.emptyLog();
}

/** Canaries of these accounts in files below `directory`. */
function foundOf(directory: string, ids: readonly string[]): string[] {
  const wanted = new Set(ids);
  const found = new Set<string>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name), 'latin1');
    for (const [, what, id = ''] of bytes.matchAll(/canary-([a-z]+)-([0-9a-f-]{36})-/g))
      if (wanted.has(id)) found.add(`${what} ${id}`);
  }
  return [...found];
}

it('no erased bytes remain after a restore of an older backup, in a later backup, or after the next erasure', async () => {
  home = await createInstallation({}, 'file');
  let app = await home.open();
  const ids = await populate(app);
  const [before, after] = [`${home.directory}-before`, `${home.directory}-after`];
  folders.push(before, after);
  await backup(home.env, before);
  const erased = ids.filter((_, index) => index % 3 === 0).slice(0, ERASED);
  await erase(app, erased);
  await app.close();
  await restore(home.env, before);
  expect(foundOf(home.directory, erased)).toEqual([]);

  app = await home.open();
  const next = ids.filter((_, index) => index % 3 === 1).slice(0, ERASED);
  await erase(app, next);
  // Checked while the database is open, with its log.
  expect(foundOf(home.directory, [...erased, ...next])).toEqual([]);
  await backup(home.env, after);
  expect(foundOf(after, [...erased, ...next])).toEqual([]);
  const kept = ids.filter((_, index) => index % 3 === 2).slice(0, 3);
  expect(foundOf(after, kept)).toHaveLength(12);
  await app.close();
}, 240_000);
