// The one IndexedDB database of the app: its stores, and promises around its requests. `chunks` has the bytes of
// takes (one small record each), `files` imported and exported audio (Blobs, which the browser keeps on disk),
// `notes` small JSON, `writes` the requests that wait for the server, `copies` stored lists.
import { StorageError, storageError } from './errors.ts';
import { isStorageClosed } from './owner.ts';

export const DATABASE_NAME = 'aural-studio';
const DATABASE_VERSION = 2;

export type StoreName = 'takes' | 'chunks' | 'files' | 'notes' | 'writes' | 'copies';

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE_NAME, DATABASE_VERSION);
    request.onupgradeneeded = ({ oldVersion }) => {
      const database = request.result;
      if (oldVersion < 1) {
        database.createObjectStore('takes', { keyPath: 'id' });
        database.createObjectStore('chunks', { keyPath: ['takeId', 'index'] });
        database.createObjectStore('files', { keyPath: 'id' });
        database.createObjectStore('notes', { keyPath: 'key' });
      }
      database.createObjectStore('writes', { keyPath: 'id' });
      database.createObjectStore('copies', { keyPath: 'key' });
      if (oldVersion === 1 && request.transaction) moveWaitingUploads(database, request.transaction);
    };
    request.onsuccess = () => {
      const database = request.result;
      // Another tab with a newer version must not be blocked by this one.
      database.onversionchange = () => {
        database.close();
        opened = null;
      };
      database.onclose = () => {
        opened = null;
      };
      resolve(database);
    };
    request.onerror = () => reject(storageError(request.error));
    request.onblocked = () => reject(storageError(new Error('blocked')));
  });
}

/** Version 1 had only waiting uploads, in a store of their own. */
function moveWaitingUploads(database: IDBDatabase, transaction: IDBTransaction): void {
  const all = transaction.objectStore('outbox').getAll();
  all.onsuccess = () => {
    const writes = transaction.objectStore('writes');
    for (const body of all.result) {
      const keeps = [body.reference, body.source].filter((each) => each !== null);
      const at = Date.parse(body.createdAt);
      writes.put({
        id: body.uploadId,
        lane: 'uploads',
        action: 'upload',
        body,
        of: null,
        at,
        triedAt: null,
        keeps,
      });
    }
    database.deleteObjectStore('outbox');
  };
}

/** The open connection, shared by `src/storage`; after a failed opening the next caller tries again. */
export function database(): Promise<IDBDatabase> {
  if (!opened) {
    opened = open();
    opened.catch(() => {
      opened = null;
    });
  }
  return opened;
}

/** Closes the shared connection (tests, and before the database is deleted). */
export async function closeDatabase(): Promise<void> {
  const current = opened;
  opened = null;
  (await current?.catch(() => null))?.close();
}

/** The answer of one request. */
export function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(storageError(request.error));
  });
}

/** Resolves when the transaction is durable, rejects with `storage_full` when the disk is full. */
function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(storageError(transaction.error));
    transaction.onerror = () => reject(storageError(transaction.error));
  });
}

/**
 * Runs `work` in one transaction and waits until it is committed.
 * `strict` asks the browser to flush to disk before it says so (default is relaxed since Chrome 121).
 */
export async function transact<T>(
  stores: StoreName[],
  mode: 'readonly' | 'readwrite',
  work: (transaction: IDBTransaction) => Promise<T> | T,
  durability: 'strict' | 'relaxed' = 'relaxed',
): Promise<T> {
  if (isStorageClosed()) throw new StorageError('storage_unavailable');
  return transactClosed(stores, mode, work, durability);
}

/**
 * The same after the page has closed its storage, for handing over or removing the data of an account that leaves.
 */
export async function transactClosed<T>(
  stores: StoreName[],
  mode: 'readonly' | 'readwrite',
  work: (transaction: IDBTransaction) => Promise<T> | T,
  durability: 'strict' | 'relaxed',
): Promise<T> {
  const connection = await database();
  let transaction: IDBTransaction;
  try {
    transaction = connection.transaction(stores, mode, { durability });
  } catch (error) {
    // The browser closed the connection (cleared storage): the next call reopens it.
    opened = null;
    throw storageError(error);
  }
  const done = committed(transaction);
  try {
    const result = await work(transaction);
    await done;
    return result;
  } catch (error) {
    done.catch(() => undefined);
    throw storageError(error);
  }
}

/** Key range of every chunk of one take, in order. */
export function chunksOf(takeId: string): IDBKeyRange {
  return IDBKeyRange.bound([takeId, 0], [takeId, Number.MAX_SAFE_INTEGER]);
}
