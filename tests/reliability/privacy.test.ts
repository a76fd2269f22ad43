// Users can export and delete what is stored about them, and nothing about them is stored where it need not be (G1, G2, G4–G6).
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { DatabaseView } from '../../api/contract/snapshot.ts';
import { addFollow } from '../../api/follows/store.ts';
import { backup } from '../../api/jobs/backup.ts';
import { restore } from '../../api/jobs/restore.ts';
import { retain } from '../../api/jobs/retention.ts';
import { sweep, unlinkDoomed } from '../../api/jobs/tidy.ts';
import { addEscalation, putClaim, setHidden } from '../../api/moderation/store.ts';
import { noteConsent } from '../../api/tracks/consentStore.ts';
import { noteCleanApproval } from '../../api/uploads/trustStore.ts';
import { promise } from '../support/rules/promise.ts';
import { PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { actor, comment, like, track, waitingUpload } from '../support/server/actors.ts';
import { createInstallation, type OpenApp } from '../support/server/installation.ts';
import { type Client, callAction, capToken, signIn, visitor } from '../support/server/publish.ts';
import { everything } from '../support/server/rowChanges.ts';
import { CHIEF, createServerHome } from '../support/server/serverProcess.ts';
import { createTestApp, recording, type TestApp } from '../support/server/testApp.ts';
import { get, post, upload } from '../support/server/wire.ts';

const asApp = (app: OpenApp) => app as unknown as TestApp;

/** Every file below a data directory, as Latin-1 text; the server's key is not data. */
const filesBelow = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'server.key')
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, 'latin1') }));

const holding = (directory: string, needles: readonly string[]) =>
  filesBelow(directory).flatMap(({ path, text }) =>
    needles.filter((needle) => text.includes(needle)).map((needle) => `${needle} in ${path}`),
  );

async function send(client: Client, bytes: Buffer, fields: Record<string, string>): Promise<string> {
  const token = await capToken(client, bytes);
  const { json } = await upload(
    client.url,
    { capToken: token, ...fields },
    { bytes, name: 'canary-name.wav' },
  );
  if (!json.success) throw new Error(JSON.stringify(json));
  return (json.data as { uploadId: string }).uploadId;
}

promise('G1', 'stores no plain SHA-256 of an uploaded file in database, log or answers', async (trials) => {
  const home = await createServerHome({ LOG_LEVEL: 'trace' });
  try {
    const server = await home.start();
    const admin = await signIn(server.url, CHIEF.username, CHIEF.password);
    const hashes: string[][] = [];
    const answers: string[] = [];
    for (let index = 0; index < 20; index++) {
      const bytes = recording(5);
      const digest = createHash('sha256').update(bytes).digest();
      hashes.push([
        digest.toString('hex'),
        digest.toString('hex').toUpperCase(),
        digest.toString('base64').replace(/=$/, ''),
        digest.toString('base64url'),
        digest.toString('latin1'),
      ]);
      const person = visitor(server.url);
      const uploadId = await send(person, bytes, { title: `Hashed ${index}` });
      if (index % 2) await callAction(admin, 'approveUpload', { uploadId });
      for (const client of [person, admin]) {
        for (const read of [
          'getDatabase',
          'getTracks',
          'getPendingUploads',
          'exportAccount',
          'getStatistics',
        ]) {
          answers.push(JSON.stringify((await get(client, read)).json));
        }
      }
    }
    const seen = `${server.log()}\n${answers.join('\n')}`;
    expect(seen).toContain('Hashed 1');
    await server.kill();
    for (const [index, forms] of hashes.entries()) {
      await trials.run(`file ${index}`, () => {
        expect(forms.filter((form) => seen.includes(form))).toEqual([]);
        expect(holding(home.directory, forms)).toEqual([]);
      });
    }
  } finally {
    await home.remove();
  }
});

