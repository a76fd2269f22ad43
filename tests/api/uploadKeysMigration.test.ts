// A database of the time when a client's key was the upload's id: every row keeps its owner, its key and its track,
// and no two things share an id afterwards.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../api/db/client.ts';
import { earlierDatabase } from '../support/earlierDatabase.ts';

let directory: string;
let opened: OpenDatabase;
const KEY = '7d444840-9dc0-11d1-b245-5ffdce74fad2';
const EDIT = '11111111-2222-4333-8444-555555555555';

const OLD_ROWS = [
  `insert into accounts(id, username, username_key, role, created_at, last_seen_at)
    values ('ann', 'ann', 'ann', 'guest', 0, 0), ('ben', 'ben', 'ben', 'guest', 0, 0)`,
  ...[
    [KEY.toUpperCase(), 'ann', 'first'],
    [KEY, 'ann', 'twin'],
    [EDIT, 'ann', 'twin-of-edit'],
    ['22222222-2222-4333-8444-555555555555', 'ben', 'other'],
  ].map(
    ([id, account, file]) => `insert into uploads(id, account_id, file, mime_type, size, original_name, title,
      description, gender, tags_json, duration, face, container, codec, flags_json, reason, duplicate_count, file_key,
      status, created_at) values ('${id}', '${account}', '${file}', 'audio/wav', 1, '', '${file}', '', 'Diverse', '[]',
      1, '', 'wav', 'pcm', '[]', '', 0, 'k', 'pending_review', 0)`,
  ),
  `insert into tracks(id, account_id, upload_id, file, mime_type, size, title, description, tags_json, duration, face,
    status, created_at, updated_at) values
    ('t', 'ann', '${EDIT}', 'heard', 'audio/wav', 1, 'T', '', '[]', 1, '', 'active', 0, 0)`,
  `insert into track_edits(id, track_id, account_id, before_json, after_json, status, created_at)
    values ('${EDIT}', 't', 'ann', '{}', '{}', 'pending_review', 0)`,
  `insert into transfers(id, account_id, file, size, content_key, created_at, expires_at)
    values ('${KEY.toUpperCase()}', 'ann', 'capitals', 1, 'c', 0, 0), ('${KEY}', 'ann', 'small', 1, 'c', 0, 0)`,
];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'aural-migration-'));
  const file = join(directory, 'aural.db');
  await earlierDatabase(file, '0006', async (earlier) => {
    for (const statement of OLD_ROWS) await sql.raw(statement).execute(earlier);
  });
  opened = await openDatabase(file);
});
afterAll(async () => {
  await opened.close();
  await rm(directory, { recursive: true, force: true });
});

test('every upload keeps its key, in small letters and once per account', async () => {
  const rows = await opened.db.selectFrom('uploads').select(['file', 'upload_key', 'version']).execute();
  expect(rows).toEqual([
    { file: 'first', upload_key: KEY, version: 1 },
    { file: 'twin', upload_key: null, version: 1 },
    { file: 'twin-of-edit', upload_key: EDIT, version: 1 },
    { file: 'other', upload_key: '22222222-2222-4333-8444-555555555555', version: 1 },
  ]);
});

test('an upload that has an edit’s id gets another one, and its track follows', async () => {
  const { id } = await opened.db
    .selectFrom('uploads')
    .select('id')
    .where('file', '=', 'twin-of-edit')
    .executeTakeFirstOrThrow();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  const { upload_id } = await opened.db.selectFrom('tracks').select('upload_id').executeTakeFirstOrThrow();
  expect(upload_id).toBe(id);
  const unchanged = await opened.db.selectFrom('uploads').select('id').where('file', '=', 'first').execute();
  expect(unchanged).toEqual([{ id: KEY.toUpperCase() }]);
});

test('the transfer that could be continued goes on under its key', async () => {
  const rows = await opened.db.selectFrom('transfers').select(['id', 'upload_key', 'file']).execute();
  expect(rows).toEqual([{ id: expect.not.stringMatching(KEY), upload_key: KEY, file: 'small' }]);
});

test('nothing points nowhere', async () => {
  expect(opened.raw.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  expect(opened.raw.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
});
