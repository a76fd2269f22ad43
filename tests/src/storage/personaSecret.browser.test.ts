// The persona's secret in the browser's own database.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeDatabase, DATABASE_NAME } from '../../../src/storage/database.ts';
import { keepPersonaOf, personaSecret } from '../../../src/storage/personaSecret.ts';

async function deleteDatabase(): Promise<void> {
  await closeDatabase();
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(DATABASE_NAME);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}
beforeEach(deleteDatabase);
afterEach(deleteDatabase);

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const secretOf = async (of: string | null) => hex(await personaSecret(of));

it('is made once, also when two ask at once, and outlives the connection', async () => {
  const [one, other] = await Promise.all([secretOf('me'), secretOf('me')]);
  expect(one).toHaveLength(64);
  expect(other).toBe(one);
  expect(new Set(one).size).toBeGreaterThan(4);
  await closeDatabase();
  expect(await secretOf('me')).toBe(one);
  // Where nobody knows who is here, as without a network.
  expect(await secretOf(null)).toBe(one);
});

it('of a visitor stays with the account that the visitor makes', async () => {
  const visitor = await secretOf('');
  await keepPersonaOf('me');
  expect(await secretOf('me')).toBe(visitor);
  await keepPersonaOf('');
  expect(await secretOf('')).not.toBe(visitor);
});

it('is another one for another account, and the first is gone', async () => {
  const mine = await secretOf('me');
  const theirs = await secretOf('somebody');
  expect(theirs).not.toBe(mine);
  expect(await secretOf('me')).not.toBe(mine);
});

it('is erased when its account signs out', async () => {
  const mine = await secretOf('me');
  await keepPersonaOf('me');
  expect(await secretOf('me')).toBe(mine);
  await keepPersonaOf('');
  expect(await secretOf('me')).not.toBe(mine);
});
