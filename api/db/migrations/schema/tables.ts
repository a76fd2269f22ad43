// The tables of both databases with their indexes, in SQLite's spelling; `schema/index.ts` translates it for PostgreSQL.
// Times are milliseconds since 1970 (UTC), flags are 0 or 1. Tables that only one database has are in the file
// of that database.
import { audioDefinitions } from '../../tables/audio.ts';

/** Milliseconds since 1970. */
const NOW = `(cast(unixepoch('subsec') * 1000 as integer))`;

export const tables = [
  // Accounts
  `create table accounts (
    id text primary key,
    username text not null,
    username_key text not null unique,
    role text not null check (role in ('guest','user','moderator','admin')),
    password_hash text,
    recovery_hash text,
    email text,
    bio text not null default '',
    tags_json text not null default '[]',
    preferences_json text not null default '{}',
    is_verified integer not null default 0,
    is_demo integer not null default 0,
    adult_confirmed_at integer,
    total_uploads integer not null default 0,
    total_likes integer not null default 0,
    followers_count integer not null default 0,
    following_count integer not null default 0,
    created_at integer not null,
    last_seen_at integer not null,
    deleted_at integer,
    total_plays integer not null default 0,
    erase_at integer
  ) strict`,
  `create index accounts_erase on accounts(erase_at) where erase_at is not null`,
  `create index table_accounts_registered on accounts(created_at, id)`,
  `create index table_accounts_uploads on accounts(total_uploads, id)`,
  `create index table_accounts_likes on accounts(total_likes, id)`,
  `create index table_accounts_email on accounts(coalesce(email, ''), id)`,
  `create index table_accounts_verified on accounts(is_verified, id)`,
  `create index table_accounts_role on accounts(role, id)`,
  `create index table_accounts_name on accounts(username_key, id)`,
  `create table old_usernames (
    username_key text primary key,
    account_id text not null references accounts(id) on delete cascade,
    until integer not null
  ) strict`,
  `create table reserved_names (
    name_key text primary key,
    until integer not null
  ) strict, without rowid`,
  `create table sessions (
    token_hash text primary key,
    account_id text not null references accounts(id) on delete cascade,
    created_at integer not null,
    last_seen_at integer not null,
    browser text not null default ''
  ) strict`,
  `create index sessions_account on sessions(account_id)`,
  `create table ended_sessions (
    token_hash text primary key,
    ended_at integer not null default ${NOW}
  ) strict, without rowid`,
  `create table moves (
    account_id text primary key references accounts(id) on delete cascade,
    phrase_key text not null unique,
    created_at integer not null,
    expires_at integer not null
  ) strict, without rowid`,
  `create table blocks (
    account_id text not null references accounts(id) on delete cascade,
    other_id text not null references accounts(id) on delete cascade,
    kind text not null check (kind in ('mute','block')),
    created_at integer not null,
    primary key (account_id, other_id)
  ) strict, without rowid`,
  `create index blocks_other on blocks(other_id)`,
  `create table follows (
    id text primary key,
    follower_id text not null references accounts(id) on delete cascade,
    following_id text not null references accounts(id) on delete cascade,
    created_at integer not null,
    unique (follower_id, following_id),
    check (follower_id <> following_id)
  ) strict`,
  `create index follows_following on follows(following_id)`,
  `create table consents (
    id text primary key,
    account_id text not null references accounts(id) on delete cascade,
    version integer not null,
    given_at integer not null,
    withdrawal_key text unique,
    withdrawn_at integer
  ) strict, without rowid`,
  `create index consents_account on consents(account_id)`,
  // Uploads and their review
  `create table uploads (
    id text primary key,
    account_id text not null references accounts(id) on delete cascade,
    ${audioDefinitions},
    original_name text not null,
    title text not null,
    description text not null,
    gender text not null,
    tags_json text not null,
    container text not null,
    codec text not null,
    flags_json text not null,
    reason text not null,
    duplicate_count integer not null,
    file_key text not null,
    consent_at integer,
    status text not null check (status in ('pending_review','approved','rejected')),
    track_id text,
    created_at integer not null,
    decided_at integer,
    decided_by text,
    decision_reason text,
    upload_key text,
    version integer not null default 1,
    removed_json text not null default '[]',
    allow_comments integer not null default 1,
    transcript text not null default '',
    needs_person integer not null default 0,
    preview_json text,
    erase_at integer,
    known_id text,
    rule_id text,
    decision_at_seconds integer
  ) strict`,
  `create index uploads_erase on uploads(erase_at) where erase_at is not null`,
  `create index uploads_status on uploads(status, created_at)`,
  `create index uploads_account on uploads(account_id, created_at)`,
  `create unique index uploads_key on uploads(account_id, upload_key)`,
  `create index uploads_envelope on uploads(envelope)`,
  `create index uploads_decided on uploads(decided_at, created_at) where decided_at is not null and decided_by is not null`,
  `create table transfers (
    id text primary key,
    account_id text not null references accounts(id) on delete cascade,
    upload_key text not null,
    file text not null unique,
    size integer not null,
    content_key text not null,
    created_at integer not null,
    expires_at integer not null,
    address_key text,
    site_key text,
    received integer not null default 0,
    active_at integer not null default 0,
    unique (account_id, upload_key)
  ) strict`,
  `create index transfers_expiry on transfers(expires_at)`,
  `create index transfers_address on transfers(address_key)`,
  `create index transfers_site on transfers(site_key)`,
  `create index transfers_active on transfers(active_at)`,
  `create table upload_events (
    id text primary key,
    account_id text not null,
    device_key text,
    file_key text not null,
    same_key text,
    seconds real not null,
    created_at integer not null,
    address_key text,
    site_key text
  ) strict`,
  `create index upload_events_account on upload_events(account_id, created_at)`,
  `create index upload_events_device on upload_events(device_key, created_at)`,
  `create index upload_events_same on upload_events(same_key)`,
  `create index upload_events_address on upload_events(address_key, created_at)`,
  `create index upload_events_site on upload_events(site_key, created_at)`,
  `create table spent_tickets (
    nonce text primary key,
    expires_at integer not null
  ) strict, without rowid`,
  `create table uploader_trust (
    account_id text primary key references accounts(id) on delete cascade,
    clean_approvals integer not null default 0,
    override text check (override in ('trusted','watched'))
  ) strict`,
  `create table review_claims (
    upload_id text primary key,
    account_id text not null references accounts(id) on delete cascade,
    expires_at integer not null
  ) strict`,
  `create index review_claims_account on review_claims(account_id)`,
  `create table review_escalations (
    upload_id text primary key,
    account_id text references accounts(id) on delete set null,
    note text not null,
    created_at integer not null
  ) strict`,
  `create index review_escalations_account on review_escalations(account_id)`,
  `create table review_hidden (
    upload_id text not null,
    account_id text not null references accounts(id) on delete cascade,
    created_at integer not null,
    primary key (upload_id, account_id)
  ) strict`,
  `create index review_hidden_account on review_hidden(account_id)`,
  // Recordings
  `create table tracks (
    id text primary key,
    account_id text not null references accounts(id) on delete cascade,
    upload_id text,
    ${audioDefinitions},
    title text not null,
    description text not null,
    gender text,
    tags_json text not null,
    status text not null check (status in ('active','inactive','removed')),
    plays integer not null default 0,
    likes integer not null default 0,
    bookmarks integer not null default 0,
    comments_count integer not null default 0,
    demo_position integer unique,
    created_at integer not null,
    updated_at integer not null,
    allow_comments integer not null default 1,
    transcript text not null default '',
    erase_at integer
  ) strict`,
  `create index tracks_new on tracks(created_at desc, id desc) where status = 'active'`,
  `create index tracks_account on tracks(account_id, created_at desc)`,
  `create index tracks_erase on tracks(erase_at) where erase_at is not null`,
  `create index tracks_envelope on tracks(envelope)`,
  `create index tracks_size on tracks(size)`,
  `create index tracks_upload on tracks(upload_id) where upload_id is not null`,
  `create index tracks_liked on tracks(likes desc, plays desc, id desc, gender) where status = 'active'`,
  `create index tracks_commented on tracks(comments_count desc, duration desc, id desc, gender) where status = 'active'`,
  `create index table_tracks_title on tracks(title collate nocase, id) where status = 'active'`,
  `create index table_tracks_length on tracks(duration, id) where status = 'active'`,
  `create index table_tracks_size on tracks(size, id) where status = 'active'`,
  `create table track_tags (
    track_id text not null references tracks(id) on delete cascade,
    tag text not null,
    primary key (tag, track_id)
  ) strict, without rowid`,
  `create index track_tags_track on track_tags(track_id)`,
  `create table tag_uses (
    tag text primary key,
    uses integer not null,
    rank integer generated always as (-uses) virtual
  ) strict, without rowid`,
  `create index tag_uses_rank on tag_uses(rank, tag)`,
  `create table track_edits (
    id text primary key,
    track_id text not null references tracks(id) on delete cascade,
    account_id text not null references accounts(id) on delete cascade,
    before_json text not null,
    after_json text not null,
    status text not null check (status in ('applied','pending_review','approved','rejected')),
    created_at integer not null,
    decided_at integer,
    decided_by text,
    decision_reason text,
    rule_id text
  ) strict`,
  `create index track_edits_track on track_edits(track_id, created_at)`,
  `create index track_edits_account on track_edits(account_id)`,
  `create unique index track_edits_waiting on track_edits(track_id) where status = 'pending_review'`,
  `create table listenings (
    track_id text not null references tracks(id) on delete cascade,
    token text not null,
    "window" integer not null,
    primary key (track_id, token, "window")
  ) strict, without rowid`,
  `create table evidence (
    id text primary key,
    subject text not null check (subject in ('track','upload','comment')),
    subject_id text not null,
    cause text not null check (cause in ('report','rejected','removed','held')),
    file text,
    size integer not null default 0,
    snapshot_json text not null,
    held_at integer not null,
    last_event_at integer not null,
    extended_until integer,
    unique (subject, subject_id)
  ) strict`,
  `create index evidence_file on evidence(file)`,
  `create index evidence_event on evidence(last_event_at)`,
  `create table known_material (
    id text primary key,
    sound_key text not null,
    category text,
    since integer not null,
    subject text not null check (subject in ('track','upload')),
    subject_id text
  ) strict, without rowid`,
  `create index known_material_sound on known_material(sound_key)`,
  `create unique index known_material_subject on known_material(subject_id) where subject_id is not null`,
  `create table doomed_blobs (
    file text primary key,
    created_at integer not null
  ) strict`,
  // Reactions and comments
  `create table likes (
    id text primary key,
    track_id text not null references tracks(id) on delete cascade,
    account_id text not null references accounts(id) on delete cascade,
    created_at integer not null,
    unique (account_id, track_id)
  ) strict`,
  `create index likes_track on likes(track_id)`,
  `create index likes_account on likes(account_id, created_at desc, track_id desc)`,
  `create table bookmarks (
    id text primary key,
    track_id text not null references tracks(id) on delete cascade,
    account_id text not null references accounts(id) on delete cascade,
    created_at integer not null,
    unique (account_id, track_id)
  ) strict`,
  `create index bookmarks_track on bookmarks(track_id)`,
  `create table comments (
    id text primary key,
    track_id text not null references tracks(id) on delete cascade,
    account_id text not null references accounts(id) on delete cascade,
    content text not null,
    likes integer not null default 0 check (likes >= 0),
    created_at integer not null
  ) strict`,
  `create index comments_track on comments(track_id, created_at desc, id desc)`,
  `create index comments_account on comments(account_id, created_at)`,
  `create index comments_track_account on comments(track_id, account_id)`,
  `create index comments_new on comments(created_at desc, id desc)`,
  `create index table_comments_likes on comments(likes, id)`,
  `create table comment_likes (
    id text primary key,
    comment_id text not null references comments(id) on delete cascade,
    account_id text not null references accounts(id) on delete cascade,
    created_at integer not null,
    unique (account_id, comment_id)
  ) strict`,
  `create index comment_likes_comment on comment_likes(comment_id)`,
  // News and reports
  `create table notifications (
    id text primary key,
    account_id text not null references accounts(id) on delete cascade,
    type text not null,
    actor_id text references accounts(id) on delete cascade,
    track_id text,
    track_title text,
    comment_text text,
    is_read integer not null default 0,
    created_at integer not null,
    comment_id text references comments(id) on delete cascade
  ) strict`,
  `create index notifications_account on notifications(account_id, created_at desc, id desc)`,
  `create index notifications_track on notifications(track_id)`,
  `create index notifications_action on notifications(actor_id, type, track_id)`,
  `create index notifications_comment on notifications(comment_id) where comment_id is not null`,
  `create table activities (
    id text primary key,
    account_id text not null references accounts(id) on delete cascade,
    type text not null,
    track_id text,
    track_title text,
    other_account_id text references accounts(id) on delete cascade,
    comment_text text,
    is_read integer not null default 0,
    created_at integer not null,
    comment_id text references comments(id) on delete cascade
  ) strict`,
  `create index activities_account on activities(account_id, created_at desc, id desc)`,
  `create index activities_track on activities(track_id)`,
  `create index activities_other on activities(other_account_id)`,
  `create index activities_comment on activities(comment_id) where comment_id is not null`,
  `create table reports (
    id text primary key,
    type text not null check (type in ('recording','comment','description','upload')),
    target_id text not null,
    track_id text not null,
    reporter_id text references accounts(id) on delete cascade,
    reported_id text references accounts(id) on delete set null,
    category text,
    gravity integer not null default 0,
    hides integer not null default 0,
    at_seconds integer,
    reason text not null,
    words text not null,
    track_title text not null,
    status text not null check (status in ('pending','reviewed','resolved')),
    created_at integer not null,
    reviewed_by text,
    reviewed_at integer,
    outcome text check (outcome in ('removed','kept')),
    decision_reason text not null default '',
    rule_id text,
    decision_at_seconds integer,
    owner_notified integer not null default 0,
    appeal text,
    appealed_at integer,
    appeal_outcome text check (appeal_outcome in ('accepted','declined')),
    appeal_answer text not null default '',
    appeal_answered_at integer,
    appeal_until integer,
    closed_because text check (closed_because in ('deletedByOwner','accountDeleted','consentWithdrawn'))
  ) strict`,
  `create index reports_status on reports(status, created_at)`,
  `create index reports_target on reports(target_id, type, status)`,
  `create index reports_track on reports(track_id, status)`,
  `create index reports_reported on reports(reported_id, status)`,
  `create index reports_reporter on reports(reporter_id)`,
  `create index table_reports_date on reports(created_at, id)`,
  `create index table_reports_words on reports(words collate nocase, id)`,
  `create index table_reports_reason on reports(reason collate nocase, id)`,
  `create index table_reports_type on reports(type, id)`,
  `create index table_reports_status on reports(status, id)`,
  `create index table_reports_category on reports(coalesce(category, ''), id)`,
  `create index table_reports_gravity on reports((case when status = 'resolved' then 0 else gravity + 1 end), created_at, id)`,
  `create index reports_urgent on reports(created_at) where gravity = 2 and status <> 'resolved'`,
  `create index reports_hiding on reports(track_id) where hides = 1 and status <> 'resolved'`,
  // What the server stores for itself
  `create table settings (
    key text primary key,
    value text not null
  ) strict`,
  `create table audit_log (
    position integer primary key,
    at integer not null,
    actor_id text not null,
    action text not null,
    target_type text not null,
    target_id text not null,
    detail_json text not null,
    hash text not null
  ) strict`,
  `create index audit_log_actor on audit_log(actor_id, position)`,
  `create index audit_log_target on audit_log(target_id, position)`,
  `create table ledger (
    position integer primary key autoincrement,
    kind text not null,
    id text not null,
    detail_json text not null default '{}',
    created_at integer not null
  ) strict`,
  `create index ledger_id on ledger(id)`,
  `create table idempotency_keys (
    account_id text not null references accounts(id) on delete cascade,
    key_hash text not null,
    fingerprint text not null,
    sealed_answer blob,
    created_at integer not null,
    primary key (account_id, key_hash)
  ) strict`,
  `create index idempotency_keys_account on idempotency_keys(account_id, created_at)`,
  `create index idempotency_keys_age on idempotency_keys(created_at)`,
  `create table events (
    id integer primary key autoincrement,
    account_id text,
    type text not null,
    data_json text not null,
    created_at integer not null default ${NOW}
  ) strict`,
  `create index events_account on events(account_id, id)`,
  `create table tallies (
    subject text not null,
    slot integer not null,
    shard integer not null default 0,
    n integer not null,
    primary key (subject, slot, shard)
  ) strict, without rowid`,
  `create table totals (
    subject text not null,
    shard integer not null,
    n integer not null,
    primary key (subject, shard)
  ) strict, without rowid`,
];
