// The triggers of both databases. PostgreSQL needs a function for each.

export type Kind = 'sqlite' | 'postgres';

export interface Trigger {
  name: string;
  event: string;
  /** Sees only `old` and `new`: PostgreSQL allows nothing else. */
  when?: string;
  /** Statements, each with its semicolon. */
  body: string;
}

export function createTrigger(kind: Kind, { name, event, when = 'true', body }: Trigger): string[] {
  if (kind === 'sqlite') return [`create trigger ${name} ${event} when ${when} begin ${body} end`];
  const row = event.includes('delete') ? 'old' : 'new';
  const result = event.startsWith('before') ? row : 'null';
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return ${result}; end $$`,
    `create trigger ${name} ${event} for each row when (${when}) execute function ${name}()`,
  ];
}

/** Whether two values differ, null included. */
const differ = (kind: Kind, column: string) =>
  `old.${column} ${kind === 'sqlite' ? 'is not' : 'is distinct from'} new.${column}`;

// Audit log

function auditLog(kind: Kind): Trigger[] {
  const refuse =
    kind === 'sqlite'
      ? `select raise(abort, 'the audit log is append-only');`
      : `raise exception 'the audit log is append-only';`;
  const isNext = `(select coalesce(max(position), 0) + 1 from audit_log)`;
  return [
    { name: 'audit_log_no_update', event: 'before update on audit_log', body: refuse },
    { name: 'audit_log_no_delete', event: 'before delete on audit_log', body: refuse },
    {
      name: 'audit_log_in_order',
      event: 'before insert on audit_log',
      ...(kind === 'sqlite'
        ? { when: `new.position is not ${isNext}`, body: refuse }
        : { body: `if new.position is distinct from ${isNext} then ${refuse} end if;` }),
    },
  ];
}

// Events: the log behind `/api/events`, written in the transaction of what happened.

/** A JSON object without blanks. */
const jsonOf = (kind: Kind, fields: Record<string, string>) =>
  kind === 'sqlite'
    ? `json_object(${Object.entries(fields).map(([name, value]) => `'${name}', ${value}`)})`
    : `'{' || ${Object.entries(fields)
        .map(([name, value]) => `'"${name}":' || coalesce(to_json(${value})::text, 'null')`)
        .join(` || ',' || `)} || '}'`;

const event = (account: string, type: string, data = `'{}'`) =>
  `insert into events(account_id, type, data_json) values (${account}, '${type}', ${data});`;
const queueChanged = event('null', 'queueChanged');
const waits = (row: string) => `${row}.status = 'pending_review'`;

const events = (kind: Kind): Trigger[] => [
  {
    name: 'events_notification',
    event: 'after insert on notifications',
    body: event('new.account_id', 'notification', jsonOf(kind, { id: 'new.id', type: 'new.type' })),
  },
  {
    name: 'events_track_approved',
    event: 'after insert on notifications',
    when: `new.type = 'upload_approved'`,
    body: event('new.account_id', 'trackApproved', jsonOf(kind, { trackId: 'new.track_id' })),
  },
  { name: 'events_upload_added', event: 'after insert on uploads', body: queueChanged },
  { name: 'events_upload_changed', event: 'after update on uploads', body: queueChanged },
  { name: 'events_upload_gone', event: 'after delete on uploads', when: waits('old'), body: queueChanged },
  { name: 'events_edit_added', event: 'after insert on track_edits', when: waits('new'), body: queueChanged },
  { name: 'events_edit_decided', event: 'after update on track_edits', body: queueChanged },
  { name: 'events_edit_gone', event: 'after delete on track_edits', when: waits('old'), body: queueChanged },
  { name: 'events_claim_made', event: 'after insert on review_claims', body: queueChanged },
  { name: 'events_claim_taken', event: 'after update of account_id on review_claims', body: queueChanged },
  { name: 'events_claim_gone', event: 'after delete on review_claims', body: queueChanged },
  { name: 'events_escalated', event: 'after insert on review_escalations', body: queueChanged },
  { name: 'events_report_added', event: 'after insert on reports', body: queueChanged },
  { name: 'events_report_changed', event: 'after update of status on reports', body: queueChanged },
  { name: 'events_report_gone', event: 'after delete on reports', body: queueChanged },
  {
    name: 'events_session_ended',
    event: 'after delete on sessions',
    body: event('old.account_id', 'sessionEnded'),
  },
  {
    name: 'events_account_erased',
    event: 'after delete on accounts',
    body: `delete from events where account_id = old.id and type <> 'sessionEnded';`,
  },
];

// Tags: how many active tracks have each. The performer category is filtered by `gender` and not counted.

const CATEGORIES = `('female', 'male', 'couple', 'diverse', 'mixed')`;
const isActive = (row: string) =>
  `exists (select 1 from tracks where id = ${row}.track_id and status = 'active')`;
const lessUses = (tags: string) => `update tag_uses set uses = uses - 1 where tag in (${tags});
    delete from tag_uses where tag in (${tags}) and uses <= 0;`;
const moreUses = (tags: string) =>
  `insert into tag_uses(tag, uses) select tag, 1 from (${tags}) as used where tag not in ${CATEGORIES}
    on conflict (tag) do update set uses = tag_uses.uses + 1;`;
const OF_TRACK = 'select tag from track_tags where track_id = new.id';
/** A condition that reads a table: SQLite takes it in `when`, PostgreSQL in the body. */
const onlyIf = (kind: Kind, condition: string, body: string) =>
  kind === 'sqlite' ? { when: condition, body } : { body: `if ${condition} then ${body} end if;` };

const tags = (kind: Kind): Trigger[] => [
  {
    name: 'tag_uses_added',
    event: 'after insert on track_tags',
    ...onlyIf(kind, isActive('new'), moreUses('select new.tag as tag')),
  },
  {
    name: 'tag_uses_removed',
    event: 'after delete on track_tags',
    ...onlyIf(kind, isActive('old'), lessUses('old.tag')),
  },
  {
    name: 'tag_uses_hidden',
    event: 'after update of status on tracks',
    when: `old.status = 'active' and new.status <> 'active'`,
    body: lessUses(OF_TRACK),
  },
  {
    name: 'tag_uses_shown',
    event: 'after update of status on tracks',
    when: `old.status <> 'active' and new.status = 'active'`,
    body: moreUses(OF_TRACK),
  },
  {
    // Before: afterwards nothing tells whether the track was active.
    name: 'tag_uses_track_gone',
    event: 'before delete on tracks',
    body: 'delete from track_tags where track_id = old.id;',
  },
];

// Rows that end with others

const endReview = (id: string) =>
  ['review_claims', 'review_escalations', 'review_hidden']
    .map((table) => `delete from ${table} where upload_id = ${id};`)
    .join(' ');
/** Known material no longer names the content it came from. */
const unlinkKnown = 'update known_material set subject_id = null where subject_id = old.id;';
const isDecided = `new.status <> 'pending_review'`;

const dependents: Trigger[] = [
  {
    name: 'tracks_gone_from_news',
    event: 'after delete on tracks',
    body: `delete from notifications where track_id = old.id;
    delete from activities where track_id = old.id and account_id <> old.account_id;`,
  },
  { name: 'known_track_gone', event: 'after delete on tracks', body: unlinkKnown },
  { name: 'known_upload_gone', event: 'after delete on uploads', body: unlinkKnown },
  {
    name: 'uploads_owner_renamed',
    event: 'after update of username on accounts',
    when: 'old.username <> new.username',
    body: `update uploads set version = version + 1 where account_id = new.id and status = 'pending_review';`,
  },
  {
    name: 'review_upload_decided',
    event: 'after update of status on uploads',
    when: isDecided,
    body: endReview('new.id'),
  },
  { name: 'review_upload_gone', event: 'after delete on uploads', body: endReview('old.id') },
  {
    name: 'review_edit_decided',
    event: 'after update of status on track_edits',
    when: isDecided,
    body: endReview('new.id'),
  },
  { name: 'review_edit_gone', event: 'after delete on track_edits', body: endReview('old.id') },
];

// Counters. On PostgreSQL concurrent transactions count in different rows (`shard`); a sum is over all of them.

const SHARDS = 16;
const shardOf = (kind: Kind) => (kind === 'sqlite' ? '0' : `pg_backend_pid() % ${SHARDS}`);
const HALF_HOUR_MS = 30 * 60 * 1000;

/** How often something happened, by half-hours since 1970. Deletions do not count back. */
function tallies(kind: Kind): Trigger[] {
  const count = (subject: string, slot: string) =>
    `insert into tallies(subject, slot, shard, n) values ('${subject}', ${slot}, ${shardOf(kind)}, 1)
    on conflict (subject, slot, shard) do update set n = tallies.n + 1;`;
  const slotOf = (time: string) => `${time} / ${HALF_HOUR_MS}`;
  const created = slotOf('new.created_at');
  return [
    ...['tracks', 'likes', 'comments', 'reports'].map((table) => ({
      name: `tallies_${table}`,
      event: `after insert on ${table}`,
      body: count(table, created),
    })),
    {
      name: 'tallies_guests',
      event: 'after insert on accounts',
      when: `new.role = 'guest'`,
      body: count('guests', created),
    },
    {
      name: 'tallies_users',
      event: 'after insert on accounts',
      when: `new.role <> 'guest'`,
      body: count('users', created),
    },
    {
      name: 'tallies_registrations',
      event: 'after update of role on accounts',
      when: `old.role = 'guest' and new.role <> 'guest'`,
      body: count('users', slotOf('coalesce(new.adult_confirmed_at, new.created_at)')),
    },
    { name: 'tallies_plays', event: 'after insert on listenings', body: count('plays', 'new."window"') },
  ];
}

const ifTrue = (condition: string) => `(case when ${condition} then 1 else 0 end)`;

/** What one row adds to each subject of `totals`. */
const TOTALS: Record<string, (row: string) => Record<string, string>> = {
  accounts: (row) => ({
    accounts: '1',
    guests: ifTrue(`${row}.role = 'guest'`),
    'open accounts': ifTrue(`${row}.deleted_at is null`),
    plays: `${row}.total_plays`,
  }),
  tracks: (row) => ({
    tracks: '1',
    'active tracks': ifTrue(`${row}.status = 'active'`),
    bytes: `${row}.size`,
    'active bytes': `(case when ${row}.status = 'active' then ${row}.size else 0 end)`,
  }),
  comments: () => ({ comments: '1' }),
  likes: () => ({ likes: '1' }),
  reports: () => ({ reports: '1' }),
};
/** The columns that change what a row adds. */
const COUNTED_COLUMNS: Record<string, readonly string[]> = {
  accounts: ['role', 'deleted_at', 'total_plays'],
  tracks: ['status', 'size'],
};

function totals(kind: Kind): Trigger[] {
  const add = (subject: string, step: string) =>
    `insert into totals(subject, shard, n) values (${subject}, ${shardOf(kind)}, ${step})
    on conflict (subject, shard) do update set n = totals.n + excluded.n;`;
  const addAll = (steps: readonly (readonly [string, string])[]) =>
    steps.map(([subject, step]) => add(`'${subject}'`, step)).join('\n');
  const ofTables = Object.entries(TOTALS).flatMap(([table, stepsOf]): Trigger[] => {
    const [before, after] = [stepsOf('old'), Object.entries(stepsOf('new'))];
    const minus = Object.entries(before).map(([subject, step]) => [subject, `-${step}`] as const);
    return [
      { name: `totals_${table}_new`, event: `after insert on ${table}`, body: addAll(after) },
      { name: `totals_${table}_gone`, event: `after delete on ${table}`, body: addAll(minus) },
      ...(COUNTED_COLUMNS[table] ?? []).map((column) => ({
        name: `totals_${table}_${column}`,
        event: `after update of ${column} on ${table}`,
        when: differ(kind, column),
        body: addAll(
          after
            .filter(([, step]) => step.includes(`.${column}`))
            .map(([subject, step]) => [subject, `${step} - ${before[subject]}`] as const),
        ),
      })),
    ];
  });
  return [
    ...ofTables,
    {
      name: 'totals_ever_first',
      event: 'after insert on tallies',
      body: add(`'ever ' || new.subject`, 'new.n'),
    },
    {
      name: 'totals_ever_more',
      event: 'after update of n on tallies',
      body: add(`'ever ' || new.subject`, 'new.n - old.n'),
    },
  ];
}

export const triggers = (kind: Kind): Trigger[] => [
  ...auditLog(kind),
  ...events(kind),
  ...tags(kind),
  ...dependents,
  ...tallies(kind),
  ...totals(kind),
];
