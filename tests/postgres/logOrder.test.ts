// Events whose numbers are not in the order of their commits, on a real PostgreSQL: nobody misses the late one.
import { expect, test } from 'vitest';
import { LogOrder } from '../../api/events/logOrder.ts';
import { eventsAfter, horizonOf } from '../../api/events/queries.ts';
import { openOnPostgres } from '../support/postgresDatabase.ts';

test('an event that is committed after one of a larger number is told before it', async () => {
  const { db, pool, close } = await openOnPostgres();
  try {
    const add = (type: string) =>
      `insert into events(account_id, type, data_json) values (null, '${type}', '{}')`;
    const late = await pool.connect();
    await late.query('begin');
    await late.query(add('late'));
    await pool.query(add('early'));
    const order = new LogOrder();
    const look = async () => {
      const horizon = await horizonOf(db);
      return order.settled(await eventsAfter(db, 0), 0, horizon).map(({ type }) => type);
    };
    for (let looks = 0; looks < 4; looks++) expect(await look()).toEqual([]);
    await late.query('commit');
    late.release();
    expect(await look()).toEqual(['late', 'early']);
  } finally {
    await close();
  }
});

test('nobody misses it, either, when its transaction began after the one of the larger number', async () => {
  const { db, pool, close } = await openOnPostgres();
  try {
    const add = (type: string) =>
      `insert into events(account_id, type, data_json) values (null, '${type}', '{}')`;
    const [early, late] = [await pool.connect(), await pool.connect()];
    await early.query('begin');
    await early.query('select pg_current_xact_id()');
    await late.query('begin');
    await late.query(add('late'));
    await early.query(add('early'));
    await early.query('commit');
    const order = new LogOrder();
    const look = async () => {
      const horizon = await horizonOf(db);
      return order.settled(await eventsAfter(db, 0), 0, horizon).map(({ type }) => type);
    };
    for (let looks = 0; looks < 4; looks++) expect(await look()).toEqual([]);
    await late.query('commit');
    for (const each of [early, late]) each.release();
    expect(await look()).toEqual(['late', 'early']);
  } finally {
    await close();
  }
});

test('a number that was taken back holds the log up only until its transaction has ended', async () => {
  const { db, pool, close } = await openOnPostgres();
  try {
    const add = `insert into events(account_id, type, data_json) values (null, 'x', '{}')`;
    const undone = await pool.connect();
    await undone.query('begin');
    await undone.query(add);
    await pool.query(add);
    const order = new LogOrder();
    const look = async () => {
      const horizon = await horizonOf(db);
      return order.settled(await eventsAfter(db, 0), 0, horizon).length;
    };
    expect(await look()).toBe(0);
    expect(await look()).toBe(0);
    await undone.query('rollback');
    undone.release();
    expect(await look()).toBe(1);
  } finally {
    await close();
  }
});
