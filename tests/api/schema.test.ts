// Schema versions that a server opens or refuses.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../api/db/client.ts';
import { openRawDatabase } from '../../api/db/driver.ts';

async function withMigration<T>(name: string, ask: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'aural-schema-'));
  const file = join(folder, 'aural.db');
  try {
    await (await openDatabase(file)).close();
    const raw = await openRawDatabase(file);
    raw.exec(`insert into kysely_migration(name, timestamp) values ('${name}', '2026-01-01')`);
    raw.close();
    return await ask(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('refuses a database of a version before 0.1.0 with a message', () =>
  withMigration('0001-first', (file) =>
    expect(openDatabase(file)).rejects.toThrow('made by a version before 0.1.0'),
  ));

test('refuses a database of a newer version and names the unknown migration', () =>
  withMigration('0099-later', (file) =>
    expect(openDatabase(file)).rejects.toThrow('newer version (it knows 0099-later)'),
  ));
