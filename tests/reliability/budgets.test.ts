// Request budgets hold against floods, forged addresses, restarts and a broken store (L1–L4).
import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { BUDGETS, createRateLimits } from '../../api/middleware/rateLimit.ts';
import { promise } from '../support/rules/promise.ts';
import { type Actor, actor, track } from '../support/server/actors.ts';
import { createInstallation, type OpenApp } from '../support/server/installation.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

type Kind = keyof typeof BUDGETS;
const KINDS = Object.keys(BUDGETS) as Kind[];
const asApp = (app: OpenApp) => app as unknown as TestApp;

promise(
  'L1',
  'every limiter class allows exactly its budget until its window ends, also with 100 requests over it at once',
  async (trials) => {
    const app = await createTestApp();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    try {
      const limits = createRateLimits(1, app.deps.limitStore);
      for (const kind of KINDS) {
        const { points, seconds } = BUDGETS[kind];
        const consume = () => limits.consume(kind, `somebody ${kind}`);
        const flood = async () => {
          const tries = await Promise.allSettled(Array.from({ length: points + 100 }, consume));
          return tries.filter(({ status }) => status === 'fulfilled').length;
        };
        await trials.run(`${kind}: ${points + 100} at once`, async () => expect(await flood()).toBe(points));
        await trials.run(`${kind}: Retry-After`, async () => {
          const refused = await consume().catch((error: unknown) => error);
          expect(refused).toMatchObject({ code: 'rate_limited' });
          const after = Number((refused as { headers: Record<string, string> }).headers['Retry-After']);
          expect(after).toBeGreaterThan(0);
          expect(after).toBeLessThanOrEqual(seconds);
        });
        await trials.run(`${kind}: other callers are unaffected`, () =>
          limits.consume(kind, 'somebody else'),
        );
        await trials.run(`${kind}: still refused just before the window ends`, async () => {
          vi.setSystemTime(Date.now() + seconds * 1000 - 1500);
          await expect(consume()).rejects.toMatchObject({ code: 'rate_limited' });
        });
        await trials.run(`${kind}: the next window is whole`, async () => {
          vi.setSystemTime(Date.now() + 3000);
          expect(await flood()).toBe(points);
        });
      }
    } finally {
      vi.useRealTimers();
      await app.close();
    }
  },
);

/** Calls that count although most are refused; only a stored comment counts as one. */
const CALLS: Partial<Record<Kind, (app: OpenApp, person: Actor) => Promise<Response>>> = {
  auth: (app) => send(app, 'login', {}, ''),
  ticket: (app, { cookie }) => send(app, 'getPowChallenge', {}, cookie),
  write: (app, { cookie }) => send(app, 'addLike', {}, cookie),
  comment: async (app, person) => {
    const trackId = await track(asApp(app), person);
    return send(app, 'addComment', { trackId, content: 'Hm' }, person.cookie);
  },
  upload: (app) => fetch(`${app.url}/upload.php`, { method: 'POST', body: new FormData() }),
  guest: (app) => send(app, 'getPowChallenge', { sha256: 'a'.repeat(64), size: 1 }, ''),
};

