// Signing in and keeping a guest's data moves all of it or none, also when the server is killed
// during it (A2).
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { hashPassword } from '../../api/accounts/passwords.ts';
import { insertAccount } from '../../api/accounts/store.ts';
import type { Db } from '../../api/db/client.ts';
import { openDatabase } from '../../api/db/client.ts';
import { addTrackReaction } from '../../api/reactions/store.ts';
import { startSession } from '../../api/sessions/queries.ts';
import { insertTrack } from '../../api/tracks/store.ts';
import { promise, trialCount } from '../support/rules/promise.ts';
import { PASSWORD } from '../support/server/accessTable.ts';
import { buildAudio } from '../support/server/audioColumns.ts';
import { violations } from '../support/server/invariants.ts';
import { createServerHome } from '../support/server/serverProcess.ts';
import { post } from '../support/server/wire.ts';

const KILLS = trialCount(4, 10);
const GUESTS = 40;
const TRACKS = 5;

async function addTrack(db: Db, accountId: string, username: string): Promise<string> {
  const id = randomUUID();
  await insertTrack(db, {
    id,
    accountId,
    username,
    uploadId: null,
    audio: buildAudio({ duration: 10, lufs: null }),
    title: 'Kept or left',
    description: '',
    gender: 'Female',
    tags: ['Soft'],
    demoPosition: null,
    createdAt: 1,
  });
  return id;
}

interface Guest {
  id: string;
  cookie: string;
}

/** An account `home_N` whose password is known, and guests with tracks and likes of its track. */
async function people(
  db: Db,
  round: number,
  passwordHash: string,
): Promise<{ home: string; guests: Guest[] }> {
  const username = `home_${round}`;
  const home = await insertAccount(db, { username, role: 'user', passwordHash }, Date.now());
  const liked = await addTrack(db, home, username);
  const guests: Guest[] = [];
  for (let count = 0; count < GUESTS; count++) {
    const name = `anon_${round}_${count}`;
    const id = await insertAccount(db, { username: name, role: 'guest' }, Date.now());
    for (let number = 0; number < TRACKS; number++) {
      const trackId = await addTrack(db, id, name);
      await addTrackReaction(db, 'likes', { trackId, ownerId: id, accountId: home }, 1);
    }
    await addTrackReaction(db, 'likes', { trackId: liked, ownerId: home, accountId: id }, 1);
    guests.push({ id, cookie: `aural=${await startSession(db, id, Date.now())}` });
  }
  return { home, guests };
}

promise(
  'A2',
  'a kill during guest merges leaves each guest separate or merged, never half',
  async (trials) => {
    const home = await createServerHome();
    const passwordHash = await hashPassword(PASSWORD);
    try {
      // A first start makes the key, and the ids of database and store.
      await (await home.start()).kill();
      for (let round = 0; round < KILLS; round++) {
        await trials.run(`kill ${round}`, async () => {
          const before = await openDatabase(home.databaseFile);
          const { home: account, guests } = await before.db
            .transaction()
            .execute((tx) => people(tx, round, passwordHash));
          await before.close();
          const server = await home.start();
          const merged = new Set<string>();
          const body = { username: `home_${round}`, password: PASSWORD, guestRows: 'keep' };
          const work = async (mine: Guest[]) => {
            for (const { id, cookie } of mine) {
              const reply = await post({ url: server.url, cookie }, 'login', body);
              if (reply.status === 200) merged.add(id);
            }
          };
          const half = GUESTS / 2;
          const workers = [work(guests.slice(0, half)), work(guests.slice(half))];
          const ended = Promise.all(workers.map((job) => job.catch(() => null)));
          while (merged.size === 0) await sleep(5);
          await sleep(Math.random() * 300);
          await server.kill();
          await ended;
          const { db, close } = await openDatabase(home.databaseFile);
          try {
            const left = new Set(
              (await db.selectFrom('accounts').select('id').where('role', '=', 'guest').execute()).map(
                ({ id }) => id,
              ),
            );
            let own = 1;
            for (const { id } of guests) {
              const tracks = await db
                .selectFrom('tracks')
                .select('id')
                .where('account_id', '=', id)
                .execute();
              if (merged.has(id)) expect(left.has(id)).toBe(false);
              expect(tracks.length).toBe(left.has(id) ? TRACKS : 0);
              if (!left.has(id)) own += TRACKS;
            }
            const kept = await db
              .selectFrom('tracks')
              .select('id')
              .where('account_id', '=', account)
              .execute();
            expect(kept.length).toBe(own);
          } finally {
            await close();
          }
          const found = await violations(home.directory, { uploads: [], likes: [] });
          // The tracks of this test have no bytes.
          expect(found.filter((sentence) => !sentence.startsWith('row without blob'))).toEqual([]);
        });
      }
    } finally {
      await home.remove();
    }
  },
);
