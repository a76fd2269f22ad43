// A listener notices when PostgreSQL stops answering without closing the connection, and listens again.
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openAnnouncements } from '../../api/db/postgres/announcements.ts';
import { openOnPostgres } from '../support/database/postgresDatabase.ts';

const LISTENERS = `select pid from pg_stat_activity
  where datname = current_database() and application_name = 'aural listener'`;

test('replaces a silent connection and receives later announcements', async () => {
  const { url, pool, close } = await openOnPostgres();
  const others = await pool.query<{ pid: number }>(LISTENERS);
  const received: string[] = [];
  const door = { connectionString: url, Client };
  const listening = await openAnnouncements(door, {
    received: (hints) => received.push(...hints),
    missed: () => received.push('missed'),
  });
  const known = others.rows.map(({ pid }) => pid);
  const own = (await pool.query<{ pid: number }>(LISTENERS)).rows.find(({ pid }) => !known.includes(pid));
  const pid = own?.pid ?? 0;
  try {
    expect([pid > 0, received]).toEqual([true, []]);
    process.kill(pid, 'SIGSTOP');
    await expect.poll(() => listening.isListening, { timeout: 20_000 }).toBe(false);
    await expect.poll(() => received, { timeout: 20_000 }).toEqual(['missed']);
    expect(listening.isListening).toBe(true);
    const speaker = await openAnnouncements(door, { received: () => {}, missed: () => {} });
    speaker.announce(['track x']);
    await expect.poll(() => received).toEqual(['missed', 'track x']);
    await speaker.close();
  } finally {
    process.kill(pid, 'SIGCONT');
    await listening.close();
    await close();
  }
});
