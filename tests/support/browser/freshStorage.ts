// A device on which nothing is stored: for tests in a browser, before each case.
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
