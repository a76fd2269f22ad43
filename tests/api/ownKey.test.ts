// The server never replaces its key silently: without its key or with another one, it refuses a database that is not
// new. A backup includes the key.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstBrokenAudit } from '../../api/db/auditLog.ts';
import { readEnv } from '../../api/env.ts';
import { backup } from '../../api/jobs/backup.ts';
import { restore } from '../../api/jobs/restore.ts';
import { openDeps } from '../../api/open.ts';
import { noteConsent } from '../../api/tracks/consentStore.ts';
import { program } from '../support/engine/program.ts';
import { actor, track } from '../support/server/actors.ts';
import { createInstallation, type Installation } from '../support/server/installation.ts';
import { callAction } from '../support/server/publish.ts';
import type { TestApp } from '../support/server/testApp.ts';
import { post } from '../support/server/wire.ts';
import { inBucket } from '../support/storage/testStore.ts';

let home: Installation;
let keyFile: string;
let elsewhere: string;

/** An admin with three entries in the audit log. */
async function used(where?: 'file'): Promise<void> {
  home = await createInstallation({}, where);
  keyFile = join(home.env.dataDirectory, 'server.key');
  const app = await home.open();
  const admin = await actor(app as unknown as TestApp, 'admin');
  for (const status of [true, false, true]) await callAction(admin, 'setAutoApproveStatus', { status });
  await app.close();
}
beforeEach(() => {
  elsewhere = mkdtempSync(join(tmpdir(), 'aural-elsewhere-'));
});
afterEach(async () => {
  await home.remove();
  rmSync(elsewhere, { recursive: true, force: true });
});

const brokenAt = async () => {
  const app = await home.open();
  return firstBrokenAudit(app.deps.db, app.deps.keys.audit).finally(app.close);
};
const openReplacing = async () => (await openDeps({ ...home.env, replacesServerKey: true })).close();

describe('a database that is not new', () => {
  beforeEach(() => used());

  it('is refused without its key, no key is made, and it opens when the key is back', async () => {
    const key = readFileSync(keyFile);
    rmSync(keyFile);
    await expect(home.open()).rejects.toThrow(/server\.key is missing, and the database .* is not new/);
    expect(existsSync(keyFile)).toBe(false);
    writeFileSync(keyFile, key);
    expect(await brokenAt()).toBeNull();
  });

  it('is refused with the key of another database', async () => {
    const key = readFileSync(keyFile);
    writeFileSync(keyFile, randomBytes(32));
    await expect(home.open()).rejects.toThrow(
      /server\.key is not the key of the database .* SERVER_KEY_REPLACE=on/,
    );
    writeFileSync(keyFile, key);
    expect(await brokenAt()).toBeNull();
  });

  it('is refused with a truncated key, and the message says what to do', async () => {
    const key = readFileSync(keyFile);
    writeFileSync(keyFile, key.subarray(0, 10));
    await expect(home.open()).rejects.toThrow(
      /server\.key is damaged: it has 10 bytes .* Delete it, and copy/,
    );
    writeFileSync(keyFile, key);
    expect(await brokenAt()).toBeNull();
  });

  it('of an earlier version is recognised by its audit log', async () => {
    const key = readFileSync(keyFile);
    const app = await home.open();
    await app.deps.db.deleteFrom('settings').where('key', '=', 'server_key_check').execute();
    await app.close();
    writeFileSync(keyFile, randomBytes(32));
    await expect(home.open()).rejects.toThrow(/is not the key of the database/);
    writeFileSync(keyFile, key);
    expect(await brokenAt()).toBeNull();
    rmSync(keyFile);
    await expect(home.open()).rejects.toThrow(/server\.key is missing/);
  });

  it('takes a new key when SERVER_KEY_REPLACE confirms the loss, and keeps that key', async () => {
    rmSync(keyFile);
    await openReplacing();
    const made = readFileSync(keyFile);
    // Entries under the lost key cannot be verified.
    expect(await brokenAt()).toBe(1);
    expect(readFileSync(keyFile)).toEqual(made);
    writeFileSync(keyFile, randomBytes(32));
    await expect(home.open()).rejects.toThrow(/is not the key/);
  });
});

