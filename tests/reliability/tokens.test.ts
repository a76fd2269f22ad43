// A token identifies only its holder, is stored nowhere in clear, and ends when it should (A1, A5, A7).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startSession } from '../../api/sessions/queries.ts';
import { hashToken } from '../../api/sessions/tokens.ts';
import { listen } from '../support/browser/listen.ts';
import { promise } from '../support/rules/promise.ts';
import { PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { type Actor, actor } from '../support/server/actors.ts';
import { createInstallation } from '../support/server/installation.ts';
import { type Client, callAction, visitor } from '../support/server/publish.ts';
import { rowChanges } from '../support/server/rowChanges.ts';
import { CHIEF, createServerHome } from '../support/server/serverProcess.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const TOKENS = 10_000;
const TOKEN_LENGTH = 43;

/** Whether `text` contains any of `tokens`; scans every run of token letters once. */
function holdsAny(text: string, tokens: ReadonlySet<string>): boolean {
  for (const [run] of text.matchAll(/[A-Za-z0-9_-]{43,}/g)) {
    for (let at = 0; at + TOKEN_LENGTH <= run.length; at++) {
      if (tokens.has(run.slice(at, at + TOKEN_LENGTH))) return true;
    }
  }
  return false;
}

/** Every file below, as Latin-1 text. */
const filesBelow = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, 'latin1') }));

promise('A1', '10,000 tokens are distinct, random, and nowhere on disk', async (trials) => {
  const installation = await createInstallation();
  const app = await installation.open();
  try {
    const person = await actor(app as unknown as TestApp, 'user');
    const tokens = new Set<string>();
    const ones = new Array<number>(256).fill(0);
    await app.deps.db.transaction().execute(async (tx) => {
      for (let index = 0; index < TOKENS; index++) {
        const token = await startSession(tx, person.accountId, Date.now());
        await trials.run(`token ${index}`, () => {
          const bits = Buffer.from(token, 'base64url');
          expect(bits.length * 8).toBeGreaterThanOrEqual(128);
          expect(tokens.has(token)).toBe(false);
          for (let bit = 0; bit < 256; bit++)
            ones[bit] = (ones[bit] ?? 0) + (((bits[bit >> 3] ?? 0) >> (bit & 7)) & 1);
        });
        tokens.add(token);
      }
    });
    await trials.run('every bit is as often 1 as 0', () => {
      // Six standard deviations of 10,000 fair coins are 300.
      for (const count of ones) expect(Math.abs(count - TOKENS / 2)).toBeLessThan(300);
    });
    await trials.run('each opens its session', async () => {
      for (const token of [...tokens].slice(0, 20)) {
        const me = await get({ url: app.url, cookie: `aural=${token}` }, 'me');
        expect(me.json.data).toMatchObject({ id: person.accountId });
      }
    });
    const check = (when: string) =>
      trials.run(`on the disk ${when}`, () => {
        const files = filesBelow(installation.directory);
        expect(files.some(({ text }) => text.includes(hashToken([...tokens][0] ?? '')))).toBe(true);
        expect(files.filter(({ text }) => holdsAny(text, tokens)).map(({ path }) => path)).toEqual([]);
      });
    await check('while open');
    await app.close();
    await check('when closed');
  } finally {
    await installation.remove();
  }
});

promise('A1', 'no token appears in a log, an address or a body', async (trials) => {
  const home = await createServerHome({ LOG_LEVEL: 'trace' });
  try {
    const server = await home.start();
    const tokens = new Set<string>();
    const answers: string[] = [];
    const people: Client[] = [];
    for (let index = 0; index < 20; index++) {
      const person = visitor(server.url);
      const reply = await post(person, 'getPowChallenge', { sha256: 'a'.repeat(64), size: 1 });
      answers.push(JSON.stringify(reply.json));
      people.push(person);
      tokens.add(person.cookie.split('=')[1] ?? '');
    }
    const admin = visitor(server.url);
    answers.push(JSON.stringify((await post(admin, 'login', CHIEF)).json));
    tokens.add(admin.cookie.split('=')[1] ?? '');
    for (const person of [...people, admin]) {
      for (const read of ['me', 'getDatabase', 'exportAccount', 'getUsers', 'getReports']) {
        answers.push(JSON.stringify((await get(person, read)).json));
      }
    }
    // A caller who puts the token into the URL does not see it repeated.
    for (const token of tokens) {
      const reply = await fetch(`${server.url}/upload.php?action=me&token=${token}`);
      answers.push(await reply.text(), JSON.stringify([...reply.headers]));
    }
    await server.kill();
    expect(tokens.size).toBe(21);
    await trials.run('log', () => {
      expect(server.log()).toContain('"operation":"login"');
      expect(holdsAny(server.log(), tokens)).toBe(false);
    });
    await trials.run('answers', () => expect(holdsAny(answers.join('\n'), tokens)).toBe(false));
    await trials.run('disk', () => {
      const files = filesBelow(home.directory).filter(({ text }) => holdsAny(text, tokens));
      expect(files.map(({ path }) => path)).toEqual([]);
    });
  } finally {
    await home.remove();
  }
});