promise(
  'G2',
  'deleting an account leaves nothing on disk, and counts of others stay right',
  async (trials) => {
    const installation = await createInstallation();
    const app = await installation.open();
    try {
      const { db } = app.deps;
      const [friend, admin] = [await actor(asApp(app), 'user'), await actor(asApp(app), 'admin')];
      const kept = await track(asApp(app), friend, 'Stays');
      await like(asApp(app), admin, kept, friend);
      await comment(asApp(app), admin, kept);

      const leaver = visitor(app.url);
      const password = 'Canary-Cage-77';
      const { me } = await callAction<{ me: { id: string } }>(leaver, 'register', {
        username: 'Canary_Name',
        password,
        email: 'canary-mail@example.org',
        isOver18: true,
      });
      await callAction(leaver, 'updateUser', {
        userId: me.id,
        updates: { bio: 'canary-bio', tags: ['canary-tag-one'] },
      });
      // The audio itself is a canary: a run of samples that exists nowhere else.
      const bytes = recording(5);
      const run = randomBytes(48);
      run.copy(bytes, bytes.length - 4000);
      const fields = { title: 'canary-title', description: 'canary-description', deviceId: 'canary-device' };
      const uploadId = await send(leaver, bytes, { ...fields, tags: '["canary-tag-two"]' });
      const { id: trackId } = await callAction<{ id: string }>(admin, 'approveUpload', { uploadId });
      const waitingBytes = recording(5);
      run.copy(waitingBytes, waitingBytes.length - 4000);
      await send(leaver, waitingBytes, { title: 'canary-waiting' });
      await callAction(leaver, 'updateTrack', { trackId, updates: { title: 'canary-edit' } });
      await callAction(leaver, 'addComment', { trackId: kept, content: 'canary-comment' });
      await callAction(leaver, 'addLike', { like: { trackId: kept } });
      await callAction(leaver, 'addFollow', { follow: { followingId: friend.accountId } });
      const report = { type: 'recording', targetId: kept, reason: 'canary-report' };
      await callAction(leaver, 'addReport', { report });
      // Other users have the canaries in their notifications.
      await callAction(friend, 'addFollow', { follow: { followingId: me.id } });
      await callAction(friend, 'addLike', { like: { trackId } });
      await callAction(friend, 'addComment', { trackId, content: 'Hm' });

      const canaries = {
        name: 'Canary_Name',
        'name in lower case': 'canary_name',
        mail: 'canary-mail',
        bio: 'canary-bio',
        'tag of the person': 'canary-tag-one',
        title: 'canary-title',
        'title of a waiting upload': 'canary-waiting',
        'title of a waiting edit': 'canary-edit',
        description: 'canary-description',
        'tag of the track': 'canary-tag-two',
        comment: 'canary-comment',
        'text of a report': 'canary-report',
        'name of the file': 'canary-name',
        'device id': 'canary-device',
        'keyed device': app.deps.keys.pseudonym('device', 'canary-device'),
        audio: run.toString('latin1'),
      };
      const isThere = holding(installation.directory, Object.values(canaries)).join('\n');
      await trials.run('the canaries were there', () => {
        for (const planted of ['canary-title', 'canary-comment', 'canary-mail', run.toString('latin1')]) {
          expect(isThere).toContain(planted);
        }
      });
      await callAction(leaver, 'deleteAccount', { password });
      await unlinkDoomed(app.deps);
      await sweep(app.deps, 0, false);
      await retain(app.deps);
      for (const [what, canary] of Object.entries(canaries)) {
        await trials.run(`${what} while running`, () => {
          expect(holding(installation.directory, [canary])).toEqual([]);
        });
      }
      await trials.run('others keep their content, and its counts are right', async () => {
        const view = (await get(friend, 'getDatabase')).json.data as DatabaseView;
        expect(view.tracks).toMatchObject([{ id: kept, likes: 1, commentsCount: 1 }]);
        expect(view.follows).toEqual([]);
        expect(view.notifications.filter(({ user }) => user?.id === me.id)).toEqual([]);
        const person = await db
          .selectFrom('accounts')
          .select(['followers_count', 'following_count', 'total_likes'])
          .where('id', '=', friend.accountId)
          .executeTakeFirst();
        expect(person).toEqual({ followers_count: 0, following_count: 0, total_likes: 1 });
      });
      await app.close();
      for (const [what, canary] of Object.entries(canaries)) {
        await trials.run(`${what} when closed`, () => {
          expect(holding(installation.directory, [canary])).toEqual([]);
        });
      }
    } finally {
      await installation.remove();
    }
  },
);

