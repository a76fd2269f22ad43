// Guests become users in place or not at all (A2). Passwords are hashed properly and compared in constant
// time for every name (A3).
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { passwordProblem } from '../../api/accounts/rules.ts';
import type { DatabaseView } from '../../api/contract/snapshot.ts';
import { openDatabase } from '../../api/db/client.ts';
import { promise, trialCount } from '../support/rules/promise.ts';
import { PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { type Actor, actor, comment, like, track } from '../support/server/actors.ts';
import { callAction, visitor } from '../support/server/publish.ts';
import { createServerHome } from '../support/server/serverProcess.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

let names = 0;
const wish = (username = `Wunsch_${++names}`) => ({ username, password: PASSWORD, isOver18: true });

promise(
  'A2',
  'a guest who registers keeps the id and all data, and one of ten concurrent requests gets a name',
  async (trials) => {
    const app = await createTestApp();
    try {
      const others = await actor(app, 'user');
      const theirs = await Promise.all(Array.from({ length: 5 }, () => track(app, others)));
      for (let round = 0; round < 5; round++) {
        await trials.run(`guest ${round}`, async () => {
          const guest = await actor(app, 'guest');
          const old = { ...guest };
          for (let count = 0; count < 3; count++) await track(app, guest, `Own ${count}`);
          for (const id of theirs) await like(app, guest, id, others);
          for (let count = 0; count < 2; count++) await comment(app, guest, theirs[count] ?? '');
          const view = async (client: Actor) => (await get(client, 'getDatabase')).json.data as DatabaseView;
          const before = await view(guest);
          const { me } = await callAction<{ me: { id: string } }>(guest, 'register', wish());
          expect(me.id).toBe(guest.accountId);
          expect(guest.cookie).not.toBe(old.cookie);
          const after = await view(guest);
          const mine = ({ tracks, likes, comments }: DatabaseView) => ({
            tracks: tracks.filter(({ userId }) => userId === guest.accountId).map(({ id }) => id),
            likes: likes.map(({ id }) => id),
            comments: comments.filter(({ user }) => user.id === guest.accountId).map(({ id }) => id),
          });
          expect(mine(after)).toEqual(mine(before));
          expect([mine(after).tracks.length, after.likes.length, mine(after).comments.length]).toEqual([
            3, 5, 2,
          ]);
          expect((await post(old, 'markActivityAsRead', { activityId: 'all' })).status).toBe(401);
        });
        await trials.run(`one name, ten wishes ${round}`, async () => {
          const name = `Begehrt_${round}`;
          const spellings = Array.from({ length: 10 }, (_, index) => (index % 2 ? name : name.toUpperCase()));
          const replies = await Promise.all(
            spellings.map((username) => post(visitor(app.url), 'register', wish(username))),
          );
          const codes = replies.map(({ json }) => json.code ?? 'success').sort();
          expect(codes).toEqual(['success', ...Array(9).fill('username_taken')].sort());
          const holders = await app.deps.db
            .selectFrom('accounts')
            .select('role')
            .where('username_key', '=', name.toLowerCase())
            .execute();
          expect(holders).toEqual([{ role: 'user' }]);
        });
      }
    } finally {
      await app.close();
    }
  },
);

promise('A2', 'a kill during registrations leaves guests and users, never half of one', async (trials) => {
  const home = await createServerHome();
  try {
    for (let round = 0; round < 20; round++) {
      await trials.run(`kill ${round}`, async () => {
        const server = await home.start();
        const registered: string[] = [];
        const work = async () => {
          for (;;) {
            const person = visitor(server.url);
            await callAction(person, 'getPowChallenge', { sha256: 'a'.repeat(64), size: 1 });
            const { me } = await callAction<{ me: { id: string } }>(person, 'register', wish());
            registered.push(me.id);
          }
        };
        const workers = [work(), work()].map((job) => job.catch(() => null));
        await sleep(100 + Math.random() * 400);
        await server.kill();
        await Promise.all(workers);
        const { db, close } = await openDatabase(home.databaseFile);
        try {
          const people = await db
            .selectFrom('accounts')
            .leftJoin('sessions', 'sessions.account_id', 'accounts.id')
            .select([
              'accounts.id',
              'username',
              'role',
              'password_hash',
              'recovery_hash',
              'adult_confirmed_at',
            ])
            .select((eb) => eb.fn.count('sessions.token_hash').as('sessions'))
            .where('role', 'in', ['guest', 'user'])
            .groupBy('accounts.id')
            .execute();
          for (const person of people) {
            const credentials = [person.password_hash, person.recovery_hash, person.adult_confirmed_at];
            const isGuest = person.role === 'guest';
            expect(
              credentials.every((credential) => (credential === null) === isGuest),
              JSON.stringify(person),
            ).toBe(true);
            expect(person.username.startsWith('anon_')).toBe(isGuest);
            expect(Number(person.sessions)).toBe(1);
          }
          const users = people.filter(({ role }) => role === 'user').map(({ id }) => id);
          expect(users).toEqual(expect.arrayContaining(registered));
        } finally {
          await close();
        }
      });
    }
  } finally {
    await home.remove();
  }
});

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

promise(
  'A3',
  'hashes whole passwords with argon2id at OWASP’s parameters or above, and refuses common ones',
  async (trials) => {
    const app = await createTestApp();
    try {
      const { db } = app.deps;
      const long = `Aa1${'x'.repeat(60)}`;
      const good = [
        PASSWORD,
        `${long}1`,
        'Пароль-Длинный-9',
        '漢字と仮名のA1-長い',
        'Ünïcödé 🌙 Nacht 7',
        `Aa1-${'🌙'.repeat(60)}`,
      ];
      for (const [index, password] of good.entries()) {
        await trials.run(`password ${index}`, async () => {
          const { username } = wish();
          const person = visitor(app.url);
          const { recoveryCode } = await callAction<{ recoveryCode: string }>(person, 'register', {
            ...wish(username),
            password,
          });
          const row = await db
            .selectFrom('accounts')
            .select(['password_hash', 'recovery_hash'])
            .where('username', '=', username)
            .executeTakeFirstOrThrow();
          for (const stored of [row.password_hash, row.recovery_hash]) {
            const [, m, t, p] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored ?? '') ?? [];
            expect(Number(m)).toBeGreaterThanOrEqual(19_456);
            expect(Number(t)).toBeGreaterThanOrEqual(2);
            expect(Number(p)).toBe(1);
          }
          expect(`${row.password_hash}${row.recovery_hash}`).not.toContain(recoveryCode);
          const login = (typed: string) => post(visitor(app.url), 'login', { username, password: typed });
          expect((await login(password)).status).toBe(200);
          // Nothing is truncated or folded: every character counts, including the last.
          expect((await login([...password].slice(0, -1).join(''))).status).toBe(401);
          expect((await login(`${password}x`)).status).toBe(401);
          expect((await login(password.toLowerCase())).status).toBe(
            password.toLowerCase() === password ? 200 : 401,
          );
        });
      }
      const common = createRequire(import.meta.url)(
        '@zxcvbn-ts/language-common/src/passwords.json',
      ) as string[];
      const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
      let pastTheForm = 0;
      for (const password of common.slice(0, 3000)) {
        await trials.run(`common: ${password}`, () => {
          for (const typed of [password, password.toUpperCase(), capital(password)]) {
            const problem = passwordProblem(typed);
            expect(problem, typed).not.toBeNull();
            if (problem?.issue === 'too_common') pastTheForm++;
          }
        });
      }
      await trials.run('the list refuses what the form would let through', async () => {
        expect(pastTheForm).toBeGreaterThan(0);
        const reply = await post(visitor(app.url), 'register', { ...wish(), password: 'Passw0rd' });
        expect([reply.status, reply.json.error]).toEqual([422, 'password is one of the most used']);
      });
    } finally {
      await app.close();
    }
  },
);

