// A like writes two news in one transaction, so every index of theirs is paid for at every like. Whether somebody was told of
// a deed before is found in one step, by who did it, what it was and to which recording; whose deeds they are is still found
// by the first column. Comments are quoted by few news: those alone stand in the index.
import { type Kysely, sql } from 'kysely';

const statements = [
  'drop index notifications_actor',
  'create index notifications_deed on notifications(actor_id, type, track_id)',
  ...['notifications', 'activities'].flatMap((table) => [
    `drop index ${table}_comment`,
    `create index ${table}_comment on ${table}(comment_id) where comment_id is not null`,
  ]),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
