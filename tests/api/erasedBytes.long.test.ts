// No file contains bytes of erased accounts: neither the restored database, its log, a later backup, nor the same
// database after another erasure.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { insertAccount } from '../../api/accounts/store.ts';
import { insertComment } from '../../api/comments/store.ts';
import { isSealed } from '../../api/evidence/queries.ts';
import { sealEvidence } from '../../api/evidence/store.ts';
import { backup } from '../../api/jobs/backup.ts';
import { endHolds } from '../../api/jobs/evidence.ts';
import { restore } from '../../api/jobs/restore.ts';
import { unlinkDoomed } from '../../api/jobs/tidy.ts';
import { eraseAccount } from '../../api/profiles/erase.ts';
import { insertTrack } from '../../api/tracks/store.ts';
import { buildAudio } from '../support/server/audioColumns.ts';
import { createInstallation, type Installation, type OpenApp } from '../support/server/installation.ts';
import { inBucket } from '../support/storage/testStore.ts';

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

/** Changes the length of rows in no order, so that rows move to other pages: SQLite leaves copies of them behind. */
async function edit({ deps }: OpenApp, ids: readonly string[]): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    for (let index = 0; index < 8 * ids.length; index++) {
      const id = ids[randomInt(ids.length)] ?? '';
      const bio = `${CANARY}bio-${id}-${randomBytes(randomInt(300)).toString('hex')}`;
      await tx.updateTable('accounts').set({ bio }).where('id', '=', id).execute();
    }
  });
}

async function erase({ deps }: OpenApp, ids: readonly string[]): Promise<void> {
  for (const id of ids) await deps.db.transaction().execute((tx) => eraseAccount(tx, id, deps.now()));
  await deps.ledger.catchUp();
  await deps.compact();
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
  await edit(
    app,
    ids.filter((_, index) => index % 3 !== 0),
  );
  await erase(app, next);
  // Checked while the database is open, with its log.
  expect(foundOf(home.directory, [...erased, ...next])).toEqual([]);
  await backup(home.env, after);
  expect(foundOf(after, [...erased, ...next])).toEqual([]);
  const kept = ids.filter((_, index) => index % 3 === 2).slice(0, 3);
  expect(foundOf(after, kept)).toHaveLength(12);
  await app.close();
});

it('no bytes of sealed evidence remain at the end of the hold, in a later backup, or after a restore of an older one', async () => {
  home = await createInstallation({ EVIDENCE_DAYS: '1' }, 'file');
  let app = await home.open();
  const { deps } = app;
  const accountId = await insertAccount(deps.db, { username: 'sealed_person', role: 'user' }, deps.now());
  const own = (what: string) => `${CANARY}${what}-${accountId}-`;
  const audio = buildAudio({ duration: 10 });
  await deps.blobs.put(audio.file, Buffer.from(own('audio')));
  const id = randomUUID();
  const track = {
    id,
    accountId,
    username: 'sealed_person',
    uploadId: null,
    audio,
    title: own('title'),
    description: '',
  };
  const fields = { gender: null, tags: [], demoPosition: null, createdAt: deps.now() };
  await deps.db.transaction().execute((tx) => insertTrack(tx, { ...track, ...fields }));
  const seal = () =>
    deps.db.transaction().execute((tx) => sealEvidence(tx, { subject: 'track', id }, 'held', deps.now()));
  await seal();
  // Each state makes the row longer, so that it moves to other pages.
  for (const [index, what] of ['second', 'third', 'fourth'].entries()) {
    const description = own(what) + 'x'.repeat(3000 * index);
    await deps.db.updateTable('tracks').set({ description }).where('id', '=', id).execute();
    await seal();
  }
  const commentId = await deps.db
    .transaction()
    .execute((tx) => insertComment(tx, { trackId: id, accountId, content: own('comment') }, deps.now()));
  await deps.db
    .transaction()
    .execute((tx) => sealEvidence(tx, { subject: 'comment', id: commentId }, 'held', deps.now()));
  const sealed = ['audio', 'comment', 'fourth', 'second', 'third', 'title'].map(
    (what) => `${what} ${accountId}`,
  );
  const [before, after] = [`${home.directory}-before`, `${home.directory}-after`];
  folders.push(before, after);
  await erase(app, [accountId]);
  await unlinkDoomed(deps);
  expect(await isSealed(deps.db, audio.file)).toBe(true);
  expect(await deps.blobs.stat(audio.file)).not.toBeNull();
  // A bucket's audio is in no file of the installation.
  expect(foundOf(home.directory, [accountId]).sort()).toEqual(inBucket ? sealed.slice(1) : sealed);
  await backup(home.env, before);
  expect(foundOf(before, [accountId]).sort()).toEqual(sealed);

  const later = deps.now() + 3 * 24 * 3600 * 1000;
  expect(await endHolds({ ...deps, now: () => later })).toHaveLength(2);
  await unlinkDoomed(deps);
  await deps.ledger.catchUp();
  await deps.compact();
  // Checked while the database is open, with its log.
  expect(foundOf(home.directory, [accountId])).toEqual([]);
  expect(await deps.blobs.stat(audio.file)).toBeNull();
  await backup(home.env, after);
  expect(foundOf(after, [accountId])).toEqual([]);
  await app.close();
  await restore(home.env, before);
  expect(foundOf(home.directory, [accountId])).toEqual([]);
  app = await home.open();
  await app.close();
});
