// An empty device: clears storage before each browser test.
import { closeDatabase, DATABASE_NAME } from '../../../src/storage/database.ts';

export async function wipeStorage(): Promise<void> {
  await closeDatabase();
  await new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(DATABASE_NAME);
    request.onsuccess = resolve;
    request.onerror = resolve;
    request.onblocked = resolve;
  });
  sessionStorage.clear();
}
