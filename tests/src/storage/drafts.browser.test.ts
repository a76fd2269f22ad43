import { beforeEach, describe, expect, it, vi } from 'vitest';
import { editKey } from '../../../src/lib/editNotes.ts';
import { closeDatabase, transact } from '../../../src/storage/database.ts';
import {
  discardDraft,
  discardTake,
  dropDiscarded,
  isOldTake,
  keepTake,
  listTakes,
  makePart,
  markPublished,
  readTake,
  readTakeParts,
  recoverTake,
  restoreTake,
  sweepDiscarded,
  sweepTakes,
  unfinishedTakes,
} from '../../../src/storage/drafts.ts';
import { deleteFile, getFile, putFile, sweepFiles } from '../../../src/storage/files.ts';
import { keepGone } from '../../../src/storage/goneElsewhere.ts';
import {
  clearRecordingData,
  clearUploadFile,
  forgetMemory,
  marksOf,
  memoryReference,
  openReference,
  parseReference,
  readRecordingData,
  readUploadFile,
  writeRecordingData,
  writeUploadFile,
} from '../../../src/storage/handoff.ts';
import { readNote, writeNote } from '../../../src/storage/notes.ts';
import {
  asOnlySender,
  deleteOutbox,
  listOutbox,
  type OutboxEntry,
  putOutbox,
} from '../../../src/storage/outbox.ts';
import { fileReference, takeReference } from '../../../src/storage/references.ts';
import { releaseTake, sweepStorage } from '../../../src/storage/sweep.ts';
import { deleteTake, markTake, type Take, takeById } from '../../../src/storage/takeRecords.ts';
import { heldTakes, holdTake } from '../../../src/storage/takeTabs.ts';
import { openTake } from '../../../src/storage/takeWriter.ts';
import { wipeStorage } from '../../support/browser/freshStorage.ts';

beforeEach(wipeStorage);

const DAY_MS = 86_400_000;
const chunk = (text: string) => new Blob([text]);

/** A take whose tab crashed: bytes on disk, no lock, not finished. */
async function crashed(...texts: string[]) {
  const writer = await openTake('audio/webm;codecs=opus');
  for (const text of texts) await writer.append(chunk(text), 1);
  writer.release();
  await new Promise((resolve) => setTimeout(resolve, 20));
  return writer.take.id;
}

const chunksLeft = () =>
  transact(['chunks'], 'readonly', (t) => {
    const request = t.objectStore('chunks').count();
    return new Promise<number>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
  });

describe('a take that continues another', () => {
  const record = async (text: string, follows: Take | null = null) => {
    const writer = await openTake('audio/webm', { follows });
    await writer.append(chunk(text), 2);
    return writer.finish(2);
  };

  it('replaces both, with the bytes of the first before its own', async () => {
    const first = await record('one');
    const second = await record('two', first);
    expect(second).toMatchObject({ seconds: 4, sizeBytes: 6 });
    expect(await (await readTake(second.id)).text()).toBe('onetwo');
    expect((await readTakeParts(second.id)).length).toBe(2);
    expect((await listTakes()).map(({ id }) => id)).toEqual([second.id]);
  });

  it('restores the first when discarded, and includes it when the draft is discarded', async () => {
    const first = await record('one');
    const second = await record('two', first);
    await discardTake(second.id);
    expect((await listTakes()).map(({ id }) => id)).toEqual([first.id]);
    await restoreTake(second.id);
    expect((await listTakes()).map(({ id }) => id)).toEqual([second.id]);
    await discardDraft(second.id);
    expect(await listTakes()).toEqual([]);
    await restoreTake(second.id);
    expect(await (await readTake(second.id)).text()).toBe('onetwo');
    await discardDraft(second.id);
    await dropDiscarded(second.id);
    expect(await chunksLeft()).toBe(0);
  });

  it('keeps its beginning when another tab, with an older list, discards that', async () => {
    const first = await record('one');
    const second = await record('two', first);
    await discardDraft(first.id);
    await dropDiscarded(first.id);
    expect(await (await readTake(second.id)).text()).toBe('onetwo');
    await sweepDiscarded();
    expect(await (await readTake(second.id)).text()).toBe('onetwo');
    await discardTake(second.id);
    await sweepDiscarded();
    expect(await chunksLeft()).toBe(0);
  });

  it('keeps its beginning when another take that continues the same one is discarded', async () => {
    const first = await record('one');
    const second = await record('two', first);
    await discardTake(second.id);
    const third = await record('three', first);
    await restoreTake(second.id);
    await discardDraft(third.id);
    await dropDiscarded(third.id);
    expect(await (await readTake(second.id)).text()).toBe('onetwo');
  });

  it('can be read and deleted when its beginning is missing', async () => {
    const first = await record('one');
    const second = await record('two', first);
    await transact(['takes'], 'readwrite', (t) => void t.objectStore('takes').delete(first.id));
    expect(await (await readTake(second.id)).text()).toBe('two');
    await discardDraft(second.id);
    expect(await listTakes()).toEqual([]);
  });

  it('is a take of its own when another tab has deleted the first', async () => {
    const first = await record('one');
    await deleteTake(first.id);
    const second = await record('two', first);
    expect(second).toMatchObject({ follows: null, seconds: 2, sizeBytes: 3 });
    expect(await (await readTake(second.id)).text()).toBe('two');
  });

  it('is recovered with its length and the earlier bytes', async () => {
    const first = await record('one');
    const writer = await openTake('audio/webm', { follows: first });
    await writer.append(chunk('two'), 1.5);
    writer.release();
    await vi.waitFor(async () => expect((await unfinishedTakes()).length).toBe(1));
    expect((await unfinishedTakes())[0]).toMatchObject({ seconds: 3.5, sizeBytes: 6 });
    expect(await listTakes()).toEqual([]);
    await recoverTake(writer.take.id);
    expect(await (await readTake(writer.take.id)).text()).toBe('onetwo');
  });
});

