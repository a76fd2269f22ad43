// The log behind `GET /api/events`. Triggers write it, so that every event is in the transaction of what happened,
// whoever caused it. `account_id` null means the moderators. No foreign key: the end of an account is an event too.
import { type Kysely, sql } from 'kysely';

const queueChanged = `insert into events(account_id, type, data_json) values (null, 'queueChanged', '{}')`;

const statements = [
  `create table events (
    id integer primary key autoincrement, account_id text, type text not null, data_json text not null,
    created_at integer not null default (cast(unixepoch('subsec') * 1000 as integer))
  ) strict`,
  `create index events_account on events(account_id, id)`,
  `create trigger events_notification after insert on notifications begin
    insert into events(account_id, type, data_json)
      values (new.account_id, 'notification', json_object('id', new.id, 'type', new.type));
  end`,
  `create trigger events_track_approved after insert on notifications when new.type = 'upload_approved' begin
    insert into events(account_id, type, data_json)
      values (new.account_id, 'trackApproved', json_object('trackId', new.track_id));
  end`,
  `create trigger events_upload_added after insert on uploads begin ${queueChanged}; end`,
  `create trigger events_upload_changed after update on uploads begin ${queueChanged}; end`,
  `create trigger events_upload_gone after delete on uploads
    when old.status = 'pending_review' begin ${queueChanged}; end`,
  `create trigger events_session_ended after delete on sessions begin
    insert into events(account_id, type, data_json) values (old.account_id, 'sessionEnded', '{}');
  end`,
  `create trigger events_account_erased after delete on accounts begin
    delete from events where account_id = old.id and type <> 'sessionEnded';
  end`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
