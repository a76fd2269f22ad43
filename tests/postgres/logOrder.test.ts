// Events whose ids are not in commit order, on a real PostgreSQL: readers still receive the late one.
import { expect, test } from 'vitest';
import type { Db } from '../../api/db/client.ts';
import { LogOrder } from '../../api/events/logOrder.ts';
import { eventsAfter, horizonOf } from '../../api/events/queries.ts';
import { openOnPostgres } from '../support/database/postgresDatabase.ts';

const add = (type: string) =>
  `insert into events(account_id, type, data_json) values (null, '${type}', '{}')`;

/** Returns a function that lists the types of deliverable events, as a reader would receive them. */
function openEventReader(db: Db): () => Promise<string[]> {
  const order = new LogOrder();
  return async () => {
    const horizon = await horizonOf(db);
    return order.settled(await eventsAfter(db, 0), 0, horizon).map(({ type }) => type);
  };
}

test('delivers a late commit before an earlier commit with a larger id', async () => {
  const { db, pool, close } = await openOnPostgres();
  try {
    const late = await pool.connect();
    await late.query('begin');
    await late.query(add('late'));
    await pool.query(add('early'));
    const look = openEventReader(db);
    for (let looks = 0; looks < 4; looks++) expect(await look()).toEqual([]);
    await late.query('commit');
    late.release();
    expect(await look()).toEqual(['late', 'early']);
  } finally {
    await close();
  }
});

test('also delivers it when its transaction began after that of the larger id', async () => {
  const { db, pool, close } = await openOnPostgres();
  try {
    const [early, late] = [await pool.connect(), await pool.connect()];
    await early.query('begin');
    await early.query('select pg_current_xact_id()');
    await late.query('begin');
    await late.query(add('late'));
    await early.query(add('early'));
    await early.query('commit');
    const look = openEventReader(db);
    for (let looks = 0; looks < 4; looks++) expect(await look()).toEqual([]);
    await late.query('commit');
    for (const each of [early, late]) each.release();
    expect(await look()).toEqual(['late', 'early']);
  } finally {
    await close();
  }
});

test('a rolled-back id delays the log only until its transaction ends', async () => {
  const { db, pool, close } = await openOnPostgres();
  try {
    const undone = await pool.connect();
    await undone.query('begin');
    await undone.query(add('x'));
    await pool.query(add('x'));
    const look = openEventReader(db);
    expect(await look()).toHaveLength(0);
    expect(await look()).toHaveLength(0);
    await undone.query('rollback');
    undone.release();
    expect(await look()).toHaveLength(1);
  } finally {
    await close();
  }
});