promise('G4', 'an erasure stays in effect after an older backup is restored', async (trials) => {
  const installation = await createInstallation();
  try {
    let app = await installation.open();
    const owner = await actor(asApp(app), 'user');
    const admin = await withPassword(asApp(app), await actor(asApp(app), 'admin'));
    const kept = await track(asApp(app), owner, 'Kept');
    const erased: { what: string; id: string; canary: string; erase: () => Promise<unknown> }[] = [];
    for (let index = 0; index < 5; index++) {
      const person = await actor(asApp(app), 'user');
      await comment(asApp(app), person, kept);
      erased.push({
        what: `account ${index}`,
        id: person.accountId,
        canary: person.username,
        erase: () => callAction(person, 'deleteAccount', {}),
      });
      const trackId = await track(asApp(app), owner, `canary-track-${index}`);
      erased.push({
        what: `track ${index}`,
        id: trackId,
        canary: `canary-track-${index}`,
        erase: () => callAction(owner, 'deleteTrack', { trackId }),
      });
      const waiting = await actor(asApp(app), 'user');
      const uploadId = await waitingUpload(asApp(app), waiting, `canary-waiting-${index}`);
      erased.push({
        what: `waiting upload ${index}`,
        id: uploadId,
        canary: `canary-waiting-${index}`,
        erase: () =>
          callAction(admin, 'deleteUser', { userId: waiting.accountId, reason: 'Spam', password: PASSWORD }),
      });
      const commentId = await comment(asApp(app), owner, kept);
      erased.push({
        what: `comment ${index}`,
        id: commentId,
        canary: commentId,
        erase: () => callAction(owner, 'deleteComment', { commentId }),
      });
    }
    const target = join(installation.directory, 'backup');
    await backup(installation.env, target);
    for (const { erase } of erased) await erase();
    await app.close();
    await restore(installation.env, target);
    app = await installation.open();
    // The ledger and the row of an ended session contain the bare id.
    const rows = await everything(asApp(app), ['ledger', 'events']);
    for (const { what, id, canary } of erased) {
      await trials.run(what, () => {
        expect(rows).not.toContain(id);
        if (canary !== id) expect(rows).not.toContain(`"${canary}"`);
      });
    }
    await trials.run('content that was not erased is back, and its counts are right', async () => {
      const again = { url: app.url, cookie: owner.cookie };
      const tracks = (await get(again, 'getTracks')).json.data as { id: string; commentsCount: number }[];
      expect(tracks).toMatchObject([{ id: kept, commentsCount: 0 }]);
    });
    await app.close();
  } finally {
    await installation.remove();
  }
});

/** Tables without personal data, or with data the user has anyway; every other one must be in the export. */
const NOT_EXPORTED: Record<string, string> = {
  account_docs: 'where the index of names holds the account',
  moves: 'a keyed hash, gone in ten minutes',
  review_claims: 'a moderator at work, gone with the decision',
  review_escalations: 'a moderator at work, gone with the decision',
  review_hidden: 'a moderator at work, gone with the decision',
  events: 'hints to read again, gone in a day',
  audit_log: 'actions of moderators, never erased, without words of the people concerned',
  idempotency_keys: 'sealed with keys that only the client has, gone in a day',
  ledger: 'ids of what was erased, decisions of moderators',
};

/** A row in every column that names an account; returns the account and one that its rows name. */
async function plantEverywhere(app: TestApp) {
  const { db } = app.deps;
  const [person, other] = [await actor(app, 'user'), await actor(app, 'user')];
  const [blocked, blocker] = [await actor(app, 'user'), await actor(app, 'user')];
  const foreign = await track(app, other, 'Foreign');
  const own = await track(app, person, 'Own');
  const waiting = await waitingUpload(app, person, 'Own waiting');
  const commentId = await comment(app, person, foreign);
  const theirs = await comment(app, other, own);
  await like(app, person, foreign, other);
  await like(app, person, foreign, other, 'bookmarks');
  await callAction(person, 'addCommentLike', { like: { commentId: theirs } });
  await addFollow(db, person.accountId, other.accountId, app.deps.now());
  await addFollow(db, blocked.accountId, person.accountId, app.deps.now());
  await callAction(person, 'addReport', {
    report: { type: 'recording', targetId: foreign, reason: 'Why' },
  });
  await callAction(person, 'updateTrack', { trackId: own, updates: { title: 'Own, changed' } });
  await callAction(person, 'addLike', { like: { trackId: foreign } });
  await callAction(other, 'addLike', { like: { trackId: own } });
  await callAction(person, 'incrementPlay', { trackId: foreign });
  await callAction(person, 'addComment', { trackId: foreign, content: 'Own words' });
  await callAction(person, 'startMove');
  await callAction(person, 'hidePerson', { userId: blocked.accountId, kind: 'block' });
  await callAction(blocker, 'hidePerson', { userId: person.accountId, kind: 'mute' });
  const now = app.deps.now();
  await db
    .insertInto('old_usernames')
    .values({ username_key: 'once_called', account_id: person.accountId, until: now + 1000 })
    .execute();
  await db
    .insertInto('upload_events')
    .values({
      id: randomUUID(),
      account_id: person.accountId,
      device_key: 'secret-device-key',
      file_key: 'secret-file-key-2',
      seconds: 61.5,
      created_at: now,
    })
    .execute();
  await db
    .insertInto('transfers')
    .values({
      id: randomUUID(),
      account_id: person.accountId,
      upload_key: randomUUID(),
      file: `${randomBytes(16).toString('hex')}.part`,
      size: 7_654_321,
      content_key: 'secret-content-key',
      created_at: now,
      expires_at: now + 1000,
    })
    .execute();
  await db.transaction().execute(async (tx) => {
    await noteConsent(tx, { id: waiting, accountId: person.accountId, version: 1, givenAt: now });
    // As of a former moderator.
    await putClaim(tx, waiting, person.accountId, now + 60_000);
    await addEscalation(tx, waiting, { accountId: person.accountId, note: 'secret-note' }, now);
    await setHidden(tx, waiting, person.accountId, true, now);
    await noteCleanApproval(tx, person.accountId);
  });
  return { person, other, blocked, blocker, commentId, theirs };
}

