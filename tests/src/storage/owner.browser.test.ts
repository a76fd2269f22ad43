// Ownership of local data: an account sees only its own, and a visitor's data goes to the first account.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listTakes } from '../../../src/storage/drafts.ts';
import { allFiles, getFile, putFile, sweepFiles } from '../../../src/storage/files.ts';
import { readAddition, readReplaced, writeAddition, writeReplaced } from '../../../src/storage/handoff.ts';
import { readNote, writeNote } from '../../../src/storage/notes.ts';
import { listOutbox, putOutbox } from '../../../src/storage/outbox.ts';
import { setOwner } from '../../../src/storage/owner.ts';
import { afterLeaving, countUnsaved, passTo } from '../../../src/storage/ownership.ts';
import { readSetting, writeSetting } from '../../../src/storage/settings.ts';
import { openTake } from '../../../src/storage/takeWriter.ts';
import { wipeStorage } from '../../support/browser/freshStorage.ts';

beforeEach(async () => {
  localStorage.clear();
  setOwner('');
  await wipeStorage();
});
afterEach(async () => {
  localStorage.clear();
  setOwner('');
  await wipeStorage();
});

const isTexts = (value: unknown): value is string[] => Array.isArray(value);
const searches = () => readSetting('recentSearches', isTexts, []);

/** Creates a take, file, note, write and search for the current user. */
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

/** Counts of takes, files, notes, writes and searches visible to the current account. */
const seen = async (id: string) => [
  (await listTakes()).length,
  (await allFiles()).length,
  (await readNote(`form:${id}`)) === undefined ? 0 : 1,
  (await listOutbox()).length,
  searches().length,
];
const ALL = [1, 1, 1, 1, 1];
const NOTHING = [0, 0, 0, 0, 0];

it('hides data of a signed-out account from others, keeps it during cleanup, and shows it again', async () => {
  setOwner('a user');
  const id = await live('a');
  expect(await countUnsaved()).toEqual({ recordings: 2, unsent: 1, hasTraces: true });
  setOwner('');
  await afterLeaving('a', false);
  for (const other of ['', 'b user']) {
    setOwner(other);
    expect(await seen(id)).toEqual(NOTHING);
    await expect(getFile(id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await countUnsaved()).toEqual({ recordings: 0, unsent: 0, hasTraces: false });
    await sweepFiles(new Set(), 0, Date.now() + 1);
  }
  setOwner('a user');
  expect(await seen(id)).toEqual(ALL);
});

it('gives a visitor’s data, or that of an earlier version, to the first account', async () => {
  const id = await live(null);
  await passTo('a user', true);
  expect(await seen(id)).toEqual(ALL);
  setOwner('b user');
  expect(await seen(id)).toEqual(NOTHING);
});

it('moves a guest’s data to the account, but its writes only on request', async () => {
  setOwner('g guest');
  const id = await live('g');
  await passTo('b user', false);
  expect(await seen(id)).toEqual([1, 1, 1, 0, 1]);
});

it('deletes all data of one account and none of another', async () => {
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

it('hands nothing from the pages of one account to those of the next', async () => {
  setOwner('a user');
  const file = { name: 'a.webm', size: 1, type: 'audio/webm', data: 'idb:take/t', tempTrackId: 'p' };
  const draft = { file, duration: 1, recordedAt: '', edited: false, title: 'Mine' };
  writeAddition({ draft, seconds: 1, at: 0, place: 'end', askedAt: 0 });
  writeReplaced({ trackId: 't', title: 'Mine', description: '', gender: 'Female' });
  setOwner('');
  await afterLeaving('a', false);
  setOwner('b user');
  expect([readAddition(), readReplaced()]).toEqual([null, null]);
});

it('keeps a note while another account has one of the same key', async () => {
  const [mine, theirs] = ['words of A', 'words of B'];
  setOwner('a user');
  await writeNote('words', mine);
  setOwner('b user');
  expect(await readNote('words')).toBeUndefined();
  await writeNote('words', theirs);
  expect(await readNote('words')).toBe(theirs);
  setOwner('a user');
  expect(await readNote('words')).toBe(mine);
  await writeNote('words', 'newer');
  expect(await readNote('words')).toBe('newer');
  setOwner('b user');
  expect(await readNote('words')).toBe(theirs);
  setOwner('');
  await afterLeaving('b', true);
  setOwner('b user');
  expect(await readNote('words')).toBeUndefined();
});
