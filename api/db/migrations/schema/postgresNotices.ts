// Reports changed rows to the connection that changes them, as NOTICE; nothing is written. On SQLite, triggers of the
// connection do the same (`events/changeStore.ts`).
import { AUDIO_COLUMNS } from '../../tables/audio.ts';
import type { Trigger } from './triggers.ts';

const trigger = (name: string, event: string, body: string, when?: string): Trigger => ({
  name,
  event,
  body,
  ...(when === undefined ? {} : { when }),
});

/** Counters of tracks. */
const COUNTERS = ['likes', 'plays', 'comments_count'];
/** Columns of the small copy: open lists need not load again for it. */
const SMALL_COPY = new Set(['small', 'small_size']);
/** Other columns of tracks that listeners see. */
const TRACK_WORDS = [
  ...AUDIO_COLUMNS.filter((name) => !SMALL_COPY.has(name)),
  ...['account_id', 'title', 'description', 'gender', 'tags_json', 'status', 'demo_position', 'created_at'],
  ...['allow_comments', 'transcript', 'sound_at'],
];
const OF_PEOPLE = ['username', 'bio', 'tags_json', 'total_uploads', 'total_likes', 'followers_count'];

const differs = (columns: readonly string[]) =>
  columns.map((name) => `old.${name} is distinct from new.${name}`).join(' or ');
const note = (kind: string, id: string) => `raise notice 'aural ${kind} %', ${id};`;
/** Not while an erasure corrects counters (`quietChanges.ts`). */
const noteUnlessQuiet = (kind: string, id: string) =>
  `if current_setting('aural.quiet', true) is distinct from 'on' then ${note(kind, id)} end if;`;
const privacy = (row: string) => `json_or_null(${row}.preferences_json) -> 'privacy'`;

export const changeNotices: Trigger[] = [
  trigger('note_track_new', 'after insert on tracks', note('list', 'new.id')),
  trigger('note_track_gone', 'after delete on tracks', note('list', 'old.id')),
  trigger(
    'note_track_words',
    `after update of ${TRACK_WORDS} on tracks`,
    note('list', 'new.id'),
    differs(TRACK_WORDS),
  ),
  trigger(
    'note_track_counts',
    `after update of ${COUNTERS} on tracks`,
    noteUnlessQuiet('track', 'new.id'),
    differs(COUNTERS),
  ),
  trigger(
    'note_like_new',
    'after insert on likes',
    noteUnlessQuiet('own', `new.account_id || ' ' || new.track_id`),
  ),
  trigger(
    'note_like_gone',
    'after delete on likes',
    noteUnlessQuiet('own', `old.account_id || ' ' || old.track_id`),
  ),
  trigger('note_comment_new', 'after insert on comments', note('comments', 'new.track_id')),
  trigger('note_comment_gone', 'after delete on comments', note('comments', 'old.track_id')),
  trigger(
    'note_comment_liked',
    'after update of likes on comments',
    noteUnlessQuiet('comments', 'new.track_id'),
    differs(['likes']),
  ),
  trigger(
    'note_person',
    `after update of ${OF_PEOPLE} on accounts`,
    noteUnlessQuiet('person', 'new.id'),
    differs(OF_PEOPLE),
  ),
  trigger(
    'note_privacy',
    'after update of preferences_json on accounts',
    note('person', 'new.id'),
    `${privacy('old')} is distinct from ${privacy('new')}`,
  ),
  trigger('note_person_gone', 'after delete on accounts', note('person', 'old.id')),
  trigger(
    'note_name',
    'after update of username, deleted_at, erase_at on accounts',
    `declare track text; begin
      for track in select id from tracks where account_id = new.id loop ${note('list', 'track')} end loop;
      ${note('person', 'new.id')} end;`,
    differs(['username', 'deleted_at', 'erase_at']),
  ),
  trigger('note_news_read', 'after update on notifications', note('news', 'new.account_id')),
  trigger('note_news_gone', 'after delete on notifications', note('news', 'old.account_id')),
  trigger('note_diary_new', 'after insert on activities', note('news', 'new.account_id')),
  trigger('note_diary_read', 'after update on activities', note('news', 'new.account_id')),
  trigger('note_diary_gone', 'after delete on activities', note('news', 'old.account_id')),
];
