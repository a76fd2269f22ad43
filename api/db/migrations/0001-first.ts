// The first schema. Every pair that must be single has a unique index; every list that is paged has the
// index of its key; the audit log refuses UPDATE and DELETE by trigger.
import { type Kysely, sql } from 'kysely';

const statements = [
  `create table accounts (
    id text primary key, username text not null, username_key text not null unique,
    role text not null check (role in ('guest','user','moderator','admin')),
    password_hash text, recovery_hash text, email text,
    bio text not null default '', tags_json text not null default '[]',
    preferences_json text not null default '{}',
    is_verified integer not null default 0, is_demo integer not null default 0,
    adult_confirmed_at integer,
    total_uploads integer not null default 0, total_likes integer not null default 0,
    followers_count integer not null default 0, following_count integer not null default 0,
    created_at integer not null, last_seen_at integer not null, deleted_at integer
  ) strict`,
  `create table old_usernames (
    username_key text primary key, account_id text not null references accounts(id) on delete cascade,
    until integer not null
  ) strict`,
  `create table sessions (
    token_hash text primary key, account_id text not null references accounts(id) on delete cascade,
    created_at integer not null, last_seen_at integer not null
  ) strict`,
  `create index sessions_account on sessions(account_id)`,
  `create table uploads (
    id text primary key, account_id text not null references accounts(id) on delete cascade,
    file text not null unique, mime_type text not null, size integer not null, original_name text not null,
    title text not null, description text not null, gender text not null, tags_json text not null,
    duration real not null, face text not null, lufs real, container text not null, codec text not null,
    flags_json text not null, reason text not null, duplicate_count integer not null, file_key text not null,
    consent_at integer,
    status text not null check (status in ('pending_review','approved','rejected')),
    track_id text, created_at integer not null, decided_at integer, decided_by text, decision_reason text
  ) strict`,
  `create index uploads_status on uploads(status, created_at)`,
  `create index uploads_account on uploads(account_id, created_at)`,
  `create table upload_events (
    id text primary key, account_id text not null, device_key text, file_key text not null,
    seconds real not null, created_at integer not null
  ) strict`,
  `create index upload_events_account on upload_events(account_id, created_at)`,
  `create index upload_events_device on upload_events(device_key, created_at)`,
  `create index upload_events_file on upload_events(file_key)`,
  `create table tracks (
    id text primary key, account_id text not null references accounts(id) on delete cascade,
    upload_id text, file text not null unique, mime_type text not null, size integer not null,
    title text not null, description text not null, gender text, tags_json text not null,
    duration real not null, face text not null, lufs real,
    status text not null check (status in ('active','inactive','removed')),
    plays integer not null default 0, likes integer not null default 0,
    bookmarks integer not null default 0, comments_count integer not null default 0,
    demo_position integer unique, created_at integer not null, updated_at integer not null
  ) strict`,
  `create index tracks_new on tracks(created_at desc, id desc) where status = 'active'`,
  `create index tracks_liked on tracks(likes desc, id desc) where status = 'active'`,
  `create index tracks_commented on tracks(comments_count desc, id desc) where status = 'active'`,
  `create index tracks_account on tracks(account_id, created_at desc)`,
  `create table track_tags (
    track_id text not null references tracks(id) on delete cascade, tag text not null,
    primary key (tag, track_id)
  ) strict, without rowid`,
  `create index track_tags_track on track_tags(track_id)`,
  `create virtual table tracks_fts using fts5(
    track_id unindexed, title, description, tags, username, tokenize = 'unicode61 remove_diacritics 2'
  )`,
  `insert into tracks_fts(tracks_fts, rank) values ('secure-delete', 1)`,
  `create table likes (
    id text primary key, track_id text not null references tracks(id) on delete cascade,
    account_id text not null references accounts(id) on delete cascade, created_at integer not null,
    unique (account_id, track_id)
  ) strict`,
  `create index likes_track on likes(track_id)`,
  `create table bookmarks (
    id text primary key, track_id text not null references tracks(id) on delete cascade,
    account_id text not null references accounts(id) on delete cascade, created_at integer not null,
    unique (account_id, track_id)
  ) strict`,
  `create index bookmarks_track on bookmarks(track_id)`,
  `create table comments (
    id text primary key, track_id text not null references tracks(id) on delete cascade,
    account_id text not null references accounts(id) on delete cascade,
    content text not null, likes integer not null default 0 check (likes >= 0), created_at integer not null
  ) strict`,
  `create index comments_track on comments(track_id, created_at desc, id desc)`,
  `create index comments_account on comments(account_id, created_at)`,
  `create index comments_new on comments(created_at desc, id desc)`,
  `create table comment_likes (
    id text primary key, comment_id text not null references comments(id) on delete cascade,
    account_id text not null references accounts(id) on delete cascade, created_at integer not null,
    unique (account_id, comment_id)
  ) strict`,
  `create index comment_likes_comment on comment_likes(comment_id)`,
  `create table follows (
    id text primary key, follower_id text not null references accounts(id) on delete cascade,
    following_id text not null references accounts(id) on delete cascade, created_at integer not null,
    unique (follower_id, following_id), check (follower_id <> following_id)
  ) strict`,
  `create index follows_following on follows(following_id)`,
  `create table activities (
    id text primary key, account_id text not null references accounts(id) on delete cascade,
    type text not null, track_id text, track_title text,
    other_account_id text references accounts(id) on delete cascade,
    comment_text text, is_read integer not null default 0, created_at integer not null
  ) strict`,
  `create index activities_account on activities(account_id, created_at desc, id desc)`,
  `create table notifications (
    id text primary key, account_id text not null references accounts(id) on delete cascade,
    type text not null, actor_id text references accounts(id) on delete cascade,
    track_id text, track_title text, comment_text text,
    is_read integer not null default 0, created_at integer not null
  ) strict`,
  `create index notifications_account on notifications(account_id, created_at desc, id desc)`,
  `create table reports (
    id text primary key, type text not null check (type in ('recording','comment','description')),
    target_id text not null, track_id text not null references tracks(id) on delete cascade,
    reporter_id text not null references accounts(id) on delete cascade,
    reason text not null, status text not null check (status in ('pending','reviewed','resolved')),
    created_at integer not null, reviewed_by text, reviewed_at integer
  ) strict`,
  `create index reports_status on reports(status, created_at)`,
  `create index reports_track on reports(track_id, status)`,
  `create table listenings (
    track_id text not null references tracks(id) on delete cascade, listener text not null,
    window integer not null, primary key (track_id, listener, window)
  ) strict, without rowid`,
  `create table settings (key text primary key, value text not null) strict`,
  `create table spent_tickets (nonce text primary key, expires_at integer not null) strict, without rowid`,
  `create table audit_log (
    position integer primary key, at integer not null, actor_id text not null, action text not null,
    target_type text not null, target_id text not null, detail_json text not null, hash text not null
  ) strict`,
  `create trigger audit_log_no_update before update on audit_log
    begin select raise(abort, 'the audit log is append-only'); end`,
  `create trigger audit_log_no_delete before delete on audit_log
    begin select raise(abort, 'the audit log is append-only'); end`,
  `create table doomed_blobs (file text primary key, created_at integer not null) strict`,
  `create table tombstones (
    id text primary key, kind text not null, created_at integer not null
  ) strict, without rowid`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
