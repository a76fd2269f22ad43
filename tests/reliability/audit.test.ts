// Actions of moderators and admins are logged in their own transaction, and the log cannot be changed (Z4).
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { firstBrokenAudit } from '../../api/db/auditLog.ts';
import { openDatabase } from '../../api/db/client.ts';
import { copyDatabase } from '../../api/db/copy.ts';
import { openServerKeys } from '../../api/storage/serverKey.ts';
import { promise, trialCount } from '../support/rules/promise.ts';
import { PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { type Actor, actor, comment, report, track, waitingUpload } from '../support/server/actors.ts';
import { createInstallation } from '../support/server/installation.ts';
import { type Client, callAction, signIn } from '../support/server/publish.ts';
import { CHIEF, createServerHome } from '../support/server/serverProcess.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { post } from '../support/server/wire.ts';

interface AdminAction {
  action: string;
  /** Prepares the target; returns the body and the id that the log must name. */
  prepare(app: TestApp, owner: Actor): Promise<{ body: unknown; targetId: string | null; reason?: string }>;
  /** Whether the target exists before and after. */
  hasBefore: boolean;
  hasAfter: boolean;
}

let names = 0;
const ADMIN_ACTIONS: AdminAction[] = [
  {
    action: 'approveUpload',
    prepare: async (app, owner) => {
      const uploadId = await waitingUpload(app, owner);
      return { body: { uploadId }, targetId: uploadId };
    },
    hasBefore: true,
    hasAfter: true,
  },
  {
    action: 'rejectUpload',
    prepare: async (app, owner) => {
      const uploadId = await waitingUpload(app, owner);
      return { body: { uploadId, reason: 'Too loud' }, targetId: uploadId, reason: 'Too loud' };
    },
    hasBefore: true,
    hasAfter: true,
  },
  {
    action: 'deleteTrack',
    prepare: async (app, owner) => {
      const trackId = await track(app, owner);
      return { body: { trackId }, targetId: trackId };
    },
    hasBefore: true,
    hasAfter: false,
  },
  {
    action: 'deleteComment',
    prepare: async (app, owner) => {
      const commentId = await comment(app, owner, await track(app, owner));
      return { body: { commentId }, targetId: commentId };
    },
    hasBefore: true,
    hasAfter: false,
  },
  {
    action: 'updateReportStatus',
    prepare: async (app, owner) => {
      const reportId = await report(app, owner, await track(app, owner));
      return { body: { reportId, status: 'resolved' }, targetId: reportId };
    },
    hasBefore: true,
    hasAfter: true,
  },
  {
    action: 'deleteReport',
    prepare: async (app, owner) => {
      const reportId = await report(app, await actor(app, 'guest'), await track(app, owner));
      return { body: { reportId }, targetId: reportId };
    },
    hasBefore: true,
    hasAfter: false,
  },
  {
    action: 'deleteUser',
    prepare: async (app) => {
      const { accountId } = await actor(app, 'user');
      return { body: { userId: accountId, reason: 'Spam', password: PASSWORD }, targetId: accountId };
    },
    hasBefore: true,
    hasAfter: false,
  },
  {
    action: 'addUser',
    prepare: async () => ({
      body: { user: { username: `Made_${++names}`, password: PASSWORD } },
      targetId: null,
    }),
    hasBefore: false,
    hasAfter: true,
  },
  {
    action: 'setAutoApproveStatus',
    prepare: async () => ({ body: { status: names % 2 === 0 }, targetId: 'auto_approve' }),
    hasBefore: true,
    hasAfter: true,
  },
  {
    action: 'forceDeleteTrack',
    prepare: async (app, owner) => {
      const trackTitle = `Taken down ${++names}`;
      const targetId = await track(app, owner, trackTitle);
      return {
        body: { trackTitle, username: owner.username, ruleId: 'other', password: PASSWORD },
        targetId,
      };
    },
    hasBefore: true,
    hasAfter: false,
  },
];

promise(
  'Z4',
  '100 admin actions write 100 entries with who, when, what, before and after',
  async (trials) => {
    const app = await createTestApp({ env: { DEMO_MODE: 'off' } });
    const { db } = app.deps;
    const length = async () => (await db.selectFrom('audit_log').select('position').execute()).length;
    try {
      const admin = await withPassword(app, await actor(app, 'admin'));
      const owner = await actor(app, 'user');
      for (let index = 0; index < 100; index++) {
        const action = ADMIN_ACTIONS[index % ADMIN_ACTIONS.length] as AdminAction;
        await trials.run(`${index}: ${action.action}`, async () => {
          const { body, targetId, reason } = await action.prepare(app, owner);
          const [before, from] = [await length(), Date.now()];
          await callAction(admin, action.action, body);
          expect(await length()).toBe(before + 1);
          const entry = await db
            .selectFrom('audit_log')
            .selectAll()
            .orderBy('position', 'desc')
            .executeTakeFirstOrThrow();
          expect(entry).toMatchObject({ actor_id: admin.accountId, action: action.action });
          if (targetId !== null) expect(entry.target_id).toBe(targetId);
          expect(entry.at).toBeGreaterThanOrEqual(from);
          expect(entry.at).toBeLessThanOrEqual(Date.now());
          const detail = JSON.parse(entry.detail_json) as Record<string, unknown>;
          const hash = (is: boolean) => (is ? expect.stringMatching(/^[0-9a-f]{64}$/) : null);
          expect(detail).toMatchObject({
            beforeHash: hash(action.hasBefore),
            afterHash: hash(action.hasAfter),
          });
          if (reason) expect(detail.reason).toBe(reason);
        });
      }
      await trials.run('a refused action leaves no entry', async () => {
        const before = await length();
        expect((await post(admin, 'approveUpload', { uploadId: 'none' })).status).toBe(404);
        expect(await length()).toBe(before);
      });
      await trials.run('the chain is whole', async () =>
        expect(await firstBrokenAudit(db, app.deps.keys.audit)).toBeNull(),
      );
      await trials.run('UPDATE is refused', () =>
        expect(db.updateTable('audit_log').set({ actor_id: 'x' }).execute()).rejects.toThrow(/append-only/),
      );
      await trials.run('DELETE is refused', () =>
        expect(db.deleteFrom('audit_log').where('position', '=', 1).execute()).rejects.toThrow(/append-only/),
      );
    } finally {
      await app.close();
    }
  },
);

promise('Z4', 'changing one byte in the file breaks the chain there', async (trials) => {
  const installation = await createInstallation();
  const app = await installation.open();
  try {
    const admin = await actor(app as unknown as TestApp, 'admin');
    const client: Client = { url: app.url, cookie: admin.cookie };
    for (let index = 0; index < 20; index++)
      await callAction(client, 'setAutoApproveStatus', { status: true });
    for (let index = 0; index < 20; index++) {
      for (const column of ['actor_id', 'action', 'target_type', 'target_id', 'detail_json', 'hash']) {
        await trials.run(`${column} of entry ${index + 1}`, async () => {
          const copy = join(installation.directory, `copy-${index}-${column}.db`);
          await copyDatabase(installation.env.databaseFile, copy);
          const { db, close } = await openDatabase(copy);
          try {
            await sql`drop trigger audit_log_no_update`.execute(db);
            // The last character, so that the JSON stays long enough.
            await sql`update audit_log set ${sql.ref(column)} =
              substr(${sql.ref(column)}, 1, length(${sql.ref(column)}) - 1) || '~' where position = ${index + 1}`.execute(
              db,
            );
            expect(await firstBrokenAudit(db, app.deps.keys.audit)).toBe(index + 1);
          } finally {
            await close();
          }
        });
        if (index > 0 && trialCount(0, 1) === 0) break;
      }
    }
  } finally {
    await app.close();
    await installation.remove();
  }
});

const KILLS = trialCount(10, 50);
promise(
  'Z4',
  'a kill leaves no action without its entry and no entry without its action',
  async (trials) => {
    const home = await createServerHome();
    try {
      for (let round = 0; round < KILLS; round++) {
        await trials.run(`kill ${round}`, async () => {
          const server = await home.start();
          const admin = await signIn(server.url, CHIEF.username, CHIEF.password);
          const add = () => {
            const username = `Made_${round}_${++names}`;
            return callAction(admin, 'addUser', { user: { username, password: PASSWORD } });
          };
          const work = async () => {
            for (;;) await add();
          };
          await add();
          const workers = [work(), work(), work()].map((job) => job.catch(() => null));
          await sleep(Math.random() * 500);
          await server.kill();
          await Promise.all(workers);
          const { db, close } = await openDatabase(home.databaseFile);
          try {
            const people = await db.selectFrom('accounts').select('id').where('role', '=', 'user').execute();
            const entries = await db
              .selectFrom('audit_log')
              .select('target_id')
              .where('action', '=', 'addUser')
              .execute();
            expect(entries.map((entry) => entry.target_id).sort()).toEqual(people.map(({ id }) => id).sort());
            expect(people.length).toBeGreaterThan(0);
            expect(await firstBrokenAudit(db, openServerKeys(home.directory).audit)).toBeNull();
          } finally {
            await close();
          }
        });
      }
    } finally {
      await home.remove();
    }
  },
  30_000 * (KILLS + 2),
);
