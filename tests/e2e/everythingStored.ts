// Everything that scripts of this origin can read in a browser, as one text: databases, private files, storages, caches.
import type { Page } from 'playwright/test';

/** Bytes become Latin-1 and texts stay, so that a search finds a name in both. */
export function everythingStored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: string[] = [];
    const note = (where: string, what: string) => found.push(`${where}: ${what}`);
    const latin = (bytes: ArrayBuffer) => new TextDecoder('latin1').decode(bytes);
    const textOf = async (value: unknown): Promise<string> => {
      if (value instanceof Blob) return `${value.type} ${await textOf(await value.arrayBuffer())}`;
      if (value instanceof ArrayBuffer) return `${latin(value)} ${new TextDecoder().decode(value)}`;
      if (ArrayBuffer.isView(value)) return textOf(value.buffer);
      if (Array.isArray(value)) return (await Promise.all(value.map(textOf))).join(' ');
      if (typeof value !== 'object' || value === null) return String(value);
      return textOf(Object.entries(value).flat());
    };
    for (const [name, store] of [
      ['local', localStorage],
      ['session', sessionStorage],
    ] as const)
      for (const [key, value] of Object.entries(store)) note(`${name} ${key}`, String(value));
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        for (const row of rows) note(`database ${store}`, await textOf(row));
      }
      database.close();
    }
    const walk = async (path: string, folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const [name, handle] of folder.entries()) {
        if (handle.kind === 'directory') await walk(`${path}/${name}`, handle as FileSystemDirectoryHandle);
        else note(`file ${path}/${name}`, await textOf(await (handle as FileSystemFileHandle).getFile()));
      }
    };
    await walk('', await navigator.storage.getDirectory());
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        note(`cache ${name} ${request.url}`, await textOf(await answer?.arrayBuffer()));
      }
    }
    return found.join('\n');
  });
}
