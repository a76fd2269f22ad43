// A database of the time when reports went with their recording: each keeps the words as they are now, and whose they are.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../api/db/client.ts';
import { earlierDatabase } from '../support/earlierDatabase.ts';

let directory: string;
let opened: OpenDatabase;

const OLD_ROWS = [
  `insert into accounts(id, username, username_key, role, created_at, last_seen_at)
    values ('ann', 'ann', 'ann', 'guest', 0, 0), ('ben', 'ben', 'ben', 'guest', 0, 0)`,
  `insert into tracks(id, account_id, file, mime_type, size, title, description, tags_json, duration, face,
    status, created_at, updated_at) values
    ('t', 'ann', 'heard', 'audio/wav', 1, 'A title', 'A description', '[]', 1, '', 'active', 0, 0)`,
  `insert into comments(id, track_id, account_id, content, likes, created_at) values ('c', 't', 'ben', 'Hm', 0, 0)`,
  ...[
    ['r', 'recording', 't', 'pending', 'null'],
    ['d', 'description', 't', 'reviewed', '7'],
    ['k', 'comment', 'c', 'resolved', '8'],
    ['g', 'comment', 'gone', 'pending', 'null'],
  ].map(
    ([
      id,
      type,
      target,
      status,
      reviewedAt,
    ]) => `insert into reports(id, type, target_id, track_id, reporter_id,
      reason, status, created_at, reviewed_by, reviewed_at)
      values ('${id}', '${type}', '${target}', 't', 'ben', 'Why ${id}', '${status}', 5, null, ${reviewedAt})`,
  ),
];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'aural-migration-'));
  const file = join(directory, 'aural.db');
  await earlierDatabase(file, '0017', async (earlier) => {
    for (const statement of OLD_ROWS) await sql.raw(statement).execute(earlier);
  });
  opened = await openDatabase(file);
});
afterAll(async () => {
  await opened.close();
  await rm(directory, { recursive: true, force: true });
});

test('no report is lost, each gets the words and the person it is about', async () => {
  const rows = await opened.db.selectFrom('reports').selectAll().orderBy('id').execute();
  const told = rows.map(({ id, reported_id, words, track_title, status, reviewed_at, reason, outcome }) => [
    ...[id, reported_id, words, track_title],
    ...[status, reviewed_at, reason, outcome],
  ]);
  expect(told).toEqual([
    ['d', 'ann', 'A description', 'A title', 'reviewed', 7, 'Why d', null],
    ['g', null, '', '', 'pending', null, 'Why g', null],
    ['k', 'ben', 'Hm', '', 'resolved', 8, 'Why k', null],
    ['r', 'ann', 'A title', 'A title', 'pending', null, 'Why r', null],
  ]);
});

test('they stay when the recording goes, and go with the reporter', async () => {
  const count = async () => (await opened.db.selectFrom('reports').select('id').execute()).length;
  await opened.db.deleteFrom('tracks').execute();
  expect(await count()).toBe(4);
  await opened.db.deleteFrom('accounts').where('id', '=', 'ben').execute();
  expect(await count()).toBe(0);
});
