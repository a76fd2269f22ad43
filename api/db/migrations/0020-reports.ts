// A report keeps the reported words and outlives the recording; it knows whose the thing is, what is wrong with it and
// when in the recording, what became of it, and what the reported person says against that. A table's reference can only
// be dropped by writing the table again. A `told` report is the one whose decision the reported person was told.
import { type Kysely, sql } from 'kysely';

const statements = [
  `create table reports_kept (
    id text primary key, type text not null check (type in ('recording','comment','description')),
    target_id text not null, track_id text not null,
    reporter_id text not null references accounts(id) on delete cascade,
    reported_id text references accounts(id) on delete set null,
    category text, at_seconds integer, reason text not null,
    words text not null, track_title text not null,
    status text not null check (status in ('pending','reviewed','resolved')),
    created_at integer not null, reviewed_by text, reviewed_at integer,
    outcome text check (outcome in ('removed','kept')), decision_reason text not null default '',
    told integer not null default 0, appeal text, appealed_at integer
  ) strict`,
  `insert into reports_kept (id, type, target_id, track_id, reporter_id, reported_id, reason, words, track_title,
      status, created_at, reviewed_by, reviewed_at)
    select reports.id, reports.type, reports.target_id, reports.track_id, reports.reporter_id,
      case reports.type when 'comment' then comments.account_id else tracks.account_id end, reports.reason,
      case reports.type when 'comment' then coalesce(comments.content, '')
        when 'description' then tracks.description else tracks.title end,
      case reports.type when 'comment' then '' else tracks.title end,
      reports.status, reports.created_at, reports.reviewed_by, reports.reviewed_at
    from reports join tracks on tracks.id = reports.track_id
    left join comments on comments.id = reports.target_id`,
  `drop table reports`,
  `alter table reports_kept rename to reports`,
  `create index reports_status on reports(status, created_at)`,
  `create index reports_target on reports(target_id, type, status)`,
  `create index reports_track on reports(track_id, status)`,
  `create index reports_reported on reports(reported_id, status)`,
  `create index reports_reporter on reports(reporter_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
