// The tables of PostgreSQL as the migrations 0001 to 0026 leave SQLite's: same names, same columns in the same order, same
// constraints. Whole numbers are `bigint`, flags too. `tallies` has shards: who counts beside another never waits for a row.

/** Milliseconds since 1970. */
const NOW = `((extract(epoch from clock_timestamp()) * 1000)::bigint)`;

export const tables = [
  `create table accounts (
    id text primary key, username text not null, username_key text not null unique,
    role text not null check (role in ('guest','user','moderator','admin')),
    password_hash text, recovery_hash text, email text,
    bio text not null default '', tags_json text not null default '[]',
    preferences_json text not null default '{}',
    is_verified bigint not null default 0, is_demo bigint not null default 0,
    adult_confirmed_at bigint,
    total_uploads bigint not null default 0, total_likes bigint not null default 0,
    followers_count bigint not null default 0, following_count bigint not null default 0,
    created_at bigint not null, last_seen_at bigint not null, deleted_at bigint,
    total_plays bigint not null default 0, erase_at bigint
  )`,
  `create table old_usernames (
    username_key text primary key, account_id text not null references accounts(id) on delete cascade,
    until bigint not null
  )`,
  `create table sessions (
    token_hash text primary key, account_id text not null references accounts(id) on delete cascade,
    created_at bigint not null, last_seen_at bigint not null,
    browser text not null default ''
  )`,
  `create table uploads (
    id text primary key, account_id text not null references accounts(id) on delete cascade,
    file text not null unique, mime_type text not null, size bigint not null, original_name text not null,
    title text not null, description text not null, gender text not null, tags_json text not null,
    duration double precision not null, face text not null, lufs double precision, container text not null, codec text not null,
    flags_json text not null, reason text not null, duplicate_count bigint not null, file_key text not null,
    consent_at bigint,
    status text not null check (status in ('pending_review','approved','rejected')),
    track_id text, created_at bigint not null, decided_at bigint, decided_by text, decision_reason text,
    upload_key text, version bigint not null default 1, sha256 text, removed_json text not null default '[]',
    envelope text, allow_comments bigint not null default 1, transcript text not null default '', needs_person bigint not null default 0, preview_json text
  )`,
  `create table upload_events (
    id text primary key, account_id text not null, device_key text, file_key text not null,
    seconds double precision not null, created_at bigint not null,
    address_key text
  )`,
  `create table tracks (
    id text primary key, account_id text not null references accounts(id) on delete cascade,
    upload_id text, file text not null unique, mime_type text not null, size bigint not null,
    title text not null, description text not null, gender text, tags_json text not null,
    duration double precision not null, face text not null, lufs double precision,
    status text not null check (status in ('active','inactive','removed')),
    plays bigint not null default 0, likes bigint not null default 0,
    bookmarks bigint not null default 0, comments_count bigint not null default 0,
    demo_position bigint unique, created_at bigint not null, updated_at bigint not null,
    envelope text, allow_comments bigint not null default 1, transcript text not null default ''
  )`,
  `create table track_tags (
    track_id text not null references tracks(id) on delete cascade, tag text not null,
    primary key (tag, track_id)
  )`,
  `create table likes (
    id text primary key, track_id text not null references tracks(id) on delete cascade,
    account_id text not null references accounts(id) on delete cascade, created_at bigint not null,
    unique (account_id, track_id)
  )`,
  `create table bookmarks (
    id text primary key, track_id text not null references tracks(id) on delete cascade,
    account_id text not null references accounts(id) on delete cascade, created_at bigint not null,
    unique (account_id, track_id)
  )`,
  `create table comments (
    id text primary key, track_id text not null references tracks(id) on delete cascade,
    account_id text not null references accounts(id) on delete cascade,
    content text not null, likes bigint not null default 0 check (likes >= 0), created_at bigint not null
  )`,
  `create table comment_likes (
    id text primary key, comment_id text not null references comments(id) on delete cascade,
    account_id text not null references accounts(id) on delete cascade, created_at bigint not null,
    unique (account_id, comment_id)
  )`,
  `create table follows (
    id text primary key, follower_id text not null references accounts(id) on delete cascade,
    following_id text not null references accounts(id) on delete cascade, created_at bigint not null,
    unique (follower_id, following_id), check (follower_id <> following_id)
  )`,
  `create table activities (
    id text primary key, account_id text not null references accounts(id) on delete cascade,
    type text not null, track_id text, track_title text,
    other_account_id text references accounts(id) on delete cascade,
    comment_text text, is_read bigint not null default 0, created_at bigint not null,
    comment_id text references comments(id) on delete cascade
  )`,
  `create table notifications (
    id text primary key, account_id text not null references accounts(id) on delete cascade,
    type text not null, actor_id text references accounts(id) on delete cascade,
    track_id text, track_title text, comment_text text,
    is_read bigint not null default 0, created_at bigint not null,
    comment_id text references comments(id) on delete cascade
  )`,
  `create table listenings (
    track_id text not null references tracks(id) on delete cascade, listener text not null,
    "window" bigint not null, primary key (track_id, listener, "window")
  )`,
  `create table settings (key text primary key, value text not null
  )`,
  `create table spent_tickets (nonce text primary key, expires_at bigint not null
  )`,
  `create table audit_log (
    position bigint primary key, at bigint not null, actor_id text not null, action text not null,
    target_type text not null, target_id text not null, detail_json text not null, hash text not null
  )`,
  `create table doomed_blobs (file text primary key, created_at bigint not null
  )`,
  `create table events (
    id bigint generated by default as identity primary key, account_id text, type text not null, data_json text not null,
    created_at bigint not null default ${NOW}
  )`,
  `create table track_edits (
    id text primary key, track_id text not null references tracks(id) on delete cascade,
    account_id text not null references accounts(id) on delete cascade,
    before_json text not null, after_json text not null,
    status text not null check (status in ('applied','pending_review','approved','rejected')),
    created_at bigint not null, decided_at bigint, decided_by text, decision_reason text
  )`,
  `create table transfers (
    id text primary key, account_id text not null references accounts(id) on delete cascade,
    upload_key text not null, file text not null unique, size bigint not null, content_key text not null,
    created_at bigint not null, expires_at bigint not null, unique (account_id, upload_key)
  )`,
  `create table ledger (
    position bigint generated by default as identity primary key, kind text not null, id text not null,
    detail_json text not null default '{}', created_at bigint not null
  )`,
  `create table idempotency_keys (
    account_id text not null references accounts(id) on delete cascade,
    key_hash text not null, fingerprint text not null, sealed_answer bytea, created_at bigint not null,
    primary key (account_id, key_hash)
  )`,
  `create table tag_uses (
    tag text primary key, uses bigint not null, rank bigint generated always as (-uses) stored
  )`,
  `create table reports (
    id text primary key, type text not null check (type in ('recording','comment','description')),
    target_id text not null, track_id text not null,
    reporter_id text not null references accounts(id) on delete cascade,
    reported_id text references accounts(id) on delete set null,
    category text, at_seconds bigint, reason text not null,
    words text not null, track_title text not null,
    status text not null check (status in ('pending','reviewed','resolved')),
    created_at bigint not null, reviewed_by text, reviewed_at bigint,
    outcome text check (outcome in ('removed','kept')), decision_reason text not null default '',
    told bigint not null default 0, appeal text, appealed_at bigint,
    appeal_outcome text check (appeal_outcome in ('accepted','declined')), appeal_answer text not null default '', appeal_answered_at bigint
  )`,
  `create table ended_sessions (
    token_hash text primary key, ended_at bigint not null default ${NOW}
  )`,
  `create table moves (
    account_id text primary key references accounts(id) on delete cascade,
    phrase_key text not null unique, created_at bigint not null, expires_at bigint not null
  )`,
  `create table blocks (
    account_id text not null references accounts(id) on delete cascade,
    other_id text not null references accounts(id) on delete cascade,
    kind text not null check (kind in ('mute','block')), created_at bigint not null,
    primary key (account_id, other_id)
  )`,
  `create table consents (
    id text primary key, account_id text not null references accounts(id) on delete cascade,
    version bigint not null, given_at bigint not null, withdrawal_key text unique
  )`,
  `create table review_claims (
    upload_id text primary key, account_id text not null references accounts(id) on delete cascade,
    expires_at bigint not null
  )`,
  `create table review_escalations (
    upload_id text primary key, account_id text references accounts(id) on delete set null,
    note text not null, created_at bigint not null
  )`,
  `create table review_hidden (
    upload_id text not null, account_id text not null references accounts(id) on delete cascade,
    created_at bigint not null, primary key (upload_id, account_id)
  )`,
  `create table uploader_trust (
    account_id text primary key references accounts(id) on delete cascade,
    clean_approvals bigint not null default 0,
    override text check (override in ('trusted','watched'))
  )`,
  `create table tallies (
    subject text not null, slot bigint not null, n bigint not null, shard bigint not null default 0,
    primary key (subject, slot, shard)
  )`,
];
