// Compares counts by triggers with counts of the rows, after every kind of change: new rows, changed rows, and cascading
// deletes.
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { readTotals, type TotalSubject } from '../../api/db/totals.ts';
import { actor, comment, like, report, track } from '../support/server/actors.ts';
import { createTestApp } from '../support/server/testApp.ts';

const app = await createTestApp();
const owner = await actor(app, 'user');
const fan = await actor(app, 'user');
const guest = await actor(app, 'guest');
afterAll(() => app.close());

/** Each total as a sum over the rows of a table. */
const SLOWLY: Partial<Record<TotalSubject, string>> = {
  accounts: 'count(*) from accounts',
  guests: `count(*) from accounts where role = 'guest'`,
  'open accounts': 'count(*) from accounts where deleted_at is null',
  plays: 'coalesce(sum(total_plays), 0) from accounts',
  tracks: 'count(*) from tracks',
  'active tracks': `count(*) from tracks where status = 'active'`,
  bytes: 'coalesce(sum(size), 0) from tracks',
  'active bytes': `coalesce(sum(size), 0) from tracks where status = 'active'`,
  comments: 'count(*) from comments',
  likes: 'count(*) from likes',
  reports: 'count(*) from reports',
};

async function counted() {
  const of = await readTotals(app.deps.db);
  const pairs = Object.entries(SLOWLY).map(async ([subject, rows = '']) => {
    const slowly = await sql<{ n: number }>`select ${sql.raw(rows.replace(' from', ' as n from'))}`.execute(
      app.deps.db,
    );
    return [subject, of(subject as TotalSubject), Number(slowly.rows[0]?.n)] as const;
  });
  return Promise.all(pairs);
}

test('the totals equal the rows after every change', async () => {
  const { db } = app.deps;
  const tracks: string[] = [];
  const changes: Record<string, () => Promise<unknown>> = {
    'nothing yet': async () => {},
    recordings: async () => {
      for (let at = 0; at < 3; at++) tracks.push(await track(app, owner));
    },
    comments: () => Promise.all(tracks.map((id) => comment(app, fan, id))),
    likes: () => Promise.all(tracks.map((id) => like(app, fan, id, owner))),
    reports: () => report(app, guest, tracks[0] ?? ''),
    'a guest who registers': () =>
      db.updateTable('accounts').set({ role: 'user' }).where('id', '=', guest.accountId).execute(),
    plays: () =>
      db.updateTable('accounts').set({ total_plays: 7 }).where('id', '=', owner.accountId).execute(),
    'a recording taken down': () =>
      db
        .updateTable('tracks')
        .set({ status: 'removed' })
        .where('id', '=', tracks[0] ?? '')
        .execute(),
    'a smaller file': () =>
      db
        .updateTable('tracks')
        .set({ size: 400 })
        .where('id', '=', tracks[1] ?? '')
        .execute(),
    'somebody who leaves': () =>
      db.updateTable('accounts').set({ deleted_at: 1 }).where('id', '=', fan.accountId).execute(),
    'a comment deleted': () =>
      db
        .deleteFrom('comments')
        .where('track_id', '=', tracks[1] ?? '')
        .execute(),
    'a recording with all that belongs to it': () =>
      db
        .deleteFrom('tracks')
        .where('id', '=', tracks[2] ?? '')
        .execute(),
    'a person with all that belongs to them': () =>
      db.deleteFrom('accounts').where('id', '=', fan.accountId).execute(),
  };
  let before = '';
  for (const [what, change] of Object.entries(changes)) {
    await change();
    const all = await counted();
    for (const [subject, kept, slowly] of all) expect(kept, `${subject}, after ${what}`).toBe(slowly);
    expect(JSON.stringify(all), what).not.toBe(before);
    before = JSON.stringify(all);
  }
});
