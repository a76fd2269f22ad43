// Whose the things on this device are: an account sees its own, a visitor's become those of the account that comes first.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeDatabase, DATABASE_NAME } from '../../../src/storage/database.ts';
import { listTakes } from '../../../src/storage/drafts.ts';
import { allFiles, getFile, putFile, sweepFiles } from '../../../src/storage/files.ts';
import { readNote, writeNote } from '../../../src/storage/notes.ts';
import { listOutbox, putOutbox } from '../../../src/storage/outbox.ts';
import { setOwner } from '../../../src/storage/owner.ts';
import { afterLeaving, keptHere, passTo } from '../../../src/storage/ownership.ts';
import { readSetting, writeSetting } from '../../../src/storage/settings.ts';
import { openTake } from '../../../src/storage/takeWriter.ts';

async function deleteDatabase(): Promise<void> {
  await closeDatabase();
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(DATABASE_NAME);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}
beforeEach(async () => {
  localStorage.clear();
  setOwner('');
  await deleteDatabase();
});
afterEach(async () => {
  localStorage.clear();
  setOwner('');
  await deleteDatabase();
});

const isTexts = (value: unknown): value is string[] => Array.isArray(value);
const searches = () => readSetting('recentSearches', isTexts, []);

/** A take, a file, a note, a write and a search of whoever is here. */
async function live(of: string | null): Promise<string> {
  const take = await openTake('audio/webm');
  await take.append(new Blob(['sound']), 1);
  await take.finish(1);
  const { id } = await putFile(new Blob(['sound']), 'a.wav');
  await writeNote(`form:${id}`, 'typed');
  const write = { lane: 'writes', action: 'addLike', body: {}, at: 1, triedAt: null, keeps: [] } as const;
  await putOutbox({ ...write, id, of, keeps: [] });
  writeSetting('recentSearches', ['rain']);
  return id;
}

/** Counts of takes, files, notes, writes and searches that the account here sees. */
const seen = async (id: string) => [
  (await listTakes()).length,
  (await allFiles()).length,
  (await readNote(`form:${id}`)) === undefined ? 0 : 1,
  (await listOutbox()).length,
  searches().length,
];
const ALL = [1, 1, 1, 1, 1];
const NOTHING = [0, 0, 0, 0, 0];

it('what an account leaves is hidden from others, outlives their sweep, and is there again for it', async () => {
  setOwner('a user');
  const id = await live('a');
  expect(await keptHere()).toEqual({ recordings: 2, unsent: 1, hasTraces: true });
  setOwner('');
  await afterLeaving('a', false);
  for (const other of ['', 'b user']) {
    setOwner(other);
    expect(await seen(id)).toEqual(NOTHING);
    await expect(getFile(id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await keptHere()).toEqual({ recordings: 0, unsent: 0, hasTraces: false });
    await sweepFiles(new Set(), 0, Date.now() + 1);
  }
  setOwner('a user');
  expect(await seen(id)).toEqual(ALL);
});

it('what a visitor or an earlier version left belongs to the first account that comes', async () => {
  const id = await live(null);
  await passTo('a user', true);
  expect(await seen(id)).toEqual(ALL);
  setOwner('b user');
  expect(await seen(id)).toEqual(NOTHING);
});

it('what a guest did goes on with the account, but never sends in its name unless asked to', async () => {
  setOwner('g guest');
  const id = await live('g');
  await passTo('b user', false);
  expect(await seen(id)).toEqual([1, 1, 1, 0, 1]);
});

it('removes everything of one account and nothing of another', async () => {
  setOwner('b user');
  const theirs = await live('b');
  setOwner('a user');
  const mine = await live('a');
  setOwner('');
  await afterLeaving('a', true);
  setOwner('a user');
  expect(await seen(mine)).toEqual(NOTHING);
  setOwner('b user');
  expect(await seen(theirs)).toEqual(ALL);
});
