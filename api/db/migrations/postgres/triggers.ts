// The triggers of PostgreSQL: the names and effects of SQLite's (`0001` to `0026`), each with a function of its own name.

const HALF_HOUR_MS = 30 * 60 * 1000;
/** Who counts at the same time counts in different rows: sums are over all of them. */
const SHARDS = 16;
const CATEGORIES = `('female', 'male', 'couple', 'diverse', 'mixed')`;

/** `when` sees `old` and `new` alone, as PostgreSQL asks. */
export function trigger(name: string, event: string, body: string, when = 'true'): string[] {
  const isBefore = event.startsWith('before');
  const row = event.includes('delete') ? 'old' : 'new';
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return ${isBefore ? row : 'null'}; end $$`,
    `create trigger ${name} ${event} for each row when (${when}) execute function ${name}()`,
  ];
}

/** Text of a JSON object as SQLite writes it: without blanks. */
const json = (name: string, value: string) => `'"${name}":' || coalesce(to_json(${value})::text, 'null')`;
const event = (account: string, type: string, data = `'{}'`) =>
  `insert into events(account_id, type, data_json) values (${account}, '${type}', ${data});`;
const queueChanged = event('null', 'queueChanged');
const forget = (id: string) =>
  ['review_claims', 'review_escalations', 'review_hidden']
    .map((table) => `delete from ${table} where upload_id = ${id};`)
    .join(' ');
const isHeard = (row: string) =>
  `exists (select 1 from tracks where id = ${row}.track_id and status = 'active')`;
const oneLess = (tags: string) =>
  `update tag_uses set uses = uses - 1 where tag in (${tags});
    delete from tag_uses where tag in (${tags}) and uses <= 0;`;
const oneMore = (tags: string) =>
  `insert into tag_uses(tag, uses) select tag, 1 from (${tags}) as used where tag not in ${CATEGORIES}
    on conflict (tag) do update set uses = tag_uses.uses + 1;`;
const OF_TRACK = 'select tag from track_tags where track_id = new.id';
const slotOf = (time: string) => `${time} / ${HALF_HOUR_MS}`;
const count = (subject: string, slot: string) =>
  `insert into tallies(subject, slot, n, shard) values ('${subject}', ${slot}, 1, pg_backend_pid() % ${SHARDS})
    on conflict (subject, slot, shard) do update set n = tallies.n + 1;`;
const waits = (row: string) => `${row}.status = 'pending_review'`;
const appendOnly = `raise exception 'the audit log is append-only';`;

export const triggers = [
  ...trigger('audit_log_no_update', 'before update on audit_log', appendOnly),
  ...trigger('audit_log_no_delete', 'before delete on audit_log', appendOnly),
  ...trigger(
    'audit_log_in_order',
    'before insert on audit_log',
    `if new.position is distinct from (select coalesce(max(position), 0) + 1 from audit_log) then
      ${appendOnly} end if;`,
  ),
  ...trigger(
    'events_notification',
    'after insert on notifications',
    event(
      'new.account_id',
      'notification',
      `'{' || ${json('id', 'new.id')} || ',' || ${json('type', 'new.type')} || '}'`,
    ),
  ),
  ...trigger(
    'events_track_approved',
    'after insert on notifications',
    event('new.account_id', 'trackApproved', `'{' || ${json('trackId', 'new.track_id')} || '}'`),
    `new.type = 'upload_approved'`,
  ),
  ...trigger('events_upload_added', 'after insert on uploads', queueChanged),
  ...trigger('events_upload_changed', 'after update on uploads', queueChanged),
  ...trigger('events_upload_gone', 'after delete on uploads', queueChanged, waits('old')),
  ...trigger('events_session_ended', 'after delete on sessions', event('old.account_id', 'sessionEnded')),
  ...trigger(
    'events_account_erased',
    'after delete on accounts',
    `delete from events where account_id = old.id and type <> 'sessionEnded';`,
  ),
  ...trigger('events_edit_added', 'after insert on track_edits', queueChanged, waits('new')),
  ...trigger('events_edit_decided', 'after update on track_edits', queueChanged),
  ...trigger('events_edit_gone', 'after delete on track_edits', queueChanged, waits('old')),
  ...trigger('events_claim_made', 'after insert on review_claims', queueChanged),
  ...trigger('events_claim_taken', 'after update of account_id on review_claims', queueChanged),
  ...trigger('events_claim_gone', 'after delete on review_claims', queueChanged),
  ...trigger('events_escalated', 'after insert on review_escalations', queueChanged),
  ...trigger(
    'uploads_owner_renamed',
    'after update of username on accounts',
    `update uploads set version = version + 1 where account_id = new.id and status = 'pending_review';`,
    'old.username <> new.username',
  ),
  ...trigger(
    'tag_uses_added',
    'after insert on track_tags',
    `if ${isHeard('new')} then ${oneMore('select new.tag as tag')} end if;`,
  ),
  ...trigger(
    'tag_uses_removed',
    'after delete on track_tags',
    `if ${isHeard('old')} then ${oneLess('old.tag')} end if;`,
  ),
  ...trigger(
    'tag_uses_hidden',
    'after update of status on tracks',
    oneLess(OF_TRACK),
    `old.status = 'active' and new.status <> 'active'`,
  ),
  ...trigger(
    'tag_uses_shown',
    'after update of status on tracks',
    oneMore(OF_TRACK),
    `old.status <> 'active' and new.status = 'active'`,
  ),
  ...trigger(
    'tag_uses_track_gone',
    'before delete on tracks',
    'delete from track_tags where track_id = old.id;',
  ),
  ...trigger(
    'tracks_gone_from_news',
    'after delete on tracks',
    `delete from notifications where track_id = old.id;
    delete from activities where track_id = old.id and account_id <> old.account_id;`,
  ),
  ...trigger(
    'review_upload_decided',
    'after update of status on uploads',
    forget('new.id'),
    `new.status <> 'pending_review'`,
  ),
  ...trigger('review_upload_gone', 'after delete on uploads', forget('old.id')),
  ...trigger(
    'review_edit_decided',
    'after update of status on track_edits',
    forget('new.id'),
    `new.status <> 'pending_review'`,
  ),
  ...trigger('review_edit_gone', 'after delete on track_edits', forget('old.id')),
  ...['tracks', 'likes', 'comments', 'reports'].flatMap((table) =>
    trigger(`tallies_${table}`, `after insert on ${table}`, count(table, slotOf('new.created_at'))),
  ),
  ...trigger(
    'tallies_guests',
    'after insert on accounts',
    count('guests', slotOf('new.created_at')),
    `new.role = 'guest'`,
  ),
  ...trigger(
    'tallies_users',
    'after insert on accounts',
    count('users', slotOf('new.created_at')),
    `new.role <> 'guest'`,
  ),
  ...trigger(
    'tallies_registrations',
    'after update of role on accounts',
    count('users', slotOf('coalesce(new.adult_confirmed_at, new.created_at)')),
    `old.role = 'guest' and new.role <> 'guest'`,
  ),
  ...trigger('tallies_plays', 'after insert on listenings', count('plays', 'new."window"')),
];
