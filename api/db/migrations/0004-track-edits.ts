// Every change an owner makes to the words of a published track: what it was, what it should be, who decided.
// One change of a track waits at a time; waiting ones are part of the queue.
import { type Kysely, sql } from 'kysely';

const queueChanged = `insert into events(account_id, type, data_json) values (null, 'queueChanged', '{}')`;

const statements = [
  `create table track_edits (
    id text primary key, track_id text not null references tracks(id) on delete cascade,
    account_id text not null references accounts(id) on delete cascade,
    before_json text not null, after_json text not null,
    status text not null check (status in ('applied','pending_review','approved','rejected')),
    created_at integer not null, decided_at integer, decided_by text, decision_reason text
  ) strict`,
  `create index track_edits_track on track_edits(track_id, created_at)`,
  `create index track_edits_account on track_edits(account_id)`,
  `create unique index track_edits_waiting on track_edits(track_id) where status = 'pending_review'`,
  `create trigger events_edit_added after insert on track_edits
    when new.status = 'pending_review' begin ${queueChanged}; end`,
  `create trigger events_edit_decided after update on track_edits begin ${queueChanged}; end`,
  `create trigger events_edit_gone after delete on track_edits
    when old.status = 'pending_review' begin ${queueChanged}; end`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
