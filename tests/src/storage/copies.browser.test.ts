import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type Copy,
  keepCopiesOf,
  readCopy,
  renewTracks,
  storedTrackIds,
  writeCopy,
} from '../../../src/storage/copies.ts';
import { DATABASE_NAME } from '../../../src/storage/database.ts';
import { listOutbox } from '../../../src/storage/outbox.ts';
import { setOwner } from '../../../src/storage/owner.ts';
import { wipeStorage } from '../../support/browser/freshStorage.ts';

beforeEach(wipeStorage);
afterEach(wipeStorage);

const copy = (key: string, change: Partial<Copy> = {}): Copy => ({
  key,
  takenAt: new Date(0).toISOString(),
  of: '',
  rows: [{ id: key }],
  ...change,
});

it('stores the newest forty lists', async () => {
  for (let index = 0; index < 45; index++) {
    await writeCopy(copy(`list ${index}`, { takenAt: new Date(index).toISOString() }));
  }
  expect(await readCopy('list 4')).toBeNull();
  expect(await readCopy('list 5')).toMatchObject({ rows: [{ id: 'list 5' }] });
  expect(await readCopy('list 44')).not.toBeNull();
});

it('deletes copies of other accounts, but not of visitors', async () => {
  await writeCopy(copy('mine', { of: 'me user' }));
  await writeCopy(copy('theirs', { of: 'other user' }));
  await writeCopy(copy('public'));
  await keepCopiesOf('me user');
  setOwner('me user');
  expect(
    await Promise.all(['mine', 'theirs', 'public'].map(async (key) => (await readCopy(key)) !== null)),
  ).toEqual([true, false, true]);
  await keepCopiesOf('');
  expect(await readCopy('mine')).toBeNull();
  setOwner('');
});

it('a recording that is gone leaves every list, and its comments and news go with it', async () => {
  const rows = [{ id: 'gone' }, { id: 'here', likes: 1 }, { id: 'unasked', likes: 1 }];
  await writeCopy(copy('getTracks []', { rows }));
  await writeCopy(copy('getTracks [["user","me"]]', { rows, of: 'me user' }));
  await writeCopy(copy('getComments [["trackId","gone"]]'));
  await writeCopy(copy('getComments [["trackId","here"]]'));
  await writeCopy(copy('getNotifications []', { rows: [{ id: '1', trackId: 'gone' }, { id: '2' }] }));
  expect(await storedTrackIds(new Date(1).toISOString())).toEqual(['gone', 'here', 'unasked']);
  expect(await storedTrackIds(new Date(0).toISOString())).toEqual([]);
  await renewTracks(['gone', 'here'], [{ id: 'here', likes: 2 } as { id: string }], '');
  const rowsOf = async (key: string) => (await readCopy(key))?.rows;
  expect(await rowsOf('getTracks []')).toEqual([
    { id: 'here', likes: 2 },
    { id: 'unasked', likes: 1 },
  ]);
  expect(await rowsOf('getComments [["trackId","gone"]]')).toBeUndefined();
  expect(await rowsOf('getComments [["trackId","here"]]')).toHaveLength(1);
  expect(await rowsOf('getNotifications []')).toEqual([{ id: '2' }]);
  setOwner('me user');
  expect(await rowsOf('getTracks [["user","me"]]')).toEqual(rows.slice(1));
  setOwner('');
});

it('migrates pending uploads from the previous database version', async () => {
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.open(DATABASE_NAME, 1);
    request.onupgradeneeded = () => {
      const database = request.result;
      database.createObjectStore('takes', { keyPath: 'id' });
      database.createObjectStore('chunks', { keyPath: ['takeId', 'index'] });
      database.createObjectStore('files', { keyPath: 'id' });
      database.createObjectStore('notes', { keyPath: 'key' });
      const outbox = database.createObjectStore('outbox', { keyPath: 'uploadId' });
      const createdAt = '2026-11-21T00:00:00.000Z';
      outbox.put({ uploadId: 'u', reference: 'idb:file/1', source: null, title: 'Kept', createdAt });
    };
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
    request.onerror = () => reject(request.error);
  });
  expect(await listOutbox('uploads')).toMatchObject([
    {
      id: 'u',
      action: 'upload',
      body: { title: 'Kept' },
      at: Date.parse('2026-11-21'),
      keeps: ['idb:file/1'],
    },
  ]);
});
