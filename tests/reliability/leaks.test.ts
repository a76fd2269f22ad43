// What an outsider learns about others by calling every read (Z3). Secrets of every kind are planted first.
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { ACTIONS } from '../../api/actions.ts';
import { listen } from '../support/browser/listen.ts';
import { promise } from '../support/rules/promise.ts';
import { type Actor, actor, comment, like, report, track, waitingUpload } from '../support/server/actors.ts';
import { callAction, capToken, visitor } from '../support/server/publish.ts';
import { createTestApp, recording, type TestApp } from '../support/server/testApp.ts';
import { upload } from '../support/server/wire.ts';

interface Planted {
  owner: Actor;
  trackId: string;
  pendingFile: string;
  secrets: Record<string, string>;
}

async function plant(app: TestApp): Promise<Planted> {
  const { db, keys } = app.deps;
  const [owner, fan, hidden, moderator] = [
    await actor(app, 'user'),
    await actor(app, 'user'),
    await actor(app, 'user'),
    await actor(app, 'moderator'),
  ];
  await db
    .updateTable('accounts')
    .set({
      email: 'planted@mail.example',
      password_hash: 'planted-password-hash',
      recovery_hash: 'planted-recovery-hash',
      preferences_json: '{"playback":{"volume":0.123457}}',
    })
    .where('id', '=', owner.accountId)
    .execute();
  await db
    .updateTable('accounts')
    .set({ bio: 'planted-hidden-bio', preferences_json: '{"privacy":{"publicProfile":false}}' })
    .where('id', '=', hidden.accountId)
    .execute();
  await track(app, hidden, 'By somebody hidden');
  const trackId = await track(app, owner, 'Heard by all');
  const reportId = await report(app, fan, trackId, 'planted-report');
  await waitingUpload(app, owner, 'planted-pending-title');
  await callAction(owner, 'updateTrack', { trackId, updates: { description: 'planted-edit' } });
  const rejected = await waitingUpload(app, owner, 'planted-rejected-title');
  await callAction(moderator, 'rejectUpload', { uploadId: rejected, reason: 'planted-rejection' });
  const commented = await comment(app, hidden, trackId);
  await callAction(fan, 'addFollow', { follow: { followingId: owner.accountId } });
  await callAction(fan, 'addCommentLike', { like: { commentId: commented } });
  const commentLike = await db.selectFrom('comment_likes').select('id').executeTakeFirstOrThrow();
  const follow = await db.selectFrom('follows').select('id').executeTakeFirstOrThrow();

  // A real upload: its file, its hashes, its device, its ticket.
  const bytes = recording();
  const sender = visitor(app.url);
  const token = await capToken(sender, bytes);
  const { json } = await upload(
    app.url,
    { capToken: token, title: 'planted-upload-title', deviceId: 'planted-device' },
    { bytes, name: 'planted-name.wav' },
  );
  expect(json.success).toBe(true);
  const stored = await db
    .selectFrom('uploads')
    .selectAll()
    .where('title', '=', 'planted-upload-title')
    .executeTakeFirstOrThrow();
  const spent = await db.selectFrom('spent_tickets').select('nonce').executeTakeFirstOrThrow();
  const session = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('account_id', '=', owner.accountId)
    .executeTakeFirstOrThrow();
  const audit = await db.selectFrom('audit_log').selectAll().executeTakeFirstOrThrow();
  return {
    owner,
    trackId,
    pendingFile: stored.file,
    secrets: {
      email: 'planted@mail.example',
      'password hash': 'planted-password-hash',
      'recovery hash': 'planted-recovery-hash',
      preference: '0.123457',
      'profile that is not public': 'planted-hidden-bio',
      'text of a report': 'planted-report',
      'id of a report': reportId,
      reporter: fan.accountId,
      "listener's name": fan.username,
      "listener's like": await like(app, fan, trackId, owner),
      "listener's bookmark": await like(app, fan, trackId, owner, 'bookmarks'),
      "listener's like of a comment": commentLike.id,
      follow: follow.id,
      'waiting upload': 'planted-pending-title',
      'waiting edit': 'planted-edit',
      'rejected upload': 'planted-rejected-title',
      'why it was rejected': 'planted-rejection',
      'waiting file': stored.file,
      'name of the file': 'planted-name',
      'device id': 'planted-device',
      'keyed device': keys.pseudonym('device', 'planted-device'),
      'keyed file hash': stored.file_key,
      'plain file hash': createHash('sha256').update(bytes).digest('hex'),
      address: '127.0.0.1',
      'keyed address': keys.pseudonym('address', '127.0.0.1'),
      'session token': owner.cookie.split('=')[1] ?? 'none',
      'hash of a session': session.token_hash,
      'spent ticket': spent.nonce,
      'chain of the log': audit.hash,
      moderator: moderator.accountId,
    },
  };
}

promise('Z3', 'an outsider who calls every read sees no planted secret', async (trials) => {
  const app = await createTestApp();
  try {
    const planted = await plant(app);
    const { owner, trackId } = planted;
    const stranger = await actor(app, 'user');
    const stream = await listen(stranger);
    const answers = new Map<string, string>();
    const queries: Record<string, string>[] = [
      {},
      { userId: owner.accountId },
      { userId: owner.username },
      { trackId },
      { user: owner.accountId, query: 'planted', limit: '500' },
      { category: 'bookmarked' },
      { days: '365' },
    ];
    const walk = async (path: string, cookie: string) => {
      const reply = await fetch(app.url + path, { headers: cookie ? { cookie } : {} });
      const headers = JSON.stringify([...reply.headers]);
      answers.set(`${cookie ? 'stranger' : 'visitor'} ${path}`, `${headers}\n${await reply.text()}`);
      return reply.status;
    };
    for (const cookie of ['', stranger.cookie, (await actor(app, 'guest')).cookie]) {
      for (const [name, action] of ACTIONS) {
        if (action.method !== 'GET') continue;
        for (const query of queries) {
          await walk(`/upload.php?${new URLSearchParams({ action: name, ...query })}`, cookie);
        }
      }
      for (const path of ['/healthz', '/readyz', '/metrics', '/api/openapi.json', '/'])
        await walk(path, cookie);
      for (const path of [`/audio/${planted.pendingFile}`, `/aural/audio/${planted.pendingFile}`]) {
        await trials.run(`the waiting file at ${path}`, async () => {
          const reply = await fetch(app.url + path, { headers: cookie ? { cookie } : {} });
          expect(reply.status).toBe(404);
        });
      }
    }
    // Actions of others meanwhile must not reach the outsider's event stream.
    await callAction(await actor(app, 'user'), 'addLike', { like: { trackId } });
    await callAction(await actor(app, 'user'), 'addFollow', { follow: { followingId: stranger.accountId } });
    await stream.until(1);
    answers.set('stranger /api/events', JSON.stringify([stream.events, stream.hints]));
    stream.close();
    expect(stream.events).toHaveLength(1);

    await trials.run('the outsider saw public content', () => {
      expect([...answers.values()].filter((text) => text.includes('Heard by all')).length).toBeGreaterThan(3);
    });
    for (const [what, secret] of Object.entries(planted.secrets)) {
      await trials.run(what, () => {
        const seen = [...answers].filter(([, text]) => text.includes(secret)).map(([path]) => path);
        expect(seen).toEqual([]);
      });
    }
  } finally {
    await app.close();
  }
});
