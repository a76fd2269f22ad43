// Reads the takes of a page's origin from its IndexedDB.
import type { Page } from 'playwright';

export interface RecordedTake {
  id: string;
  seconds: number;
  startedAt: number;
  finishedAt: number | null;
  discardedAt: number | null;
  publishedAt: number | null;
  follows: string | null;
  chunks: number;
  marks?: number[];
  /** Bytes of its own chunks, in order. */
  bytes: Buffer;
}

/** Oldest first. The page must be on our origin. */
export async function takesOf(page: Page): Promise<RecordedTake[]> {
  const takes = await page.evaluate(async () => {
    // Opening a missing database would create it without its stores.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'aural-studio')) return [];
    const opened = indexedDB.open('aural-studio');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opened.onsuccess = () => resolve(opened.result);
      opened.onerror = () => reject(opened.error);
    });
    const all = <T>(store: string, query?: IDBKeyRange) =>
      new Promise<T[]>((resolve, reject) => {
        const request = database.transaction(store).objectStore(store).getAll(query);
        request.onsuccess = () => resolve(request.result as T[]);
        request.onerror = () => reject(request.error);
      });
    const found = [];
    for (const take of await all<Record<string, unknown> & { id: string }>('takes')) {
      const records = await all<{ bytes: ArrayBuffer; index: number }>(
        'chunks',
        IDBKeyRange.bound([take.id], [take.id, []]),
      );
      if (records.some(({ index }, place) => index !== place)) throw new Error('a chunk is missing');
      const bytes = new Uint8Array(await new Blob(records.map((record) => record.bytes)).arrayBuffer());
      let text = '';
      for (let i = 0; i < bytes.length; i += 0x8000)
        text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
      found.push({ ...take, chunks: records.length, base64: btoa(text) });
    }
    database.close();
    return found;
  });
  return takes
    .map(({ base64, ...take }) => ({
      ...(take as unknown as Omit<RecordedTake, 'bytes'>),
      bytes: Buffer.from(base64, 'base64'),
    }))
    .sort((a, b) => a.startedAt - b.startedAt);
}

/** Stores a take with a few bytes, as an earlier visit left it. The app must have created its database. */
export async function plantTake(page: Page, take: Partial<RecordedTake> & { id: string }): Promise<void> {
  await page.evaluate(async (fields) => {
    const opened = indexedDB.open('aural-studio');
    const database = await new Promise<IDBDatabase>((resolve) => {
      opened.onsuccess = () => resolve(opened.result);
    });
    const writing = database.transaction(['takes', 'chunks'], 'readwrite');
    writing.objectStore('takes').put({
      mimeType: 'audio/webm;codecs=opus',
      finishedAt: null,
      seconds: 3,
      sizeBytes: 5,
      chunks: 1,
      discardedAt: null,
      publishedAt: null,
      ...fields,
    });
    writing
      .objectStore('chunks')
      .put({ takeId: fields.id, index: 0, bytes: new TextEncoder().encode('sound').buffer });
    await new Promise((resolve) => {
      writing.oncomplete = resolve;
    });
    database.close();
  }, take);
}