function send(app: OpenApp, action: string, body: unknown, cookie: string, headers = {}): Promise<Response> {
  return fetch(`${app.url}/upload.php?action=${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}), ...headers },
    body: JSON.stringify(body),
  });
}

promise(
  'L1',
  'answers n requests over HTTP and refuses the next with 429 and Retry-After',
  async (trials) => {
    for (const kind of Object.keys(CALLS) as Kind[]) {
      await trials.run(kind, async () => {
        const installation = await createInstallation({ RATE_LIMIT_FACTOR: '1' });
        const app = await installation.open();
        try {
          const person = await actor(asApp(app), 'user');
          // A visitor's ticket is also counted as a ticket, which is the smaller budget.
          const points =
            kind === 'guest' ? Math.min(BUDGETS.guest.points, BUDGETS.ticket.points) : BUDGETS[kind].points;
          const replies = await Promise.all(
            Array.from({ length: points + 20 }, () =>
              (CALLS[kind] as NonNullable<(typeof CALLS)[Kind]>)(app, person),
            ),
          );
          const refused = replies.filter(({ status }) => status === 429);
          expect(replies.length - refused.length).toBe(points);
          for (const reply of refused) expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
        } finally {
          await app.close();
          await installation.remove();
        }
      });
    }
  },
);

const FORGERIES: ((index: number) => Record<string, string>)[] = [
  (n) => ({ 'x-forwarded-for': `198.51.100.${n}` }),
  (n) => ({ 'x-forwarded-for': `198.51.100.${n}, 203.0.113.9` }),
  (n) => ({ 'x-forwarded-for': `203.0.113.9, 198.51.100.${n}` }),
  (n) => ({ 'x-forwarded-for': `2001:db8:${n}::1` }),
  (n) => ({ 'x-forwarded-for': `[2001:db8:${n}::1]:443` }),
  (n) => ({ 'x-forwarded-for': `::ffff:198.51.100.${n}` }),
  (n) => ({ 'x-forwarded-for': `"198.51.100.${n}"` }),
  (n) => ({ 'x-forwarded-for': `unknown, 198.51.100.${n}` }),
  (n) => ({ 'x-forwarded-for': `198.51.100.${n}:8080` }),
  (n) => ({ 'X-FORWARDED-FOR': `198.51.100.${n}` }),
  (n) => ({ forwarded: `for=198.51.100.${n}` }),
  (n) => ({ forwarded: `for="[2001:db8:${n}::1]";proto=https` }),
  (n) => ({ 'x-real-ip': `198.51.100.${n}` }),
  (n) => ({ 'x-client-ip': `198.51.100.${n}` }),
  (n) => ({ 'client-ip': `198.51.100.${n}` }),
  (n) => ({ 'cf-connecting-ip': `198.51.100.${n}` }),
  (n) => ({ 'true-client-ip': `198.51.100.${n}` }),
  (n) => ({ 'x-cluster-client-ip': `198.51.100.${n}` }),
  (n) => ({ 'fastly-client-ip': `198.51.100.${n}` }),
  (n) => ({ 'x-forwarded': `for=198.51.100.${n}`, via: `1.1 host${n}`, host: '127.0.0.1' }),
];

async function loginsLetThrough(
  app: OpenApp,
  headers: (index: number) => Record<string, string>,
  count: number,
) {
  const replies = await Promise.all(
    Array.from({ length: count }, (_, index) => send(app, 'login', {}, '', headers(index))),
  );
  return replies.filter(({ status }) => status !== 429).length;
}

promise(
  'L2',
  'ignores forged addresses, and behind a proxy uses only the proxy’s, by /64',
  async (trials) => {
    const { points } = BUDGETS.auth;
    const withApp = async (extra: Record<string, string>, work: (app: OpenApp) => Promise<void>) => {
      const installation = await createInstallation({ RATE_LIMIT_FACTOR: '1', ...extra });
      const app = await installation.open();
      try {
        await work(app);
      } finally {
        await app.close();
        await installation.remove();
      }
    };
    for (const [index, forgery] of FORGERIES.entries()) {
      await trials.run(`form ${index}: ${Object.keys(forgery(1))}`, () =>
        withApp({}, async (app) => expect(await loginsLetThrough(app, forgery, points + 20)).toBe(points)),
      );
    }
    const proxied = { TRUST_PROXY: 'on' };
    await trials.run('256 addresses of one /64 are one', () =>
      withApp(proxied, async (app) => {
        const address = (n: number) => ({
          'x-forwarded-for': `2001:db8:1:2:${n.toString(16)}::${n.toString(16)}`,
        });
        expect(await loginsLetThrough(app, address, 256)).toBe(points);
      }),
    );
    await trials.run('addresses of different /64 are different', () =>
      withApp(proxied, async (app) => {
        const address = (n: number) => ({ 'x-forwarded-for': `2001:db8:1:${n.toString(16)}::1` });
        expect(await loginsLetThrough(app, address, points + 20)).toBe(points + 20);
      }),
    );
    await trials.run('ignores entries that a client put before the proxy’s own', () =>
      withApp(proxied, async (app) => {
        const address = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}, 203.0.113.9` });
        expect(await loginsLetThrough(app, address, points + 20)).toBe(points);
      }),
    );
  },
);

