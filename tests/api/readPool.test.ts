// Reads outside the event loop: fair between callers, bounded in time, unable to write.
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../api/db/client.ts';
import { cachedStatements } from '../../api/db/driver.ts';
import { FairQueue, turnOf } from '../../api/db/fairQueue.ts';
import { databaseFault } from '../../api/db/faults.ts';
import { createReadPool } from '../../api/db/readPool.ts';
import type { ReadPool } from '../../api/db/reads.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const folder = temporaryFolder('readers');
let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase(join(folder, 'aural.db'));
});
afterAll(async () => {
  await database.close();
});

async function withPool(
  options: { readers?: number; deadlineMs?: number },
  work: (pool: ReadPool) => Promise<void>,
): Promise<void> {
  const pool = createReadPool(join(folder, 'aural.db'), options);
  try {
    await work(pool);
  } finally {
    await pool.close();
  }
}

/** Counts to `n` inside SQLite: about a second for ten million. */
const count = (pool: ReadPool, caller: string, n: number, spent?: (milliseconds: number) => void) =>
  sql<{ n: number }>`with recursive c(x) as (select 1 union all select x + 1 from c where x < ${n})
    select count(*) as n from c`
    .execute(pool.as(caller, spent))
    .then(({ rows }) => rows[0]?.n);

it('prepares a repeated statement once among many others, and drops one that was unused for long', () => {
  let made = 0;
  const statement = cachedStatements(database.raw, () => ++made);
  const always = statement('select 0');
  for (let other = 1; other <= 1000; other++) {
    expect(statement(`select ${other}`)).toBe(other + 1);
    expect(statement('select 0')).toBe(always);
  }
  expect(statement('select 1')).toBe(1002);
});

describe('a pool of readers', () => {
  it('sees recent commits', () =>
    withPool({}, async (pool) => {
      await pool.start();
      for (const value of ['first', 'second']) {
        await database.db
          .insertInto('settings')
          .values({ key: 'now', value })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
          .execute();
        const row = await pool
          .as('somebody')
          .selectFrom('settings')
          .select('value')
          .where('key', '=', 'now')
          .executeTakeFirst();
        expect(row).toEqual({ value });
      }
    }));

  it('transfers rows unchanged: null, bytes, duplicate names, new columns', () =>
    withPool({ readers: 1 }, async (pool) => {
      const ask = () => sql<object>`select * from travelled`.execute(pool.as('somebody'));
      await sql`create table travelled (a integer, b text, c blob)`.execute(database.db);
      expect((await ask()).rows).toEqual([]);
      await sql`insert into travelled values (1, null, x'00ff'), (2, 'two', null)`.execute(database.db);
      const rows = [
        { a: 1, b: null, c: new Uint8Array([0, 255]) },
        { a: 2, b: 'two', c: null },
      ];
      expect((await ask()).rows).toEqual(rows);
      const twice = await sql<object>`select a, b, a + 1 as a from travelled`.execute(pool.as('somebody'));
      expect(twice.rows).toEqual([
        { a: 2, b: null },
        { a: 3, b: 'two' },
      ]);
      await sql`alter table travelled add column d text not null default 'late'`.execute(database.db);
      expect((await ask()).rows).toEqual(rows.map((row) => ({ ...row, d: 'late' })));
      await sql`drop table travelled`.execute(database.db);
    }));

  it('cannot write, and passes on SQLite’s error', () =>
    withPool({}, async (pool) => {
      const wrote = pool.as('somebody').insertInto('settings').values({ key: 'a', value: 'b' }).execute();
      expect(databaseFault(await wrote.catch((error: unknown) => error))).toBe('read_only');
      await expect(sql`select 1 from nowhere`.execute(pool.as('somebody'))).rejects.toThrow(/nowhere/);
    }));

  it('keeps a thread free for others, however many queries one caller sends', () =>
    withPool({ readers: 2, deadlineMs: 600_000 }, async (pool) => {
      await pool.start();
      let finished = 0;
      const greedy = [1, 2].map(() => count(pool, 'greedy', 10_000_000).then(() => finished++));
      expect(await count(pool, 'modest', 10)).toBe(10);
      expect(finished).toBe(0);
      await Promise.all(greedy);
    }));

  it('refuses only the caller whose waiting queries exceed the limit', () =>
    withPool({ readers: 2 }, async (pool) => {
      const many = Promise.allSettled(Array.from({ length: 200 }, () => count(pool, 'greedy', 20_000)));
      expect(await count(pool, 'modest', 10)).toBe(10);
      const refused = (await many).filter((one) => one.status === 'rejected');
      expect(refused.length).toBe(200 - 1 - 128);
      for (const one of refused) expect(one.reason).toMatchObject({ code: 'rate_limited' });
    }));

  it('aborts a query at its deadline, charges for it, and continues with a new thread', () =>
    // Closing waits for the aborted thread: stopping it inside SQLite would end this process.
    withPool({ readers: 1, deadlineMs: 100 }, async (pool) => {
      let spent = 0;
      const slow = count(pool, 'somebody', 4_000_000, (milliseconds) => {
        spent += milliseconds;
      });
      await expect(slow).rejects.toMatchObject({ code: 'busy' });
      expect(spent).toBeGreaterThanOrEqual(99);
      expect(await count(pool, 'somebody', 10)).toBe(10);
    }));

  it('refuses with `busy` when it is closed, including waiting queries', async () => {
    const pool = createReadPool(join(folder, 'aural.db'), { readers: 1 });
    const waiting = [count(pool, 'a', 1_000_000), count(pool, 'a', 10), count(pool, 'b', 10)];
    const ended = Promise.allSettled(waiting);
    await pool.close();
    for (const one of await ended) expect(one).toMatchObject({ reason: { code: 'busy' } });
  });
});

