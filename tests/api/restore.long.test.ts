// Restoring over an existing installation undoes no erasure, decision or revocation since the backup. A restore that
// cannot succeed is refused before it changes anything.
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkBackup } from '../../api/db/copy.ts';
import { openRawDatabase } from '../../api/db/driver.ts';
import { holdInstallation } from '../../api/db/instanceLock.ts';
import { mirrorFile, readMirror } from '../../api/db/ledgerMirror.ts';
import { restore } from '../../api/jobs/restore.ts';
import { createRestoreScene, type RestoreScene } from '../support/server/restoreScene.ts';
import { copyDirectory, filesHolding, stateOf } from '../support/storage/directoryState.ts';

const PAGE = 4096;
let scene: RestoreScene;
let saved: string;
let file: string;

beforeAll(async () => {
  scene = await createRestoreScene();
  file = scene.installation.env.databaseFile;
  saved = `${scene.installation.directory}-saved`;
  copyDirectory(scene.installation.directory, saved);
});
afterAll(async () => {
  rmSync(saved, { recursive: true, force: true });
  rmSync(`${scene.backup}-bad`, { recursive: true, force: true });
  await scene.remove();
});
beforeEach(() => copyDirectory(saved, scene.installation.directory));

function overwrite(path: string, at: number, bytes: Buffer): void {
  const handle = openSync(path, 'r+');
  writeSync(handle, bytes, 0, bytes.length, at);
  closeSync(handle);
}

async function change(path: string, ...statements: string[]): Promise<void> {
  const database = await openRawDatabase(path);
  for (const statement of statements) database.exec(statement);
  database.exec('PRAGMA journal_mode = DELETE');
  database.close();
}

const NEWER = "insert into kysely_migration values ('9999-from-the-future', '2030-01-01T00:00:00.000Z')";

const run = () => restore(scene.installation.env, scene.backup);

describe('a restore', () => {
  it('undoes no erasure, decision or change of access since the backup, also when repeated', async () => {
    for (let times = 0; times < 3; times++) {
      expect(await run()).toMatchObject({ missing: [], preservesAccess: true, brokenAudit: null });
      expect(await scene.undone(true)).toEqual([]);
    }
  });

  it('leaves nothing of erased accounts in any file, and no temporary files', async () => {
    await run();
    expect(filesHolding(scene.installation.directory, scene.canary)).toEqual([]);
    for (const leftover of ['.restoring', '.restoring-wal', '-wal', '-shm']) {
      expect(existsSync(file + leftover), leftover).toBe(false);
    }
  });

  it('keeps the actions since the backup in the audit log and adds itself', async () => {
    await run();
    const database = await openRawDatabase(file);
    const [row] = database.prepare('select count(*) as n, max(position) as last from audit_log').all();
    const [end] = database.prepare('select action from audit_log order by position desc limit 1').all();
    database.close();
    expect({ ...(row as object) }).toEqual({ n: scene.auditRows + 1, last: scene.auditRows + 1 });
    expect(end).toMatchObject({ action: 'restore' });
  });

  it('names audio that is incomplete in the backup and missing in the store, until a backup has all of it', async () => {
    const [name = ''] = readdirSync(join(scene.backup, 'blobs'), {
      recursive: true,
      encoding: 'utf8',
    }).filter((path) => path.endsWith('.mp3'));
    const half = `${scene.backup}-half`;
    copyDirectory(scene.backup, half);
    truncateSync(join(half, 'blobs', name), 1);
    rmSync(join(scene.installation.directory, 'blobs', name));
    const { env } = scene.installation;
    expect((await restore(env, half)).missing).toEqual([basename(name)]);
    expect((await restore(env, half)).missing).toEqual([basename(name)]);
    expect((await run()).missing).toEqual([]);
    rmSync(half, { recursive: true });
  });

  it('never applies the write-ahead log of the replaced database', async () => {
    // As a killed server leaves it: the newest actions are only in the log.
    const live = await openRawDatabase(file);
    live.exec("update tracks set title = 'only in the log'");
    for (const suffix of ['', '-wal']) copyFileSync(file + suffix, `${saved}${suffix}.cut`);
    live.close();
    for (const suffix of ['', '-wal']) {
      copyFileSync(`${saved}${suffix}.cut`, file + suffix);
      rmSync(`${saved}${suffix}.cut`);
    }
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    await run();
    expect(await scene.undone(true)).toEqual([]);
    expect(filesHolding(scene.installation.directory, 'only in the log')).toEqual([]);
  });
});

