// The event hub while its database does not answer for a moment, as after a PostgreSQL failover: readers stay connected
// and receive missed events once.
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../api/db/client.ts';
import { type CounterSource, createEventHub, type EventHub } from '../../api/events/hub.ts';
import { LogOrder } from '../../api/events/logOrder.ts';
import type { EventRow } from '../../api/events/queries.ts';
import type { Reader } from '../../api/events/readers.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const folder = temporaryFolder('hub');
let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase(join(folder, 'aural.db'));
});
afterAll(async () => {
  await database.close();
});

const add = async (accountId: string, type: string) => {
  await database.db.insertInto('events').values({ account_id: accountId, type, data_json: '{}' }).execute();
};

/** A reader that records the events it receives. */
function readerOf(accountId: string, isAlive: () => Promise<boolean>) {
  const received: string[] = [];
  let isDisconnected = false;
  let hasBegun = false;
  const reader: Reader = {
    accountId,
    moderates: false,
    isAlive,
    send: ({ type }) => received.push(type),
    open: () => {},
    begin: () => {
      hasBegun = true;
    },
    beat: () => {},
    end: () => {
      isDisconnected = true;
    },
  };
  return { reader, received, isDisconnected: () => isDisconnected, hasBegun: () => hasBegun };
}

const NO_COUNTERS: CounterSource = { countersOf: async () => [], withOwnCounts: async () => new Set() };

async function withHub(work: (hub: EventHub) => Promise<void>, counters = NO_COUNTERS): Promise<void> {
  const hub = createEventHub(database.db, pino({ level: 'silent' }), counters);
  try {
    await work(hub);
  } finally {
    hub.close();
  }
}

async function newestId(): Promise<number> {
  const { id } = await database.db
    .selectFrom('events')
    .select(({ fn }) => fn.max<number>('id').as('id'))
    .executeTakeFirstOrThrow();
  return id;
}

test('keeps a reader whose session cannot be checked and sends missed events once', async () => {
  await withHub(async (hub) => {
    let isDown = false;
    let asked = 0;
    const first = readerOf('first', async () => true);
    const second = readerOf('second', async () => {
      asked++;
      if (isDown) throw new Error('no answer');
      return true;
    });
    for (const { reader } of [first, second]) await hub.join(reader, null, 0);
    isDown = true;
    await add('first', 'one');
    await add('second', 'two');
    hub.wake();
    await expect.poll(() => asked).toBe(1);
    isDown = false;
    await add('first', 'three');
    hub.wake();
    await expect.poll(() => first.received.at(-1)).toBe('three');
    expect([first.received, second.received]).toEqual([['one', 'three'], ['two']]);
    expect(second.isDisconnected()).toBe(false);
  });
});

test('disconnects a reader whose session can never be checked, without delaying others', async () => {
  await withHub(async (hub) => {
    const unknown = readerOf('unknown', () => Promise.reject(new Error('no answer')));
    const stays = readerOf('stays', async () => true);
    for (const { reader } of [unknown, stays]) await hub.join(reader, null, 0);
    await add('unknown', 'one');
    await add('stays', 'two');
    const receivedAfterWake = () => {
      hub.wake();
      return stays.received;
    };
    await expect.poll(receivedAfterWake).toEqual(['two']);
    expect([unknown.isDisconnected(), unknown.received]).toEqual([true, []]);
  });
});

test('delivers an event to a reader that joins during another reader’s session check', async () => {
  await withHub(async (hub) => {
    const answers: ((isAlive: boolean) => void)[] = [];
    const slow = readerOf('slow', () => new Promise((resolve) => void answers.push(resolve)));
    const joins = readerOf('slow', async () => true);
    await hub.join(slow.reader, null, 0);
    await add('slow', 'one');
    hub.wake();
    await expect.poll(() => answers.length).toBe(1);
    const id = await newestId();
    const joined = hub.join(joins.reader, id - 1, 0);
    answers[0]?.(true);
    await joined;
    await expect.poll(() => [slow.received, joins.received]).toEqual([['one'], ['one']]);
  });
});

test('includes a reader that joins during a permission check, and delivers the event once', async () => {
  await withHub(async (hub) => {
    const answers: (() => void)[] = [];
    const asked = () => new Promise<boolean>((resolve) => void answers.push(() => resolve(true)));
    const first = readerOf('both', asked);
    const joins = readerOf('both', asked);
    await hub.join(first.reader, null, 0);
    await add('both', 'one');
    hub.wake();
    await expect.poll(() => answers.length).toBe(1);
    answers[0]?.();
    await expect.poll(() => first.received).toEqual(['one']);
    const id = await newestId();
    const joined = hub.join(joins.reader, id - 1, 0);
    // Before it receives the missed events.
    await expect.poll(() => answers.length).toBe(2);
    await add('both', 'two');
    hub.wake();
    await expect.poll(() => answers.length).toBe(3);
    answers[1]?.();
    await joined;
    answers[2]?.();
    await expect.poll(() => answers.length).toBe(4);
    answers[3]?.();
    await expect
      .poll(() => [first.received, joins.received])
      .toEqual([
        ['one', 'two'],
        ['one', 'two'],
      ]);
    expect(joins.isDisconnected()).toBe(false);
  });
});