/** Finds every column of every table that names an account, also in later tables. */
async function owningColumns({ deps: { db } }: TestApp): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table' and (c.name = 'listener' or c.name = 'account_id' or c.name like '%er_id')`.execute(
    db,
  );
  expect(rows.length).toBeGreaterThan(20);
  return rows.filter(({ table }) => !table.startsWith('tracks_fts'));
}

async function rowsNaming(
  { deps: { db } }: TestApp,
  { table, column }: { table: string; column: string },
  accountId: string,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where ${sql.ref(column)} = ${accountId}`.execute(db);
  return rows;
}

/** Parts of a row that the export must contain. */
function exportedPartOf(table: string, row: Record<string, unknown>): unknown {
  if (table === 'sessions') return new Date(Number(row.created_at)).toISOString();
  if (table === 'uploader_trust') return `"cleanApprovals":${row.clean_approvals}`;
  return row.id ?? row.username_key ?? row.track_id ?? row.other_id;
}

/** Columns that the test does not plant by hand. */
const UNPLANTED = ['events', 'audit_log', 'idempotency_keys'];

/** Columns in which another user says something about this user that they may know. */
const NOT_TOLD = ['follows.following_id', 'blocks.other_id'];

promise('G5', 'the export holds every row of its account, and nothing of others', async (trials) => {
  const app = await createTestApp();
  try {
    const { person, other, blocker, commentId, theirs } = await plantEverywhere(app);
    const text = JSON.stringify((await get(person, 'exportAccount')).json.data);
    for (const { table, column } of await owningColumns(app)) {
      await trials.run(`${table}.${column}`, async () => {
        const rows = await rowsNaming(app, { table, column }, person.accountId);
        if (!UNPLANTED.includes(table)) expect(rows.length, 'nothing was planted').toBeGreaterThan(0);
        if (table in NOT_EXPORTED || NOT_TOLD.includes(`${table}.${column}`)) return;
        for (const row of rows) expect(text).toContain(String(exportedPartOf(table, row)));
      });
    }
    for (const [what, secret] of Object.entries({
      'a token': person.cookie.split('=')[1] ?? '',
      'a device key': 'secret-device-key',
      'a file hash': 'secret-file-key',
      'a content key': 'secret-content-key',
      'a password': 'password_hash',
      'a note of moderators': 'secret-note',
      'who has muted the person': blocker.accountId,
    })) {
      await trials.run(`no ${what}`, () => expect(text).not.toContain(secret));
    }
    await trials.run('nothing of others', () => {
      expect(text).not.toContain(other.username);
      expect(text).not.toContain(`"${theirs}","trackId"`);
    });
    expect(text).toContain(commentId);
  } finally {
    await app.close();
  }
});

/** Tables that still name an account after its deletion, and why. */
const OUTLIVING: Record<string, string> = {
  audit_log: 'actions of moderators, never erased',
  events: 'the word that a session has ended, gone in a day',
};

promise('G2', 'no row of any table names a deleted account', async (trials) => {
  const app = await createTestApp();
  try {
    const { person, blocked } = await plantEverywhere(app);
    const columns = await owningColumns(app);
    await callAction(person, 'deleteAccount', {});
    for (const name of columns.filter(({ table }) => !(table in OUTLIVING))) {
      await trials.run(`${name.table}.${name.column}`, async () => {
        expect(await rowsNaming(app, name, person.accountId)).toEqual([]);
      });
    }
    await trials.run('accounts that the person had blocked still exist', async () => {
      const rows = await rowsNaming(app, { table: 'sessions', column: 'account_id' }, blocked.accountId);
      expect(rows).toHaveLength(1);
    });
  } finally {
    await app.close();
  }
});

promise('G6', 'the most verbose log of a whole journey holds no user text', async (trials) => {
  const home = await createServerHome({ LOG_LEVEL: 'trace' });
  try {
    const server = await home.start();
    const secrets: Record<string, string> = {
      password: 'Geheim-Wort-91',
      'wrong password': 'Falsches-Wort-17',
      'new password': 'Neues-Geheimnis-3',
      mail: 'verborgen@example.org',
      title: 'Verborgener Titel',
      description: 'Verborgene Worte',
      comment: 'Verborgene Meinung',
      bio: 'Verborgenes Leben',
      report: 'Verborgener Grund',
      'search words': 'verborgenesuche',
      'file name': 'verborgene-datei',
      device: 'verborgenes-geraet',
      name: 'Verborgener_Name',
      address: '127.0.0.1',
    };
    const s = secrets as Record<'password' | 'title' | 'name', string> & Record<string, string>;
    const person = visitor(server.url);
    const tokens = new Set<string>();
    const note = (client: Client) => tokens.add(client.cookie.split('=')[1] ?? '');
    const { recoveryCode, me } = await callAction<{ recoveryCode: string; me: { id: string } }>(
      person,
      'register',
      { username: s.name, password: s.password, email: s.mail, isOver18: true },
    );
    secrets['recovery code'] = recoveryCode;
    secrets['account id'] = me.id;
    note(person);
    await post(visitor(server.url), 'login', { username: s.name, password: s['wrong password'] });
    const admin = await signIn(server.url, CHIEF.username, CHIEF.password);
    note(admin);
    const bytes = recording(5);
    const token = await capToken(person, bytes);
    secrets.ticket = token.slice(0, 60);
    const form = new FormData();
    for (const [field, value] of Object.entries({
      capToken: token,
      title: s.title,
      description: s.description ?? '',
      deviceId: s.device ?? '',
    })) {
      form.set(field, value);
    }
    form.set('audio', new Blob([new Uint8Array(bytes)]), `${s['file name']}.wav`);
    const reply = await fetch(`${server.url}/upload.php`, { method: 'POST', body: form });
    const { data } = (await reply.json()) as { data: { uploadId: string; filename: string } };
    secrets.blob = data.filename;
    const { id: trackId } = await callAction<{ id: string }>(admin, 'approveUpload', {
      uploadId: data.uploadId,
    });
    secrets['track id'] = trackId;
    await fetch(`${server.url}/audio/${data.filename}`, { headers: { range: 'bytes=0-1' } });
    await fetch(`${server.url}/player/${trackId}`, { headers: { accept: 'text/html' } });
    await callAction(person, 'updateUser', { userId: me.id, updates: { bio: s.bio } });
    await callAction(person, 'addComment', { trackId, content: s.comment });
    await callAction(admin, 'addReport', {
      report: { type: 'recording', targetId: trackId, reason: s.report },
    });
    await get(person, 'getTracks', { query: s['search words'] ?? '', user: me.id });
    await get(person, 'exportAccount');
    // Logged failures are the most likely to reveal user text.
    await post(person, 'updateTrack', { trackId, updates: { title: s.title, tags: 'no list' } });
    await post(person, 'updateUser', `{"userId":"${me.id}","updates":{"bio":"${s.bio}"`);
    await post(person, 'addComment', { trackId: 'none', content: s.comment });
    await upload(server.url, { capToken: token, title: s.title }, { bytes, name: `${s['file name']}.wav` });
    await callAction(person, 'changePassword', { password: s.password, newPassword: s['new password'] });
    note(person);
    const recovered = visitor(server.url);
    const recovery = { username: s.name, recoveryCode, newPassword: s.password };
    await callAction(recovered, 'recoverAccount', recovery);
    note(recovered);
    await callAction(recovered, 'deleteAccount', { password: s.password });
    // A line is written after its answer; a kill right then would lose the last one.
    await expect.poll(() => server.log(), { timeout: 10_000 }).toContain('"operation":"deleteAccount"');
    await server.kill();
    // Two lines of the start contain the server's address, which is also the address of these callers.
    const log = server.log().replace(/^.*"msg":"(listening|ready)\b.*$/gm, '');
    await trials.run('the journey is in the log', () => {
      for (const operation of ['register', 'upload', 'addComment', 'deleteAccount', 'audio']) {
        expect(log).toContain(`"operation":"${operation}"`);
      }
    });
    for (const [what, secret] of Object.entries(secrets)) {
      await trials.run(what, () => expect(log.includes(secret)).toBe(false));
    }
    for (const [index, each] of [...tokens].entries()) {
      await trials.run(`token ${index}`, () => expect(log.includes(each)).toBe(false));
    }
  } finally {
    await home.remove();
  }
});
