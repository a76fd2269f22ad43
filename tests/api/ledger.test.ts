// The ledger of erasures and its second copy, including ledgers of earlier versions.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../api/db/client.ts';
import { noteErased } from '../../api/db/ledger.ts';
import { createLedgerMirror, mirrorFile, readMirror } from '../../api/db/ledgerMirror.ts';
import { actor, track } from '../support/server/actors.ts';
import { callAction } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aural-ledger-'));
  file = join(folder, 'aural.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ids = (entries: { id: string }[]) => entries.map(({ id }) => id);

test('writes an erasure to the second copy before the answer', async () => {
  const app = await createTestApp({ rows: 'file' });
  try {
    const owner = await actor(app, 'user');
    const mirror = mirrorFile(app.deps.env.databaseFile);
    for (let index = 0; index < 3; index++) {
      const trackId = await track(app, owner);
      await callAction(owner, 'deleteTrack', { trackId });
      expect(readMirror(mirror).at(-1)).toMatchObject({ kind: 'track', id: trackId });
    }
    expect(statSync(mirror).mode & 0o777).toBe(0o600);
    expect(readFileSync(mirror, 'utf8').split('\n')).toHaveLength(4);
  } finally {
    await app.close();
  }
});

test('completes the second copy after a crash, a lost file, and a truncated line', async () => {
  const { db, close } = await openDatabase(file);
  const mirror = mirrorFile(file);
  await noteErased(db, 'track', ['a', 'b'], 1);
  await createLedgerMirror(db, mirror).compare();
  await noteErased(db, 'track', ['c'], 2);
  appendFileSync(mirror, '{"kind":"tr');
  const again = createLedgerMirror(db, mirror);
  await again.compare();
  expect(ids(readMirror(mirror))).toEqual(['a', 'b', 'c']);
  await again.compare();
  await again.catchUp();
  expect(ids(readMirror(mirror))).toEqual(['a', 'b', 'c']);
  rmSync(mirror);
  await again.compare();
  expect(ids(readMirror(mirror))).toEqual(['a', 'b', 'c']);
  await close();
});