test('delivers events during a reader’s catch-up once, after the missed ones', async () => {
  await withHub(async (hub) => {
    const answers: (() => void)[] = [];
    let asked = 0;
    const first = readerOf('late', async () => true);
    // Only the first session check, before the missed events, is slow.
    const joins = readerOf('late', async () => {
      if (asked++ === 0) await new Promise<void>((resolve) => void answers.push(resolve));
      return true;
    });
    await hub.join(first.reader, null, 0);
    await add('late', 'one');
    hub.wake();
    await expect.poll(() => first.received).toEqual(['one']);
    const id = await newestId();
    const joined = hub.join(joins.reader, id - 1, 0);
    await expect.poll(() => asked).toBe(1);
    await add('late', 'two');
    hub.wake();
    await expect.poll(() => first.received).toEqual(['one', 'two']);
    answers[0]?.();
    await joined;
    expect(joins.received).toEqual(['one', 'two']);
  });
});

test('resets all readers after a time without events from other processes', async () => {
  await withHub(async (hub) => {
    const stays = readerOf('stays', async () => true);
    await hub.join(stays.reader, null, 0);
    hub.missed();
    await expect.poll(() => stays.received).toEqual(['reset']);
    const back = readerOf('back', async () => true);
    await hub.join(back.reader, null, 5000);
    expect(back.received).toEqual(['reset']);
  });
});

test('asks readers to read the rows again when the counters cannot be read', async () => {
  const counters = { ...NO_COUNTERS, countersOf: () => Promise.reject(new Error('no answer')) };
  await withHub(async (hub) => {
    const stays = readerOf('stays', async () => true);
    await hub.join(stays.reader, null, 0);
    hub.note('track', 'one');
    hub.committed();
    await expect.poll(() => stays.received).toEqual(['tracksChanged']);
  }, counters);
});

test('tells an account that joins while counts are read to read its rows again', async () => {
  const questions: { ids: readonly string[]; answer: () => void }[] = [];
  const counters: CounterSource = {
    countersOf: async (ids) => ids.map((id) => ({ id, likes: 1, plays: 0, commentsCount: 0 })),
    withOwnCounts: (ids) =>
      new Promise((resolve) => void questions.push({ ids, answer: () => resolve(new Set()) })),
  };
  await withHub(async (hub) => {
    const first = readerOf('first', async () => true);
    const joins = readerOf('joins', async () => true);
    await hub.join(first.reader, null, 0);
    hub.note('track', 'one');
    hub.committed();
    await expect.poll(() => questions.map(({ ids }) => ids)).toEqual([['first']]);
    const joined = hub.join(joins.reader, null, 0);
    await expect.poll(() => joins.hasBegun()).toBe(true);
    // Receiving an event of the log shows that it has joined.
    await add('joins', 'fromTheLog');
    hub.wake();
    await expect.poll(() => joins.received).toEqual(['fromTheLog']);
    questions[0]?.answer();
    await joined;
    expect(first.received).toEqual(['countersChanged']);
    // Once as a reader, and once for what changed before it joined.
    expect(joins.received.slice(1)).toEqual(['tracksChanged', 'tracksChanged']);
  }, counters);
});

test('disconnects a reader with an ended session without sending it the event', async () => {
  await withHub(async (hub) => {
    const over = readerOf('over', async () => false);
    const stays = readerOf('stays', async () => true);
    for (const { reader } of [over, stays]) await hub.join(reader, null, 0);
    await add('over', 'one');
    await add('stays', 'two');
    hub.wake();
    await expect.poll(() => stays.received).toEqual(['two']);
    expect([over.isDisconnected(), over.received]).toEqual([true, []]);
  });
});

test('a gap ends when another database takes over, although its transaction ids are smaller', () => {
  const order = new LogOrder();
  const rows = [{ id: 3 }] as EventRow[];
  const look = (oldest: number, next: number) => order.settled(rows, 1, { oldest, next }).length;
  expect([look(900, 1000), look(900, 1000)]).toEqual([0, 0]);
  expect([look(700, 701), look(701, 701)]).toEqual([0, 1]);
});
