// The persona secret in the browser's database.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeDatabase } from '../../../src/storage/database.ts';
import { setOwner } from '../../../src/storage/owner.ts';
import { personaSecret } from '../../../src/storage/personaSecret.ts';
import { wipeStorage } from '../../support/browser/freshStorage.ts';

beforeEach(wipeStorage);
afterEach(wipeStorage);

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const secretOf = async (of: string | null) => hex(await personaSecret(of));

it('creates one secret, even for concurrent requests, and keeps it after a reconnect', async () => {
  const [one, other] = await Promise.all([secretOf('me'), secretOf('me')]);
  expect(one).toHaveLength(64);
  expect(other).toBe(one);
  expect(new Set(one).size).toBeGreaterThan(4);
  await closeDatabase();
  expect(await secretOf('me')).toBe(one);
  // Offline, the page takes the account from local storage.
  setOwner('me user');
  expect(await secretOf(null)).toBe(one);
  setOwner('');
});

it('passes a visitor’s secret to the account they create', async () => {
  const visitor = await secretOf('');
  expect(await secretOf('me')).toBe(visitor);
  expect(await secretOf('')).not.toBe(visitor);
});

it('uses another secret per account, and the first account finds its own again', async () => {
  const mine = await secretOf('me');
  const theirs = await secretOf('somebody');
  expect(theirs).not.toBe(mine);
  expect(await secretOf('me')).toBe(mine);
});
