// A backup of a running server.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { backup } from '../../api/jobs/backup.ts';
import { actor, track } from '../support/server/actors.ts';
import { createInstallation } from '../support/server/installation.ts';
import type { TestApp } from '../support/server/testApp.ts';

const TRACKS = 5;

test('a recording that is deleted while the backup runs is not missing; one whose audio is lost is', async () => {
  const home = await createInstallation({}, 'file');
  const app = await home.open();
  const { db, blobs } = app.deps;
  try {
    const owner = await actor(app as unknown as TestApp, 'user');
    for (let index = 0; index < TRACKS; index++)
      await track(app as unknown as TestApp, owner, `Number ${index}`);
    await db.updateTable('tracks').set({ envelope: null, size: 4 }).execute();
    const rows = await db.selectFrom('tracks').select(['id', 'file']).orderBy('file').execute();
    for (const { file } of rows) if (!(await blobs.stat(file))) await blobs.put(file, Buffer.alloc(4));
    const [lost, deleted] = rows.slice(-2);
    const target = join(home.directory, 'copy');
    const done = backup(home.env, target);
    // The rows are copied, the last files are not.
    while (!existsSync(join(target, 'blobs'))) await nextTurn();
    await db
      .deleteFrom('tracks')
      .where('id', '=', deleted?.id ?? '')
      .execute();
    for (const each of [lost, deleted]) await blobs.remove(each?.file ?? '');
    expect((await done).missing).toEqual([lost?.file]);
  } finally {
    await app.close();
    await home.remove();
  }
});