promise('L3', 'counts 1,000 plays and 1,000 likes by one listener once per window', async (trials) => {
  const app = await createTestApp();
  try {
    const owner = await actor(app, 'user');
    const stats = async (id: string) =>
      app.deps.db
        .selectFrom('tracks')
        .select(['plays', 'likes', 'bookmarks'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const many = async (work: () => Promise<{ status: number }>) => {
      for (let done = 0; done < 1000; done += 50) {
        const replies = await Promise.all(Array.from({ length: 50 }, work));
        expect(replies.every(({ status }) => status === 200)).toBe(true);
      }
    };
    for (const kind of ['visitor', 'guest', 'user'] as const) {
      await trials.run(`plays of a ${kind}`, async () => {
        const trackId = await track(app, owner);
        const listener = kind === 'visitor' ? { url: app.url, cookie: '' } : await actor(app, kind);
        await many(() => post({ ...listener }, 'incrementPlay', { trackId }));
        expect((await stats(trackId)).plays).toBe(1);
        app.advance(30 * 60 * 1000);
        await post({ ...listener }, 'incrementPlay', { trackId });
        expect((await stats(trackId)).plays).toBe(2);
      });
    }
    await trials.run('likes and bookmarks', async () => {
      const trackId = await track(app, owner);
      const fan = await actor(app, 'user');
      await many(() => post({ ...fan }, 'addLike', { like: { trackId } }));
      await many(() => post({ ...fan }, 'addBookmark', { bookmark: { trackId } }));
      expect(await stats(trackId)).toMatchObject({ likes: 1, bookmarks: 1 });
      const snapshot = (await get(owner, 'getDatabase')).json.data as {
        notifications: { trackId: string }[];
      };
      expect(snapshot.notifications.filter((news) => news.trackId === trackId)).toHaveLength(2);
    });
  } finally {
    await app.close();
  }
});

/** Budgets that must survive a restart (`FORGIVEN_AT_START` names the others). */
const KEPT: Kind[] = ['write', 'comment', 'auth', 'ticket', 'upload', 'guest'];

promise(
  'L4',
  'spent budgets survive a restart, and memory counts while the store is broken',
  async (trials) => {
    const installation = await createInstallation({ RATE_LIMIT_FACTOR: '1' });
    const spend = async (app: OpenApp, kind: Kind, caller: string, times: number) => {
      const limits = createRateLimits(1, app.deps.limitStore);
      const tries = await Promise.allSettled(
        Array.from({ length: times }, () => limits.consume(kind, caller)),
      );
      return tries.filter(({ status }) => status === 'fulfilled').length;
    };
    try {
      for (const kind of KEPT) {
        const { points } = BUDGETS[kind];
        await trials.run(`${kind} over a restart`, async () => {
          const first = await installation.open();
          expect(await spend(first, kind, 'somebody', points)).toBe(points);
          await first.close();
          const second = await installation.open();
          expect(await spend(second, kind, 'somebody', 10)).toBe(0);
          expect(await spend(second, kind, 'somebody else', 1)).toBe(1);
          await second.close();
        });
        await trials.run(`${kind} with the store closed`, async () => {
          const app = await installation.open();
          app.deps.limitStore.close();
          expect(await spend(app, kind, 'a third', points + 50)).toBe(points);
          app.deps.limitStore = { ...app.deps.limitStore, close: () => {} };
          await app.deps.inspector.close();
          await app.deps.db.destroy();
        });
      }
      await trials.run('over HTTP, after a restart and then with a broken store', async () => {
        const own = await createInstallation({ RATE_LIMIT_FACTOR: '1' });
        const first = await own.open();
        expect(await loginsLetThrough(first, () => ({}), 40)).toBe(40);
        await first.close();
        const second = await own.open();
        expect(await loginsLetThrough(second, () => ({}), 40)).toBe(20);
        second.deps.limitStore.close();
        // The fallback in memory starts with a full budget and also ends.
        expect(await loginsLetThrough(second, () => ({}), 100)).toBe(BUDGETS.auth.points);
        second.deps.limitStore.close = () => {};
        await second.close();
        await own.remove();
      });
      await trials.run('a damaged file is replaced at the start', async () => {
        const own = await createInstallation({ RATE_LIMIT_FACTOR: '1' });
        await (await own.open()).close();
        expect(readdirSync(own.directory)).toContain('limits.db');
        const handle = openSync(join(own.directory, 'limits.db'), 'r+');
        writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, 0);
        closeSync(handle);
        const app = await own.open();
        expect(await loginsLetThrough(app, () => ({}), 80)).toBe(BUDGETS.auth.points);
        await app.close();
        await own.remove();
      });
    } finally {
      await installation.remove();
    }
  },
);