describe('a restore over a database that is', () => {
  const DAMAGE: Record<string, () => void | Promise<void>> = {
    'damaged in its header': () => overwrite(file, 0, Buffer.alloc(100, 0xa5)),
    'damaged in its middle': () =>
      overwrite(file, Math.floor(statSync(file).size / 2 / PAGE) * PAGE, Buffer.alloc(4 * PAGE, 0xa5)),
    'damaged in every page but the first': () =>
      overwrite(file, PAGE, Buffer.alloc(statSync(file).size - PAGE, 0xa5)),
    'cut in half': () => truncateSync(file, Math.floor(statSync(file).size / 2)),
    'cut in the middle of a page': () => truncateSync(file, 3 * PAGE + 100),
    empty: () => truncateSync(file, 0),
    missing: () => rmSync(file),
    'missing, with the log of another': async () => {
      const other = join(scene.installation.directory, 'other.db');
      const database = await openRawDatabase(other);
      database.exec('create table other(x); insert into other values (1)');
      copyFileSync(`${other}-wal`, `${file}-wal`);
      database.close();
      for (const path of [file, other, `${other}-wal`, `${other}-shm`]) rmSync(path, { force: true });
    },
    'of a newer version': () =>
      change(
        file,
        NEWER,
        'alter table accounts add column from_the_future text',
        'alter table sessions add column x text',
      ),
  };

  it.each(Object.keys(DAMAGE))(
    '%s restores no erased account and undoes no decision, also when repeated',
    async (kind) => {
      await DAMAGE[kind]?.();
      await run();
      await checkBackup(file);
      expect(await scene.undone(kind === 'of a newer version')).toEqual([]);
      await run();
      expect(await scene.undone(kind === 'of a newer version')).toEqual([]);
      expect(filesHolding(scene.installation.directory, scene.canary)).toEqual([]);
    },
  );

  it('complete, without its mirror, takes the ledger from it and completes the mirror', async () => {
    const before = readMirror(mirrorFile(file));
    rmSync(mirrorFile(file));
    await run();
    expect(await scene.undone(true)).toEqual([]);
    const sorted = (entries: object[]) => entries.map((entry) => JSON.stringify(entry)).sort();
    expect(sorted(readMirror(mirrorFile(file)))).toEqual(sorted(before));
  });

  it('missing, with a mirror whose last line is truncated, takes every complete line', async () => {
    const mirror = mirrorFile(file);
    writeSync(openSync(mirror, 'a'), '{"kind":"track","id":"half');
    rmSync(file);
    await run();
    expect(await scene.undone(false)).toEqual([]);
    expect(statSync(mirror).mode & 0o777).toBe(0o600);
  });
});

describe('a restore is refused and changes nothing', () => {
  const bad = () => `${scene.backup}-bad`;
  const badFile = () => join(bad(), 'aural.db');
  const refused = async (directory: string): Promise<string> => {
    const before = stateOf(scene.installation.directory);
    const message = await restore(scene.installation.env, directory).then(
      () => 'restored',
      (error: Error) => error.message,
    );
    expect(stateOf(scene.installation.directory)).toEqual(before);
    return message;
  };
  beforeEach(() => copyDirectory(scene.backup, bad()));

  it('while another process holds the installation', async () => {
    const lock = await holdInstallation(scene.installation.env);
    expect(await refused(scene.backup)).toMatch(/is in use by another process/);
    lock.release();
    await run();
  });

  it('for a backup of a newer version', async () => {
    await change(badFile(), NEWER);
    expect(await refused(bad())).toMatch(/made by a newer version \(it knows 9999-from-the-future\)/);
  });

  it.each([
    ['damaged in its header', () => overwrite(badFile(), 0, Buffer.alloc(100, 0xa5))],
    ['damaged in its middle', () => overwrite(badFile(), 20 * PAGE, Buffer.alloc(8 * PAGE, 0xa5))],
    ['cut in half', () => truncateSync(badFile(), Math.floor(statSync(badFile()).size / 2))],
    ['empty', () => truncateSync(badFile(), 0)],
    ['missing', () => rmSync(badFile())],
  ])('for a backup whose database is %s', async (_kind, damage) => {
    damage();
    expect(await refused(bad())).toContain(badFile());
  });
});
