// News know the comment they quote and go with it, whoever removes it; the news that others have of a track go with the
// track. What older rows quote is found by its words, and what has been deleted already is forgotten now.
import { type Kysely, sql } from 'kysely';

/** The comment a row quotes: same author, track and words, the nearest in time. */
const quoted = (table: string, author: string) => `(
    select comments.id from comments
    where comments.account_id = ${table}.${author} and comments.track_id = ${table}.track_id
      and comments.content = ${table}.comment_text
    order by abs(comments.created_at - ${table}.created_at), comments.id limit 1)`;

const isGone = (table: string) => `${table}.track_id is not null
    and not exists (select 1 from tracks where tracks.id = ${table}.track_id)`;

const statements = [
  `alter table notifications add column comment_id text references comments(id) on delete cascade`,
  `alter table activities add column comment_id text references comments(id) on delete cascade`,
  `create index notifications_comment on notifications(comment_id)`,
  `create index activities_comment on activities(comment_id)`,
  `create index notifications_track on notifications(track_id)`,
  `create index activities_track on activities(track_id)`,
  // Whose deeds they are: asked for when an account ends or takes over a guest's rows.
  `create index notifications_actor on notifications(actor_id)`,
  `create index activities_other on activities(other_account_id)`,
  `update notifications set comment_id = ${quoted('notifications', 'actor_id')} where type = 'comment'`,
  `update activities set comment_id = ${quoted('activities', 'account_id')} where type = 'my_comment'`,
  `delete from notifications where type = 'comment' and comment_text is not null and comment_id is null`,
  `delete from activities where type = 'my_comment' and comment_text is not null and comment_id is null`,
  `delete from notifications where type = 'followed_user_upload' and ${isGone('notifications')}`,
  `delete from activities where other_account_id <> account_id and ${isGone('activities')}`,
  `create trigger tracks_gone_from_news after delete on tracks begin
    delete from notifications where track_id = old.id and account_id <> old.account_id;
    delete from activities where track_id = old.id and account_id <> old.account_id;
  end`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
