// How moderators share the work: who looks at what, what was handed to the admins, what somebody would rather not hear.
// The rows name a waiting upload or edit and go with the decision about it, whoever makes it. Beside them: whose uploads
// skip the queue, and whether an upload needs a person whatever the mode.
import { type Kysely, sql } from 'kysely';

const ROWS = ['review_claims', 'review_escalations', 'review_hidden'];
const forget = (id: string) => ROWS.map((table) => `delete from ${table} where upload_id = ${id};`).join(' ');
const queueChanged = `insert into events(account_id, type, data_json) values (null, 'queueChanged', '{}')`;

const statements = [
  `create table review_claims (
    upload_id text primary key, account_id text not null references accounts(id) on delete cascade,
    expires_at integer not null
  ) strict`,
  `create index review_claims_account on review_claims(account_id)`,
  `create table review_escalations (
    upload_id text primary key, account_id text references accounts(id) on delete set null,
    note text not null, created_at integer not null
  ) strict`,
  `create index review_escalations_account on review_escalations(account_id)`,
  `create table review_hidden (
    upload_id text not null, account_id text not null references accounts(id) on delete cascade,
    created_at integer not null, primary key (upload_id, account_id)
  ) strict`,
  `create index review_hidden_account on review_hidden(account_id)`,
  `create table uploader_trust (
    account_id text primary key references accounts(id) on delete cascade,
    clean_approvals integer not null default 0,
    override text check (override in ('trusted','watched'))
  ) strict`,
  `insert into uploader_trust (account_id, clean_approvals)
    select uploads.account_id, count(*) from uploads
    where uploads.status = 'approved' and uploads.decided_by is not null and uploads.decided_at > coalesce((
      select max(refused.decided_at) from uploads as refused
      where refused.account_id = uploads.account_id and refused.status = 'rejected'), 0)
    group by uploads.account_id`,
  `alter table uploads add column needs_person integer not null default 0`,
  `update uploads set needs_person = 1 where exists (
    select 1 from json_each(flags_json) where value in ('short','long','consent','asked'))`,
  `create trigger review_upload_decided after update of status on uploads
    when new.status <> 'pending_review' begin ${forget('new.id')} end`,
  `create trigger review_upload_gone after delete on uploads begin ${forget('old.id')} end`,
  `create trigger review_edit_decided after update of status on track_edits
    when new.status <> 'pending_review' begin ${forget('new.id')} end`,
  `create trigger review_edit_gone after delete on track_edits begin ${forget('old.id')} end`,
  `create trigger events_claim_made after insert on review_claims begin ${queueChanged}; end`,
  `create trigger events_claim_taken after update of account_id on review_claims begin ${queueChanged}; end`,
  `create trigger events_claim_gone after delete on review_claims begin ${queueChanged}; end`,
  `create trigger events_escalated after insert on review_escalations begin ${queueChanged}; end`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
