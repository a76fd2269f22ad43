// SQLite triggers that report changed rows to this process. They are temporary triggers of the writing connection and write
// nothing. About a microsecond per changed row.
import type { RawDatabase } from '../db/driver.ts';
import { isQuiet } from '../db/quietChanges.ts';
import type { ChangeKind } from './changes.ts';

/** Counters of tracks. They can change the order of a list, but rarely its rows. */
const COUNTERS = ['likes', 'plays', 'comments_count'];
/** Columns of tracks that others cannot see, and those of the small copy: open lists need not load again for it. */
const UNREPORTED = ['id', 'bookmarks', 'updated_at', 'upload_id', 'small', 'small_size'];
/**
 * Columns of accounts that others see. Excludes the number of followed people: reported together with the other account's number
 * of followers, it would reveal who follows whom.
 */
const OF_PEOPLE = ['username', 'bio', 'tags_json', 'total_uploads', 'total_likes', 'followers_count'];

const differs = (columns: readonly string[]) =>
  columns.map((name) => `old.${name} is not new.${name}`).join(' or ');

function statements(trackColumns: readonly string[]): string[] {
  const words = trackColumns.filter((name) => ![...COUNTERS, ...UNREPORTED].includes(name));
  const on = (name: string, table: string, event: string, when: string, notes: string) =>
    `create temp trigger note_${name} after ${event} on main.${table} ${when && `when ${when}`} begin ${notes}; end`;
  const note = (kind: ChangeKind, id: string) => `select note_change('${kind}', ${id})`;
  const privacy = (row: string) => `json_extract(${row}.preferences_json, '$.privacy')`;
  return [
    on('track_new', 'tracks', 'insert', '', note('list', 'new.id')),
    on('track_gone', 'tracks', 'delete', '', note('list', 'old.id')),
    on('track_words', 'tracks', `update of ${words}`, differs(words), note('list', 'new.id')),
    on('track_counts', 'tracks', `update of ${COUNTERS}`, differs(COUNTERS), note('track', 'new.id')),
    on('like_new', 'likes', 'insert', '', note('own', `new.account_id || ' ' || new.track_id`)),
    on('like_gone', 'likes', 'delete', '', note('own', `old.account_id || ' ' || old.track_id`)),
    on('comment_new', 'comments', 'insert', '', note('comments', 'new.track_id')),
    on('comment_gone', 'comments', 'delete', '', note('comments', 'old.track_id')),
    on('comment_liked', 'comments', 'update of likes', differs(['likes']), note('comments', 'new.track_id')),
    on('person', 'accounts', `update of ${OF_PEOPLE}`, differs(OF_PEOPLE), note('person', 'new.id')),
    on(
      'privacy',
      'accounts',
      'update of preferences_json',
      `${privacy('old')} is not ${privacy('new')}`,
      note('person', 'new.id'),
    ),
    on('person_gone', 'accounts', 'delete', '', note('person', 'old.id')),
    on(
      'name',
      'accounts',
      'update of username, deleted_at, erase_at',
      differs(['username', 'deleted_at', 'erase_at']),
      `${note('list', 'id')} from tracks where account_id = new.id; ${note('person', 'new.id')}`,
    ),
    on('news_read', 'notifications', 'update', '', note('news', 'new.account_id')),
    on('news_gone', 'notifications', 'delete', '', note('news', 'old.account_id')),
    on('diary_new', 'activities', 'insert', '', note('news', 'new.account_id')),
    on('diary_read', 'activities', 'update', '', note('news', 'new.account_id')),
    on('diary_gone', 'activities', 'delete', '', note('news', 'old.account_id')),
  ];
}

/** Calls `note` for every change of `database` before its commit, including changes that are rolled back. */
export function watchChanges(database: RawDatabase, note: (kind: ChangeKind, id: string) => void): void {
  database.function('note_change', (kind: ChangeKind, id: string) => {
    if (!isQuiet()) note(kind, id);
    return null;
  });
  const columns = database.prepare('select name from pragma_table_info(?)').all('tracks') as {
    name: string;
  }[];
  for (const statement of statements(columns.map(({ name }) => name))) database.exec(statement);
}