promise('A5', 'logout, a new password, deletion and a ban end every session at once', async (trials) => {
  const app = await createTestApp();
  try {
    const admin = await withPassword(app, await actor(app, 'admin'));
    /** Every cause ends the sessions of `person`; the first one is the caller's. */
    const causes: Record<string, (person: Actor) => Promise<unknown>> = {
      logout: (person) => callAction({ ...person }, 'logout'),
      'new password': (person) =>
        callAction({ ...person }, 'changePassword', { password: PASSWORD, newPassword: 'Other-Horse-8' }),
      deletion: (person) => callAction({ ...person }, 'deleteAccount', { password: PASSWORD }),
      ban: (person) =>
        callAction(admin, 'deleteUser', { userId: person.accountId, reason: 'Spam', password: PASSWORD }),
    };
    for (const [cause, end] of Object.entries(causes)) {
      for (let round = 0; round < 10; round++) {
        await trials.run(`${cause} ${round}`, async () => {
          const person = await withPassword(app, await actor(app, 'user'));
          const elsewhere = `aural=${await startSession(app.deps.db, person.accountId, app.deps.now())}`;
          const tokens = cause === 'logout' ? [person.cookie] : [person.cookie, elsewhere];
          const stream = await listen({ ...person });
          await end(person);
          for (const cookie of tokens) {
            const client = { url: app.url, cookie };
            const bearer = { authorization: `Bearer ${cookie.split('=')[1]}` };
            expect((await post({ ...client }, 'markActivityAsRead', { activityId: 'all' })).status).toBe(401);
            expect((await get(client, 'exportAccount')).status).toBe(401);
            expect((await get(client, 'me')).json.data).toBeNull();
            const reply = await fetch(`${app.url}/upload.php?action=exportAccount`, { headers: bearer });
            expect(reply.status).toBe(401);
          }
          await stream.ended();
        });
      }
    }
  } finally {
    await app.close();
  }
});

promise('A7', 'answers only pages of our own origin, whatever the origin looks like', async (trials) => {
  const app = await createTestApp({ env: { PUBLIC_URL: 'https://aural.example' } });
  try {
    const person = await actor(app, 'user');
    const cookie = person.cookie.replace('aural=', '__Host-aural=');
    const { host } = new URL(app.url);
    const tricks = [
      'null',
      'https://evil.example',
      'https://aural.example.evil.example',
      'https://evilaural.example',
      'https://aural.example@evil.example',
      'https://aural.example:8443',
      'http://aural.example',
      'https://sub.aural.example',
      'https://aural.examplE.evil.example',
      'https://aural.example/',
      `https://${host}`,
      'file://',
      'https://aural.example, https://evil.example',
      `http://${host}.evil.example`,
    ];
    for (const origin of tricks) {
      await trials.run(origin, async () => {
        const before = await rowChanges(app);
        for (const site of [null, 'cross-site', 'same-site']) {
          const headers: Record<string, string> = { origin, cookie, 'content-type': 'application/json' };
          if (site) headers['sec-fetch-site'] = site;
          const write = await fetch(`${app.url}/upload.php?action=updateUser`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ userId: person.accountId, updates: { bio: 'taken over' } }),
          });
          expect([write.status, ((await write.json()) as { code: string }).code]).toEqual([
            403,
            'cross_site',
          ]);
          const read = await fetch(`${app.url}/upload.php?action=exportAccount`, { headers });
          const preflight = await fetch(`${app.url}/upload.php?action=updateUser`, {
            method: 'OPTIONS',
            headers: { ...headers, 'access-control-request-method': 'POST' },
          });
          for (const reply of [write, read, preflight]) {
            const cors = [...reply.headers.keys()].filter((name) => name.startsWith('access-control-'));
            expect(cors).toEqual([]);
            expect(reply.headers.get('cross-origin-resource-policy')).toBe('same-origin');
          }
        }
        expect(await rowChanges(app)).toBe(before);
      });
    }
    await trials.run('our own origin may write', async () => {
      const reply = await fetch(`${app.url}/upload.php?action=updateUser`, {
        method: 'POST',
        headers: { origin: 'https://aural.example', cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ userId: person.accountId, updates: { bio: 'mine' } }),
      });
      expect(reply.status).toBe(200);
    });
  } finally {
    await app.close();
  }
});