describe('the queue before the pool', () => {
  const limits = { places: 2, perCaller: 1, waitingPerCaller: 3, waitingInAll: 4 };
  const full = (ofCaller: boolean) => new Error(ofCaller ? 'caller' : 'all');

  it('takes callers in turn and keeps the order of each', async () => {
    const queue = new FairQueue({ ...limits, places: 1, waitingPerCaller: 9, waitingInAll: 99 });
    const order: string[] = [];
    const run = (caller: string, name: string) =>
      queue.run(
        turnOf(caller),
        async () => {
          await new Promise((resolve) => setImmediate(resolve));
          order.push(name);
        },
        full,
      );
    await Promise.all([
      ...['a1', 'a2', 'a3'].map((name) => run('a', name)),
      ...['b1', 'b2'].map((name) => run('b', name)),
      run('c', 'c1'),
    ]);
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('continues a request before it begins another of the same caller, taking callers in turn', async () => {
    const queue = new FairQueue({ ...limits, places: 1, waitingPerCaller: 9, waitingInAll: 99 });
    const order: string[] = [];
    const request = async (caller: string) => {
      const turn = turnOf(caller);
      for (const part of [1, 2, 3])
        await queue.run(turn, async () => void order.push(`${caller}${part}`), full);
    };
    await Promise.all(['a', 'a', 'a', 'b', 'c'].map(request));
    const answered = order.filter((part) => part.endsWith('3')).map((part) => part[0]);
    expect(answered).toEqual(['a', 'a', 'b', 'c', 'a']);
    // The first is answered before the last begins.
    expect(order.indexOf('a3')).toBeLessThan(order.indexOf('c1'));
  });

  it('has a limit per caller and in total, and frees places when work ends, also by an error', async () => {
    const queue = new FairQueue(limits);
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hold = (caller: string) => queue.run(turnOf(caller), () => gate, full);
    const running = [hold('a'), hold('b')];
    const waiting = [hold('a'), hold('a'), hold('a')];
    await expect(hold('a')).rejects.toThrow('caller');
    waiting.push(hold('b'));
    await expect(hold('c')).rejects.toThrow('all');
    expect(queue.waiting).toBe(4);
    release();
    await Promise.all([...running, ...waiting]);
    await expect(queue.run(turnOf('a'), () => Promise.reject(new Error('own')), full)).rejects.toThrow('own');
    expect(await queue.run(turnOf('a'), async () => 7, full)).toBe(7);
    expect(queue.waiting).toBe(0);
  });
});
