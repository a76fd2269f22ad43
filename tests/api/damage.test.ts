// A database file with damaged pages: the server refuses it at start before it writes, and the health check detects
// damage while the server runs. The message names the file and the restore command.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRawDatabase } from '../../api/db/driver.ts';
import { writeSetting } from '../../api/db/settings.ts';
import { actor, track } from '../support/server/actors.ts';
import { createInstallation, type Installation } from '../support/server/installation.ts';
import type { TestApp } from '../support/server/testApp.ts';

const PAGE = 4096;
let home: Installation;
let file: string;
beforeEach(async () => {
  home = await createInstallation({}, 'file');
  file = home.env.databaseFile;
  const app = await home.open();
  const owner = await actor(app as unknown as TestApp, 'user');
  for (let count = 0; count < 30; count++) await track(app as unknown as TestApp, owner);
  await app.close();
});
afterEach(() => home.remove());

async function rootOf(table: string): Promise<number> {
  const database = await openRawDatabase(file);
  const [row] = database.prepare('select rootpage from sqlite_master where name = ?').all(table) as {
    rootpage: number;
  }[];
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return row?.rootpage ?? 0;
}

function damage(page: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(PAGE, 0xa5), 0, PAGE, (page - 1) * PAGE);
  closeSync(handle);
}

it.each(['tracks', 'comments', 'audit_log', 'tag_uses'])(
  'refuses a damaged page of %s at start and leaves the file unchanged',
  async (table) => {
    damage(await rootOf(table));
    const before = readFileSync(file);
    const refusal = await home.open().then(
      () => 'it started',
      (error: Error) => error.message,
    );
    expect(refusal).toContain(`The database ${file} is damaged`);
    expect(refusal).toContain('npm run restore -- DIRECTORY');
    expect(readFileSync(file).equals(before)).toBe(true);
  },
);

it('refuses a damaged header with the same message', async () => {
  damage(1);
  await expect(home.open()).rejects.toThrow(`The database ${file} is damaged`);
});

it.each(['accounts', 'tracks', 'uploads', 'comments'])(
  'the health check fails when a page of %s is damaged at run time, and the log names file and command',
  async (table) => {
    const root = await rootOf(table);
    const app = await home.open();
    const logged: string[] = [];
    app.deps.log.fatal = ((_fields: unknown, message: string) => logged.push(message)) as never;
    try {
      expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
      damage(root);
      // After a change, every connection reads its pages again.
      await writeSetting(app.deps.db, 'changed', 'now');
      await app.deps.emptyLog();
      const reply = await fetch(`${app.url}/healthz`);
      expect(reply.status).toBe(500);
      expect(await reply.text()).not.toContain(file);
      expect(logged[0]).toContain(`the database ${file} is damaged`);
      expect(logged[0]).toContain('npm run restore -- DIRECTORY');
    } finally {
      await app.close().catch(() => {});
    }
  },
);
