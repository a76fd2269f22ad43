// No caller can do anything without permission or set a field that the server decides (Z1, Z2).
import { expect } from 'vitest';
import { ACTIONS } from '../../api/actions.ts';
import { type ActionName, CALLS } from '../../api/contract/actions.ts';
import { promise } from '../support/rules/promise.ts';
import { CALLERS, CASES, call, callerOf, withPassword, wrongCell } from '../support/server/accessTable.ts';
import { actor } from '../support/server/actors.ts';
import { capToken, visitor } from '../support/server/publish.ts';
import { everything } from '../support/server/rowChanges.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import { post, upload } from '../support/server/wire.ts';

const NAMES = Object.keys(CASES) as ActionName[];

promise('Z1', 'every action answers seven kinds of callers as declared', async (trials) => {
  const app = await createTestApp({ env: { DEMO_MODE: 'off' } });
  try {
    await trials.run('the cases and the registry name the same actions', () => {
      expect([...ACTIONS.keys()].sort()).toEqual([...NAMES].sort());
    });
    for (const name of NAMES) {
      for (const kind of CALLERS) {
        await trials.run(`${name} by ${kind}`, async () => {
          const wrong = await wrongCell(app, name, kind);
          if (wrong) throw new Error(wrong);
        });
      }
    }
  } finally {
    await app.close();
  }
});

/** Sentinels, so that a search finds any effect. */
const SMUGGLED: Record<string, unknown> = {
  likes: 987654321,
  plays: 987654322,
  bookmarks: 987654323,
  status: 'smuggled-status',
  userId: 'smuggled-user',
  account_id: 'smuggled-account',
  role: 'admin',
  isVerified: true,
  is_verified: 1,
  createdAt: '1999-01-01T00:00:00.000Z',
  created_at: 915148800000,
  autoApproved: true,
  requiresReview: false,
  reviewedBy: 'smuggled-reviewer',
  decided_by: 'smuggled-decider',
  id: 'smuggled-id',
};
/** JSON text, because an object literal would set the prototype of the test's own object. */
const POLLUTION = ['__proto__', 'constructor'].map(
  (name) => `"${name}": {"role": "admin", "isVerified": true, "prototype": {"role": "admin"}}`,
);

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body with one more field in it and in every object inside it, unless the field is there anyway. */
function withField(body: Json, name: string, value: unknown): Json {
  const inner = Object.fromEntries(
    Object.entries(body).map(([key, each]) => [key, isObject(each) ? withField(each, name, value) : each]),
  );
  return name in inner ? inner : { ...inner, [name]: value };
}

promise('Z2', 'ignores every extra field of a write', async (trials) => {
  const app = await createTestApp({ env: { DEMO_MODE: 'off' } });
  const { db } = app.deps;
  const powers = async () => ({
    admins: (await db.selectFrom('accounts').select('id').where('role', '=', 'admin').execute()).length,
    verified: (await db.selectFrom('accounts').select('id').where('is_verified', '<>', 0).execute()).length,
  });
  try {
    const writes = NAMES.filter((name) => CALLS[name].method === 'POST' && !CALLS[name].demoOnly);
    for (const name of writes) {
      const { body } = CASES[name];
      const { access } = CALLS[name];
      const kind = access === 'moderator' || access === 'admin' ? 'admin' : 'owner';
      const scene = async () => {
        const owner = await withPassword(app, await actor(app, name === 'register' ? 'guest' : 'user'));
        const caller = await callerOf(app, kind, owner);
        return { caller, sent: ((await body?.({ app, owner, caller })) ?? {}) as Json };
      };
      for (const [field, value] of Object.entries(SMUGGLED)) {
        await trials.run(`${name} with ${field}`, async () => {
          const { caller, sent } = await scene();
          const before = await powers();
          const { status } = await call(caller, name, withField(sent, field, value));
          expect(status).toBeLessThan(500);
          expect(await powers()).toEqual(before);
        });
      }
      for (const pollution of POLLUTION) {
        await trials.run(`${name} with ${pollution.slice(0, 14)}`, async () => {
          const { caller, sent } = await scene();
          const before = await powers();
          const text = JSON.stringify(sent);
          const { status } = await post(
            caller,
            name,
            `${text.slice(0, -1)}${text === '{}' ? '' : ','}${pollution}}`,
          );
          expect(status).toBeLessThan(500);
          expect(await powers()).toEqual(before);
          expect(({} as { role?: unknown }).role).toBeUndefined();
        });
      }
      await trials.run(`${name} left no trace`, async () => {
        const found = /smuggled-\w+|98765432\d|1999-01-01|915148800000/.exec(await everything(app));
        expect(found?.[0]).toBeUndefined();
      });
    }
    await trials.run('an upload with all of them waits, unseen', async () => {
      const person = visitor(app.url);
      const bytes = recording();
      const fields = Object.fromEntries(
        Object.entries(SMUGGLED)
          .filter(([name]) => name !== 'userId')
          .map(([name, value]) => [name, String(value)]),
      );
      const token = await capToken(person, bytes);
      const { json } = await upload(app.url, { ...fields, title: 'Plain', capToken: token }, { bytes });
      expect(json).toMatchObject({ success: true, requiresReview: true, data: { autoApproved: false } });
      expect(await everything(app)).not.toMatch(/smuggled-|98765432\d|1999-01-01/);
    });
  } finally {
    await app.close();
  }
});