describe('a take', () => {
  it('drops a duplicate chunk', async () => {
    const writer = await openTake('audio/webm;codecs=opus');
    for (const text of ['head', 'tail', 'tail', 'rear']) await writer.append(chunk(text), 1);
    const take = await writer.finish(1);
    expect(await (await readTake(take.id)).text()).toBe('headtailrear');
  });

  it('reads back every byte in chunk order', async () => {
    const writer = await openTake('audio/webm;codecs=opus');
    const texts = Array.from({ length: 1200 }, (_, index) => `${index};`);
    await Promise.all(texts.map((text, index) => writer.append(chunk(text), index / 10)));
    await writer.append(chunk(''), 120);
    const take = await writer.finish(120);
    expect(take).toMatchObject({ chunks: 1200, seconds: 120, sizeBytes: texts.join('').length });
    const blob = await readTake(take.id);
    expect(blob.type).toBe('audio/webm;codecs=opus');
    expect(await blob.text()).toBe(texts.join(''));
    expect((await listTakes()).map((each) => each.id)).toEqual([take.id]);
  });

  it('is recovered after its tab crashed, and then behaves like any other', async () => {
    const id = await crashed('one', 'two');
    const found = await unfinishedTakes();
    expect(found).toMatchObject([{ id, chunks: 2, sizeBytes: 6, finishedAt: null }]);
    expect(await listTakes()).toEqual([]);
    await recoverTake(id);
    expect(await unfinishedTakes()).toEqual([]);
    expect((await listTakes())[0]?.id).toBe(id);
    expect(await (await readTake(id)).text()).toBe('onetwo');
  });

  it('is skipped while a tab records it', async () => {
    const writer = await openTake('audio/webm');
    await writer.append(chunk('live'), 1);
    await vi.waitFor(async () => {
      const { held } = await navigator.locks.query();
      expect(held?.length).toBe(1);
    });
    expect(await unfinishedTakes()).toEqual([]);
    await writer.finish(1);
  });

  it('is held before other tabs can see it, which would delete it', async () => {
    const order: string[] = [];
    const { locks } = navigator;
    vi.spyOn(locks, 'request').mockImplementation(async () => void order.push('held'));
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (this: IDBObjectStore, value) {
      order.push('stored');
      return this.add(value);
    });
    await openTake('audio/webm');
    expect(order).toEqual(['held', 'stored']);
  });

  it('is deleted if it has no bytes', async () => {
    const id = await crashed();
    expect(await unfinishedTakes()).toEqual([]);
    await expect(takeById(id)).rejects.toMatchObject({ name: 'StorageError', code: 'not_found' });
  });

  it('keeps bytes in memory, in order, when the disk rejects them, and reports it', async () => {
    const writer = await openTake('audio/webm');
    await writer.append(chunk('a'), 1);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(writer.append(chunk('b'), 2)).rejects.toMatchObject({ code: 'storage_full' });
    await expect(writer.append(chunk('c'), 3)).rejects.toMatchObject({ code: 'storage_full' });
    expect(await (await readTake(writer.take.id)).text()).toBe('a');
    put.mockRestore();
    await writer.append(chunk('d'), 4);
    const take = await writer.finish(4);
    expect(await (await readTake(take.id)).text()).toBe('abcd');
  });

  it('keeps its marks when its tab crashed, and when it is continued', async () => {
    const writer = await openTake('audio/webm');
    await writer.append(chunk('a'), 2);
    await writer.mark(1.5);
    await writer.append(chunk('b'), 3);
    writer.release();
    await vi.waitFor(async () =>
      expect(await unfinishedTakes()).toMatchObject([{ marks: [1.5], seconds: 3 }]),
    );
    const follows = await recoverTake(writer.take.id);
    const second = await openTake('audio/webm', { follows });
    await second.append(chunk('c'), 2);
    await second.mark(1);
    const { id } = await second.finish(2);
    expect(await marksOf(takeReference(id))).toEqual([1.5, 4]);
    expect(await marksOf(takeReference(writer.take.id))).toEqual([1.5]);
    const memory = memoryReference(chunk('m'), null, [2]);
    expect(await marksOf(memory)).toEqual([2]);
    await forgetMemory(memory);
    expect(await marksOf('idb:file/f1')).toEqual([]);
  });

  it('writes a mark that the disk refused with the next chunk', async () => {
    const writer = await openTake('audio/webm');
    await writer.append(chunk('a'), 1);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(writer.mark(1)).rejects.toMatchObject({ code: 'storage_full' });
    put.mockRestore();
    await writer.append(chunk('b'), 2);
    expect((await takeById(writer.take.id)).marks).toEqual([1]);
    await writer.finish(2);
  });

  it('disappears when discarded, and returns on undo', async () => {
    const writer = await openTake('audio/webm');
    await writer.append(chunk('x'), 1);
    const { id } = await writer.finish(1);
    await discardTake(id);
    expect(await listTakes()).toEqual([]);
    await restoreTake(id);
    expect((await listTakes())[0]?.id).toBe(id);
    await deleteTake(id);
    await expect(readTake(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('cleanup', () => {
  it('deletes published takes, and never old ones without asking (row 13)', async () => {
    const finished = async () => {
      const writer = await openTake('audio/webm');
      await writer.append(chunk('x'), 1);
      return (await writer.finish(1)).id;
    };
    const [old, used, published] = [await finished(), await finished(), await finished()];
    const lost = await crashed('y');
    await markPublished(published);
    await markPublished(used);
    expect(await sweepTakes(new Set([used]))).toEqual([published]);
    const later = Date.now() + 2 * DAY_MS;
    const muchLater = Date.now() + 8 * DAY_MS;
    expect(isOldTake(await takeById(old), later)).toBe(false);
    expect(isOldTake(await takeById(old), muchLater)).toBe(true);
    await markTake(old, { finishedAt: 0 });
    expect(isOldTake(await takeById(old), later)).toBe(true);
    await keepTake(old);
    expect(isOldTake(await takeById(old), later)).toBe(false);
    expect((await unfinishedTakes())[0]?.id).toBe(lost);
    expect(await (await readTake(used)).text()).toBe('x');
  });

  it('deletes a published take at once, unless a stored one continues it', async () => {
    const finished = async (follows?: string) => {
      const writer = await openTake('audio/webm', { follows: follows ? await takeById(follows) : null });
      await writer.append(chunk('x'), 1);
      return (await writer.finish(1)).id;
    };
    const alone = await finished();
    await releaseTake(alone);
    await expect(readTake(alone)).rejects.toMatchObject({ code: 'not_found' });
    const first = await finished();
    const second = await finished(first);
    const third = await finished(second);
    await releaseTake(second);
    expect(await (await readTake(third)).text()).toBe('xxx');
    await releaseTake(third);
    expect(await chunksLeft()).toBe(0);
  });

  it('keeps a published take while another tab has it open', async () => {
    const finished = async () => {
      const writer = await openTake('audio/webm');
      await writer.append(chunk('x'), 1);
      return (await writer.finish(1)).id;
    };
    const [here, there] = [await finished(), await finished()];
    const release = holdTake(here);
    const other = document.createElement('iframe');
    document.body.append(other);
    const { locks } = other.contentWindow?.navigator ?? navigator;
    void locks.request(`aural-take-${there}`, { mode: 'shared' }, () => new Promise(() => {}));
    await vi.waitFor(async () => expect((await heldTakes()).size).toBe(2));
    await releaseTake(here);
    await releaseTake(there);
    await expect(readTake(here)).rejects.toMatchObject({ code: 'not_found' });
    expect(await (await readTake(there)).text()).toBe('x');
    expect(await listTakes()).toEqual([]);
    await keepGone(takeReference(there));
    expect((await listTakes()).map(({ id }) => id)).toEqual([there]);
    await releaseTake(there);
    other.remove();
    await vi.waitFor(async () => {
      await sweepStorage();
      expect(await chunksLeft()).toBe(0);
    });
    release();
  });

  it('deletes discarded bytes once no tab can restore them', async () => {
    const discarded = async () => {
      const writer = await openTake('audio/webm');
      await writer.append(chunk('x'), 1);
      const { id } = await writer.finish(1);
      await discardTake(id);
      return id;
    };
    const [held, left] = [await discarded(), await discarded()];
    const release = holdTake(held);
    await vi.waitFor(async () => expect([...(await heldTakes())]).toEqual([held]));
    expect(await sweepDiscarded()).toEqual([left]);
    expect(await chunksLeft()).toBe(1);
    await dropDiscarded(held);
    expect(await chunksLeft()).toBe(0);
    release();
  });

  it('keeps a discarded take that waits to be sent', async () => {
    const writer = await openTake('audio/webm');
    await writer.append(chunk('unsent'), 1);
    const { id } = await writer.finish(1);
    const keeps = [takeReference(id)];
    const facts = { action: 'upload', body: {}, of: null, at: 1, triedAt: null };
    await putOutbox({ id: 'u', lane: 'uploads', keeps, ...facts });
    await discardDraft(id);
    await dropDiscarded(id);
    expect(await (await openReference(takeReference(id))).text()).toBe('unsent');
    await deleteOutbox('u');
    await sweepDiscarded();
    expect(await chunksLeft()).toBe(0);
  });

  it('deletes the chunks with the take', async () => {
    const id = await crashed('a', 'b');
    await deleteTake(id);
    expect(await chunksLeft()).toBe(0);
  });

  it('keeps a file to which a recording was added, because the recording would go with it', async () => {
    const { id } = await putFile(chunk('file'), 'picked.mp3');
    const writer = await openTake('audio/webm');
    await writer.append(chunk('x'), 1);
    const take = await writer.finish(1);
    const parts = [{ source: takeReference(take.id), start: 0, end: 1 }];
    await writeNote(editKey(fileReference(id)), { present: { parts } });
    await makePart(take.id, fileReference(id));
    expect(await sweepStorage(Date.now() + 8 * DAY_MS)).toBe(true);
    expect(await (await readTake(take.id)).text()).toBe('x');
    await deleteFile(id);
    expect(await chunksLeft()).toBe(0);
  });

  it('deletes with a draft all of a recording that continues another, unless a third goes on with that', async () => {
    const record = async (follows: Take | null) => {
      const writer = await openTake('audio/webm', { follows });
      await writer.append(chunk('x'), 1);
      return writer.finish(1);
    };
    const draftWith = async ({ id: part }: Take) => {
      const { id } = await putFile(chunk('file'), 'picked.mp3');
      const parts = [{ source: takeReference(part), start: 0, end: 2 }];
      await writeNote(editKey(fileReference(id)), { present: { parts } });
      await makePart(part, fileReference(id));
      return id;
    };
    const first = await record(null);
    const draft = await draftWith(await record(first));
    expect(await listTakes()).toEqual([]);
    const third = await record(first);
    await deleteFile(draft);
    expect(await (await readTake(third.id)).text()).toBe('xx');
    expect(await chunksLeft()).toBe(2);
    await deleteFile(await draftWith(third));
    expect(await chunksLeft()).toBe(0);
    expect(await listTakes()).toEqual([]);
  });

  const discard = async (id: string) => {
    await discardDraft(id);
    await dropDiscarded(id);
  };
  it.each([
    ['discards', discard],
    ['publishes', releaseTake],
  ])('keeps a recording that a draft plays when another tab, with an older list, %s it', async (_, end) => {
    const { id } = await putFile(chunk('file'), 'picked.mp3');
    const writer = await openTake('audio/webm');
    await writer.append(chunk('x'), 1);
    const take = await writer.finish(1);
    await makePart(take.id, fileReference(id));
    await end(take.id);
    await sweepStorage();
    expect(await (await readTake(take.id)).text()).toBe('x');
  });

  it('keeps referenced files (row 13)', async () => {
    const kept = await putFile(chunk('kept'), 'kept.mp3');
    const gone = await putFile(chunk('gone'), 'gone.mp3');
    await sweepFiles(new Set([kept.id]), DAY_MS, Date.now() + 2 * DAY_MS);
    expect(await (await getFile(kept.id)).blob.text()).toBe('kept');
    await expect(getFile(gone.id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the hand-off', () => {
  it('stores the documented shape with a reference instead of the bytes', async () => {
    const writer = await openTake('audio/webm');
    await writer.append(chunk('sound'), 1);
    const { id } = await writer.finish(1);
    const value = {
      file: {
        name: 'recording_1.webm',
        size: 5,
        type: 'audio/webm',
        data: takeReference(id),
        tempTrackId: 'recording-preview-1',
      },
      duration: 1,
      recordedAt: '2026-11-21T00:00:00.000Z',
      edited: false,
      title: 'Moments of 21.11.2026',
    };
    writeRecordingData(value);
    expect(JSON.parse(sessionStorage.getItem('recordingData') ?? '')).toEqual(value);
    expect(readRecordingData()).toEqual(value);
    expect(await (await openReference(value.file.data)).text()).toBe('sound');
    clearRecordingData();
    expect(readRecordingData()).toBeNull();
  });

  it('opens files, memory and foreign data URLs', async () => {
    const file = await putFile(chunk('file'), 'a.mp3');
    expect(await (await openReference(fileReference(file.id))).text()).toBe('file');
    const memory = memoryReference(chunk('memory'));
    expect(await (await openReference(memory)).text()).toBe('memory');
    await forgetMemory(memory);
    const url = await openReference(`data:audio/webm;base64,${btoa('legacy')}`);
    expect(url.type).toBe('audio/webm');
    expect(await url.text()).toBe('legacy');
    await expect(openReference('blob:gone')).rejects.toMatchObject({ code: 'not_found' });
    expect(parseReference('idb:take/../x')).toBeNull();
  });

  it('uses memory when session storage fails', () => {
    const value = { name: 'a', type: 'audio/mpeg', size: 1, data: 'idb:file/1' };
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    writeUploadFile(value);
    expect(readUploadFile()).toEqual(value);
    clearUploadFile();
    expect(readUploadFile()).toBeNull();
  });

  it('asks before the page closes while audio is only in memory', async () => {
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const take = memoryReference(chunk('take'));
    const picked = memoryReference(chunk('picked'));
    writeUploadFile({ name: 'a', type: 'audio/mpeg', size: 6, data: picked });
    expect(asks()).toBe(true);
    clearUploadFile();
    await expect(openReference(picked)).rejects.toMatchObject({ code: 'not_found' });
    expect(asks()).toBe(true);
    await forgetMemory(take);
    expect(asks()).toBe(false);
  });

  it('deletes the part on disk with the complete copy in memory', async () => {
    const id = await crashed('beginning');
    await forgetMemory(memoryReference(chunk('all of it'), id));
    await expect(takeById(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('ignores data of another shape', () => {
    sessionStorage.setItem('recordingData', '{"file":3}');
    sessionStorage.setItem('uploadFile', 'not json');
    expect(readRecordingData()).toBeNull();
    expect(readUploadFile()).toBeNull();
    writeUploadFile({ name: 'a', type: 'audio/mpeg', size: 1, data: 'idb:file/1' });
    expect(readUploadFile()).toEqual({ name: 'a', type: 'audio/mpeg', size: 1, data: 'idb:file/1' });
  });
});

describe('notes and writes', () => {
  it('survive a new connection', async () => {
    await writeNote('edit:1', [{ start: 0, end: 1 }]);
    const entry: OutboxEntry = {
      id: 'u',
      lane: 'writes',
      action: 'addLike',
      body: { like: { trackId: 't' } },
      of: null,
      at: 2,
      triedAt: null,
      keeps: [],
    };
    await putOutbox({ ...entry, id: 'v', lane: 'uploads', at: 1 });
    await putOutbox(entry);
    await closeDatabase();
    expect(await readNote('edit:1')).toEqual([{ start: 0, end: 1 }]);
    expect((await listOutbox()).map(({ id }) => id)).toEqual(['v', 'u']);
    expect(await listOutbox('writes')).toEqual([entry]);
  });

  it('are sent by one page at a time', async () => {
    const ran: string[] = [];
    let finish = () => {};
    const busy = asOnlySender('writes', async () => {
      ran.push('first');
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    await expect.poll(() => ran).toEqual(['first']);
    await asOnlySender('writes', async () => void ran.push('beside'));
    finish();
    await busy;
    await asOnlySender('writes', async () => void ran.push('after'));
    expect(ran).toEqual(['first', 'after']);
  });
});