/** Another machine with empty folders. */
const machine = () =>
  readEnv({
    LOG_LEVEL: 'silent',
    DATABASE_URL: `file:${join(elsewhere, 'data/aural.db')}`,
    STORAGE_URL: `file:${join(elsewhere, 'blobs')}`,
    WEB_DIRECTORY: 'none',
  });

describe.skipIf(inBucket)('a backup', () => {
  let folder: string;
  beforeEach(async () => {
    await used('file');
    folder = join(elsewhere, 'backup');
  });

  it('holds the key, readable only by its owner; restored elsewhere, the audit log verifies and a consent link opens', async () => {
    const app = await home.open();
    const owner = await actor(app as unknown as TestApp, 'user');
    const id = await track(app as unknown as TestApp, owner);
    await app.deps.blobs.put(
      (await app.deps.db.selectFrom('tracks').select('file').executeTakeFirstOrThrow()).file,
      Buffer.alloc(1000),
    );
    const consent = { id, accountId: owner.accountId, version: 1, givenAt: app.deps.now() };
    await app.deps.db.transaction().execute((tx) => noteConsent(tx, consent));
    const { token } = await callAction<{ token: string }>(owner, 'createConsentLink', { recordingId: id });
    expect(await backup(home.env, folder)).toMatchObject({ hasKey: true, missing: [] });
    await app.close();
    expect(readFileSync(join(folder, 'server.key'))).toEqual(readFileSync(keyFile));
    expect(statSync(join(folder, 'server.key')).mode & 0o777).toBe(0o600);

    expect(await restore(machine(), folder)).toMatchObject({ brokenAudit: null, missing: [] });
    expect(statSync(join(elsewhere, 'data/server.key')).mode & 0o777).toBe(0o600);
    const there = await createInstallation({
      DATABASE_URL: `file:${join(elsewhere, 'data/aural.db')}`,
      STORAGE_URL: `file:${join(elsewhere, 'blobs')}`,
    });
    const restored = await there.open();
    expect(await firstBrokenAudit(restored.deps.db, restored.deps.keys.audit)).toBeNull();
    const withdrawn = await post({ url: restored.url, cookie: '' }, 'withdrawConsent', { token });
    expect(withdrawn.json).toMatchObject({ success: true });
    await restored.close();
    await there.remove();
  });

  it('without the key says so in its first line, and is refused elsewhere until the key is there', async () => {
    const { DATABASE_URL, STORAGE_URL } = {
      DATABASE_URL: `file:${home.env.databaseFile}`,
      STORAGE_URL: `file:${join(home.directory, 'blobs')}`,
    };
    const { stdout, status } = spawnSync(
      process.execPath,
      [...program('backup'), 'backup', folder, '--without-key'],
      { env: { ...process.env, DATABASE_URL, STORAGE_URL }, encoding: 'utf8' },
    );
    expect(stdout.split('\n')[0]).toBe(
      `This backup has no server.key. Store ${keyFile} with it: a restore on another machine needs both.`,
    );
    expect(status).toBe(0);
    expect(existsSync(join(folder, 'server.key'))).toBe(false);
    await expect(restore(machine(), folder)).rejects.toThrow(/There is no server\.key of the backup/);
    expect(existsSync(join(elsewhere, 'data/aural.db'))).toBe(false);
    writeFileSync(join(folder, 'server.key'), readFileSync(keyFile));
    expect(await restore(machine(), folder)).toMatchObject({ brokenAudit: null });
  });

  it('replaces the database of another installation only with explicit confirmation', async () => {
    await backup(home.env, folder);
    const fresh = await openDeps(machine());
    await actor({ deps: fresh, url: '' }, 'user');
    await fresh.close();
    const before = readFileSync(join(elsewhere, 'data/server.key'));
    await expect(restore(machine(), folder)).rejects.toThrow(
      /belongs to another installation than the backup/,
    );
    expect(readFileSync(join(elsewhere, 'data/server.key'))).toEqual(before);
    await (await openDeps(machine())).close();
    const adopting = { ...machine(), adoptsStorage: true };
    expect(await restore(adopting, folder)).toMatchObject({ brokenAudit: null });
    // The previous key is kept.
    expect(readFileSync(join(elsewhere, 'data/server.key.replaced'))).toEqual(before);
    await (await openDeps(machine())).close();
  });
});
