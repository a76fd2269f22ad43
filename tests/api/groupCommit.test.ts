// Shared commits: all or nothing for each writer, and no answer before others can see the row.
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, type OpenDatabase, openDatabase } from '../../api/db/client.ts';
import { createGroupCommit, type Transact } from '../../api/db/groupCommit.ts';
import type { Schema } from '../../api/db/schema.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const folder = temporaryFolder('group');
let own: OpenDatabase;
let outside: OpenDatabase;
let transact: Transact;
let commits = 0;
beforeAll(async () => {
  own = await openDatabase(join(folder, 'aural.db'));
  outside = await openDatabase(join(folder, 'aural.db'));
  const counting = {
    transaction: () => {
      commits++;
      return own.db.transaction();
    },
  };
  transact = createGroupCommit(counting as unknown as Kysely<Schema>);
});
afterAll(async () => {
  await outside.close();
  await own.close();
});

const put = (db: Db, key: string) => db.insertInto('settings').values({ key, value: 'x' }).execute();
const seen = async (prefix: string) => {
  const rows = await outside.db
    .selectFrom('settings')
    .select('key')
    .where('key', 'like', `${prefix}%`)
    .execute();
  return rows.map(({ key }) => key).sort();
};

test('concurrent writers share commits, roll back separately, and are answered when others can see the row', async () => {
  commits = 0;
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const key = `many-${String(index).padStart(2, '0')}`;
      try {
        const answer = await transact(async (tx) => {
          await put(tx, key);
          if (index % 3 === 0) throw new Error(`refused ${index}`);
          // A failed statement rolls back with the rest of its writer.
          if (index % 3 === 1) await put(tx, key);
          return index;
        });
        expect(await seen(key)).toEqual([key]);
        return answer;
      } catch (error) {
        return (error as Error).message;
      }
    }),
  );
  for (const [index, outcome] of outcomes.entries()) {
    if (index % 3 === 2) expect(outcome).toBe(index);
    else expect(outcome).toMatch(index % 3 === 0 ? `refused ${index}` : /UNIQUE/);
  }
  const stored = Array.from({ length: 60 }, (_, index) => index).filter((index) => index % 3 === 2);
  expect(await seen('many-')).toEqual(stored.map((index) => `many-${String(index).padStart(2, '0')}`));
  expect(commits).toBeLessThanOrEqual(6);
});

test('a failed commit fails all its writers, and the next one works', async () => {
  const group = await Promise.allSettled([
    transact((tx) => put(tx, 'with-others')),
    transact((tx) => put(tx, 'with-bad-company')),
    transact(async (tx) => {
      // SQLite checks this only at the commit.
      await sql`pragma defer_foreign_keys = on`.execute(tx);
      await tx
        .insertInto('sessions')
        .values({ token_hash: 'none', account_id: 'nobody', created_at: 1, last_seen_at: 1 })
        .execute();
    }),
  ]);
  expect(group.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await seen('with-')).toEqual([]);
  await transact((tx) => put(tx, 'after'));
  expect(await seen('after')).toEqual(['after']);
});

test('callers take turns, and each is charged for its own work', async () => {
  const order: string[] = [];
  const paid = new Map<string, number>();
  const counted = createGroupCommit(own.db, own.spent);
  const write = (caller: string, rows: number) =>
    counted(
      async (tx) => {
        order.push(caller);
        for (let row = 0; row < rows; row++) await put(tx, `turn-${caller}-${order.length}-${row}`);
      },
      caller,
      (milliseconds) => paid.set(caller, (paid.get(caller) ?? 0) + milliseconds),
    );
  await Promise.all([
    ...Array.from({ length: 40 }, () => write('greedy', 50)),
    write('modest', 1),
    write('shy', 1),
  ]);
  // Both arrived after forty others and are in the first group.
  expect(order.indexOf('modest')).toBeLessThan(16);
  expect(order.indexOf('shy')).toBeLessThan(16);
  expect(paid.get('modest')).toBeGreaterThan(0);
  expect(paid.get('greedy')).toBeGreaterThan(10 * (paid.get('modest') ?? 0));
});

test('a transaction of thousands of statements yields the thread', async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await transact(async (tx) => {
    for (let row = 0; row < 4000; row++) await put(tx, `long-${row}`);
  });
  isOver = true;
  expect(turns).toBeGreaterThan(3);
});

test('writes the next group while the disk syncs one, and answers each after its sync', async () => {
  let disk = () => {};
  let waiting = 0;
  const slow = {
    transaction: () => ({
      execute: async (work: (tx: Db) => Promise<unknown>) => {
        const result = await own.db.transaction().execute(work);
        await new Promise<void>((resolve) => {
          const others = disk;
          waiting++;
          disk = () => {
            others();
            resolve();
          };
        });
        return result;
      },
    }),
  };
  const write = createGroupCommit(slow as unknown as Kysely<Schema>);
  const answered: string[] = [];
  const put1 = write((tx) => put(tx, 'slow-1')).then(() => answered.push('first'));
  await expect.poll(() => seen('slow-')).toEqual(['slow-1']);
  const put2 = write((tx) => put(tx, 'slow-2')).then(() => answered.push('second'));
  await expect.poll(() => seen('slow-')).toEqual(['slow-1', 'slow-2']);
  // A row is visible a moment before its transaction waits for the disk.
  await expect.poll(() => waiting).toBe(2);
  expect(answered).toEqual([]);
  disk();
  await Promise.all([put1, put2]);
  expect(answered).toEqual(['first', 'second']);
});