const TRIES = trialCount(200, 200);
/** Between the medians of a wrong password and of an unknown name; the limit of the promise. */
const TELLTALE_MS = 10;

promise('A3', 'a wrong password takes as long as an unknown name', async (trials) => {
  const app = await createTestApp();
  try {
    const known = await withPassword(app, await actor(app, 'user'));
    const took: Record<'wrong' | 'unknown', number[]> = { wrong: [], unknown: [] };
    const login = async (kind: 'wrong' | 'unknown', index: number) => {
      const username = kind === 'wrong' ? known.username : `nobody_${index}`;
      const from = performance.now();
      const { status } = await post(visitor(app.url), 'login', { username, password: 'Wrong-Horse-1' });
      took[kind].push(performance.now() - from);
      expect(status).toBe(401);
    };
    await login('wrong', -1);
    await login('unknown', -1);
    took.wrong.length = took.unknown.length = 0;
    // In turns, so that other load affects both alike.
    for (let index = 0; index < TRIES; index++) {
      await trials.run(`try ${index}`, async () => {
        const kinds = ['wrong', 'unknown'] as const;
        for (const kind of index % 2 ? kinds : kinds.toReversed()) await login(kind, index);
      });
    }
    const difference = Math.abs(median(took.wrong) - median(took.unknown));
    trials.measured(difference, 'ms between the medians');
    await trials.run('medians', () => expect(difference).toBeLessThan(TELLTALE_MS));
  } finally {
    await app.close();
  }
});
